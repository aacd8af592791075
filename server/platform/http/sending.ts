import type { FastifyReply } from 'fastify';
import type { KeptAnswer } from '../cache/kept.ts';
import { type Encoding, encodingsFor, type Packed } from '../cache/packing.ts';

/** Sends JSON in the smallest form that the client accepts. */
const sendPacked = (reply: FastifyReply, packed: Packed): Promise<FastifyReply> =>
  sendAs(bestFor(reply), reply, packed);

/** To compress what is asked for once would cost more than it saves. */
export const sendKept = (reply: FastifyReply, { answer, found }: KeptAnswer) =>
  found ? sendPacked(reply, answer) : sendAs('identity', reply, answer);

const bestFor = ({ request }: FastifyReply): Encoding =>
  encodingsFor(request.headers['accept-encoding'])[0] ?? 'identity';

async function sendAs(encoding: Encoding, reply: FastifyReply, packed: Packed) {
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply
    .header('vary', 'accept-encoding')
    .type('application/json; charset=utf-8')
    .send(await packed.as(encoding));
}
