import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { RequestError, unavailable } from '../errors.ts';
import { createSlots, type Refusal, type SlotLimits, type SlotUser } from '../slots.ts';

export type StreamLimits = SlotLimits & {
  lifetimeMs: number;
  /** A reader that does not read pending data for this long is disconnected. */
  stallMs?: number;
  heartbeatMs?: number;
  /** The maximum age of an authorization; if absent, only `recheck` ends it. */
  recheckMs?: number;
  /** The source is read this often even without a notification; if absent, never. */
  pollMs?: number;
  onFailure?: (error: unknown) => void;
};

/** The data after a cursor, the new cursor, and whether there is more. */
export type Next = { chunks: readonly Buffer[]; cursor: number; more?: boolean };

export type StreamSource<Reader> = {
  read: (reader: Reader, cursor: number) => Promise<Next>;
  /** Readers with equal keys at the same cursor share a read. */
  keyOf: (reader: Reader) => unknown;
  /** Refreshes the permissions of the reader; throws 401 or 403 if it may no longer read. */
  authorize: (reader: Reader) => Promise<void>;
  heartbeat: (cursor: number) => string;
  refuse: (refusal: Refusal) => RequestError;
  /** Called when the first stream opens; the returned function when the last one ends. */
  subscribe: (streams: Pick<EventStreams<Reader>, 'wake' | 'recheck'>) => () => void;
};

/** A reader, its place in the limits, and when its credentials expire, if they do. */
export type Opening<Reader> = { reader: Reader; user: SlotUser; expiresAt?: number };

export type EventStreams<Reader> = {
  /** `start` finds the first message. */
  open: (opening: Opening<Reader>, start: () => Promise<Next>) => Promise<Readable>;
  /** There may be new data. */
  wake: () => void;
  /** Authorizations may have changed. */
  recheck: () => void;
  count: () => number;
  close: () => void;
};

type Stream<Reader> = {
  reader: Reader;
  out: Readable;
  /** Everything up to here was sent, or is not visible to this reader. */
  cursor: number;
  /** Unsent data; the buffers are shared between streams. */
  pending: Buffer[];
  /** True if the reader has read everything. */
  idle: boolean;
  /** True if there may be more to read from the source. */
  due: boolean;
  ended: boolean;
  endsAt: number;
  authorizedAt: number;
  authorizing: Promise<boolean> | undefined;
  sentAt: number;
  takenAt: number;
  free: () => void;
};

/** Small enough that a slow connection makes visible progress. */
const sliceBytes = 64 * 1024;

/**
 * Server-sent events for any number of readers. A stream has a cursor and no queue: when its reader
 * has read everything, the source is read from there, once for all readers that get the same data.
 */
export function createEventStreams<Reader>(
  source: StreamSource<Reader>,
  limits: StreamLimits,
): EventStreams<Reader> {
  const { lifetimeMs, onFailure = () => {} } = limits;
  const { stallMs = 30_000, heartbeatMs = 15_000 } = limits;
  const { recheckMs = Number.POSITIVE_INFINITY, pollMs = Number.POSITIVE_INFINITY } = limits;
  const tickMs = Math.min(1000, lifetimeMs, stallMs, heartbeatMs, recheckMs, pollMs);
  const slots = createSlots(limits, source.refuse);
  const streams = new Set<Stream<Reader>>();
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let wokenAt = 0;
  let serving = false;
  let serveAgain = false;
  let checking = false;
  let closed = false;

  async function open(opening: Opening<Reader>, start: () => Promise<Next>) {
    if (closed) throw unavailable('This server is stopping. Try again.');
    const stream = newStream(opening);
    streams.add(stream);
    timer ??= setInterval(tick, tickMs).unref();
    unsubscribe ??= source.subscribe({ wake, recheck });
    try {
      send(stream, await start());
    } catch (error) {
      remove(stream);
      throw error;
    }
    if (closed) end(stream);
    return stream.out;
  }

  /** Takes the slot before the first await, since many may open concurrently. */
  function newStream({ reader, user, expiresAt = Infinity }: Opening<Reader>): Stream<Reader> {
    const now = performance.now();
    const stream: Stream<Reader> = {
      free: slots.take(user),
      // Times of a stream are monotonic, because the system clock may be set while it is open.
      endsAt: now + Math.min(lifetimeMs, expiresAt - Date.now()),
      reader,
      cursor: 0,
      pending: [],
      idle: false,
      due: false,
      ended: false,
      authorizedAt: now,
      authorizing: undefined,
      sentAt: now,
      takenAt: now,
      out: new Readable({
        highWaterMark: sliceBytes,
        read: () => {
          stream.takenAt = performance.now();
          feed(stream);
        },
        destroy: (error, done) => {
          remove(stream);
          done(error);
        },
      }),
    };
    return stream;
  }

  function send(stream: Stream<Reader>, { chunks, cursor, more = false }: Next): void {
    if (stream.ended) return;
    stream.cursor = cursor;
    stream.due ||= more;
    if (chunks.length > 0) {
      if (stream.out.readableLength === 0) stream.takenAt = performance.now();
      stream.sentAt = performance.now();
      stream.idle = false;
      stream.pending.push(...chunks);
    }
    feed(stream);
  }

  function feed(stream: Stream<Reader>): void {
    while (!stream.ended) {
      const next = stream.pending.shift();
      if (next === undefined) break;
      if (next.length > sliceBytes) stream.pending.unshift(next.subarray(sliceBytes));
      if (!stream.out.push(next.subarray(0, sliceBytes))) return;
    }
    if (stream.ended) return;
    stream.idle = true;
    if (stream.due) void serve();
  }

  function wake(): void {
    wokenAt = performance.now();
    for (const stream of streams) stream.due = true;
    void serve();
  }

  /** One round at a time; a call during a round starts another one after it. */
  async function serve(): Promise<void> {
    serveAgain = true;
    if (serving) return;
    serving = true;
    while (serveAgain) {
      serveAgain = false;
      const readers: Stream<Reader>[] = [];
      for (const stream of [...streams].filter(({ idle, due }) => idle && due)) {
        if (await isAuthorized(stream)) readers.push(stream);
      }
      for (const group of groupBy(readers, source)) await serveGroup(group);
    }
    serving = false;
  }

  /** A stream stays due if the read fails, and the next tick tries again. */
  async function serveGroup([first, ...others]: readonly Stream<Reader>[]): Promise<void> {
    if (!first) return;
    const group = [first, ...others];
    // Before the read: a notification during it makes the stream due again.
    for (const stream of group) stream.due = false;
    try {
      const next = await source.read(first.reader, first.cursor);
      for (const stream of group) send(stream, next);
    } catch (error) {
      onFailure(error);
      for (const stream of group) stream.due = true;
    }
  }

  function recheck(): void {
    for (const stream of streams) stream.authorizedAt = Number.NEGATIVE_INFINITY;
    void authorizeAll();
  }

  async function authorizeAll(): Promise<void> {
    if (checking) return;
    checking = true;
    for (const stream of [...streams]) await isAuthorized(stream);
    checking = false;
  }

  async function isAuthorized(stream: Stream<Reader>): Promise<boolean> {
    if (stream.ended) return false;
    if (performance.now() - stream.authorizedAt < recheckMs) return true;
    stream.authorizing ??= authorize(stream);
    return stream.authorizing;
  }

  async function authorize(stream: Stream<Reader>): Promise<boolean> {
    stream.authorizedAt = performance.now();
    try {
      await source.authorize(stream.reader);
      return !stream.ended;
    } catch (error) {
      // Only a refusal ends it, not an unavailable database.
      if (isRefusal(error)) end(stream);
      else onFailure(error);
      stream.authorizedAt = Number.NEGATIVE_INFINITY;
      return false;
    } finally {
      stream.authorizing = undefined;
    }
  }

  function tick(): void {
    const now = performance.now();
    for (const stream of [...streams]) {
      const { out, idle, cursor } = stream;
      if (now >= stream.endsAt) end(stream);
      else if (out.readableLength > 0 && now - stream.takenAt > stallMs) out.destroy();
      else if (idle && now - stream.sentAt > heartbeatMs) {
        send(stream, { chunks: [Buffer.from(source.heartbeat(cursor))], cursor });
      }
    }
    if (now - wokenAt > pollMs) wake();
    else void serve();
    void authorizeAll();
  }

  function end(stream: Stream<Reader>): void {
    if (stream.ended) return;
    stream.out.push(null);
    remove(stream);
  }

  function remove(stream: Stream<Reader>): void {
    stream.ended = true;
    stream.pending = [];
    streams.delete(stream);
    stream.free();
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    unsubscribe?.();
    unsubscribe = undefined;
  }

  function close(): void {
    closed = true;
    for (const stream of [...streams]) end(stream);
  }

  return { open, wake, recheck, count: () => streams.size, close };
}

function groupBy<Reader>(
  streams: readonly Stream<Reader>[],
  { keyOf }: Pick<StreamSource<Reader>, 'keyOf'>,
): Iterable<Stream<Reader>[]> {
  const groups = new Map<string, Stream<Reader>[]>();
  for (const stream of streams) {
    const key = JSON.stringify([keyOf(stream.reader), stream.cursor]);
    const group = groups.get(key);
    if (group) group.push(stream);
    else groups.set(key, [stream]);
  }
  return groups.values();
}

const isRefusal = (error: unknown) =>
  error instanceof RequestError && [401, 403].includes(error.status);

/** The response of a route with server-sent events. */
export const eventStreamContent = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: Type.String() } },
});

export function sendEventStream(reply: FastifyReply, stream: Readable): Readable {
  void reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that buffer responses would delay every event.
    'x-accel-buffering': 'no',
  });
  return stream;
}
