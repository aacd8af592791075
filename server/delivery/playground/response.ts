import { finished, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError, unavailable } from '../../platform/errors.ts';
import { createSlots, type Refusal, type SlotLimits, slotUserOf } from '../../platform/slots.ts';
import { responseTooLarge } from './rules.ts';

export type ResponseLimits = SlotLimits & {
  bytesMax: number;
  /** A response that is not read within this time is aborted. */
  readMs: number;
};

export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  texts: AsyncIterable<string>,
) => Promise<FastifyReply>;

/**
 * Sends JSON text that is expensive to create. A request takes its slot until the response is read,
 * so the memory of all of them is bounded.
 */
export function createRespond({ bytesMax, readMs, ...limits }: ResponseLimits): Respond {
  const slots = createSlots(limits, refuseRequest);
  return async (request, reply, texts) => {
    const free = slots.take(slotUserOf(request.caller, request.ip));
    let timer: NodeJS.Timeout | undefined;
    finished(reply.raw, () => {
      clearTimeout(timer);
      free();
    });
    const isAborted = () => reply.raw.destroyed;
    const pieces = await collectText(texts, { bytesMax, isAborted });
    timer = setTimeout(() => reply.raw.destroy(), readMs).unref();
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-length', bytes)
      .send(Readable.from(pieces));
  };
}

/** Longer turns would delay other requests noticeably. */
const turnMs = 10;
const pieceLength = 64 * 1024;

/** Returns the text as bytes; yields to other requests, and stops when the request is aborted. */
export async function collectText(
  texts: AsyncIterable<string>,
  { bytesMax, isAborted }: { bytesMax: number; isAborted: () => boolean },
): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let text = '';
  let turnEnd = performance.now() + turnMs;
  const flush = () => {
    const piece = Buffer.from(text);
    text = '';
    bytes += piece.length;
    if (bytes > bytesMax) throw responseTooLarge();
    pieces.push(piece);
  };
  for await (const next of texts) {
    text += next;
    if (text.length >= pieceLength) flush();
    if (performance.now() < turnEnd) continue;
    await setImmediate();
    if (isAborted()) break;
    turnEnd = performance.now() + turnMs;
  }
  flush();
  return pieces;
}

function refuseRequest({ limit, max }: Refusal): RequestError {
  if (limit === 'all') {
    return unavailable(`This server already processes ${max} playground requests. Try again.`);
  }
  const message = `You have ${max} playground requests in progress. Wait until one is complete.`;
  return new RequestError(429, 'RateLimitError', message);
}
