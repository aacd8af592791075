import type { FastifyReply } from 'fastify';
import { type Encoding, encodingFor } from '../cache/encoding.ts';
import type { CachedResponse } from '../cache/responses.ts';

/** Smaller bodies fit in a few packets. */
const compressedMin = 4096;

/** Sends JSON. A body that is sent once is compressed only if it crosses a network, and then only by gzip. */
export async function sendCached(
  reply: FastifyReply,
  { body, hit }: CachedResponse,
): Promise<FastifyReply> {
  const { headers, ip } = reply.request;
  const once: readonly Encoding[] =
    body.bytes < compressedMin || isLoopback(ip) ? ['identity'] : ['gzip', 'identity'];
  const encoding = hit ? encodingFor(headers) : encodingFor(headers, once);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply
    .header('vary', 'accept-encoding')
    .type('application/json; charset=utf-8')
    .send(await body.as(encoding));
}

const isLoopback = (ip: string) => ip === '::1' || /^(::ffff:)?127\./.test(ip);
