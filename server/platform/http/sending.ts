import type { FastifyReply } from 'fastify';
import { encodingFor } from '../cache/encoding.ts';
import type { CachedResponse } from '../cache/responses.ts';

/** Sends JSON, compressed on a hit only: compressing a body that is sent once does not pay off. */
export async function sendCached(
  reply: FastifyReply,
  { body, hit }: CachedResponse,
): Promise<FastifyReply> {
  const encoding = hit ? encodingFor(reply.request.headers) : 'identity';
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply
    .header('vary', 'accept-encoding')
    .type('application/json; charset=utf-8')
    .send(await body.as(encoding));
}
