import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Sends the JSON text, or 304 if the client already has it. */
export function sendWithEtag(reply: FastifyReply, json: string): FastifyReply {
  const etag = etagOf(json);
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  if (isUnchanged(reply.request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json);
}

const etagOf = (body: string) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Compares weakly: proxies that compress mark an ETag as weak. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '');
    return bare === etag || bare === '*';
  });
}
