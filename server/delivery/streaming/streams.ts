import { Readable } from 'node:stream';
import type { SdkToken } from '../../platform/caller.ts';
import { RequestError, unavailable } from '../../platform/errors.ts';
import type { Delivery } from '../sdk/delivery.ts';
import type { Selection } from '../sdk/rules.ts';
import { type Message, messageSince } from './messages.ts';
import { blockEnd, headOf, heartbeat } from './rules.ts';

export type Limits = {
  streamsMax: number;
  lifetimeMs: number;
  /** A reader that took nothing for this long, with something to take, is let go. */
  stallMs?: number;
  heartbeatMs?: number;
  onFailure?: (error: unknown) => void;
};

export type Wish = {
  token: SdkToken;
  /** The token by now; fails when it is no longer good. */
  findToken: () => Promise<SdkToken>;
  selection: Selection;
  /** What the SDK has already; undefined starts with everything. */
  revision: number | undefined;
};

type Stream = Omit<Wish, 'revision'> & {
  out: Readable;
  /** The revision that the SDK has once it has read what it was given. */
  cursor: number;
  /** What is left to give, shared with all who are given the same. */
  pending: Buffer[];
  /** True when the reader has taken everything. */
  idle: boolean;
  ended: boolean;
  openedAt: number;
  sentAt: number;
  takenAt: number;
};

export type Streams = {
  open: (wish: Wish) => Promise<Readable>;
  close: () => void;
  count: () => number;
};

/** Small enough that a reader on a slow line is seen to take something. */
const sliceBytes = 64 * 1024;

/**
 * Tells any number of SDKs what has changed. A stream keeps no queue: it has a revision, and when its
 * reader has taken everything it is given the way from there to the newest, which those that stand at
 * the same place share.
 */
export function createStreams(delivery: Delivery, limits: Limits): Streams {
  const { streamsMax, lifetimeMs, onFailure = () => {} } = limits;
  const { stallMs = 30_000, heartbeatMs = 20_000 } = limits;
  const streams = new Set<Stream>();
  let timer: NodeJS.Timeout | undefined;
  let serving = false;
  let serveAgain = false;
  let checking = false;
  let mustCheck = false;
  let checkLater: NodeJS.Timeout | undefined;
  let closed = false;

  delivery.onChange((tokensChanged) => {
    mustCheck ||= tokensChanged;
    if (streams.size === 0) return;
    void serve();
    if (mustCheck) void check();
  });

  async function open(wish: Wish): Promise<Readable> {
    assertRoom();
    // Counted before anything is awaited: many may ask at once.
    const stream = newStream(wish);
    streams.add(stream);
    timer ??= setInterval(tick, Math.min(1000, heartbeatMs, stallMs, lifetimeMs)).unref();
    try {
      const message = await messageSince(delivery, wish.selection, wish.revision);
      await give([stream], message);
    } catch (error) {
      forget(stream);
      throw error;
    }
    if (stream.out.readableLength === 0) send(stream, [Buffer.from(heartbeat)]);
    if (closed) end(stream);
    return stream.out;
  }

  /** The SDK understands the status: it goes on by asking now and then. */
  function assertRoom(): void {
    if (closed) throw unavailable('This server is stopping. Try again.');
    if (streams.size < streamsMax) return;
    const message = `This server has ${streamsMax} streams to SDKs, which is all it may have`;
    throw new RequestError(429, 'RateLimitError', `${message}; poll instead`);
  }

  function newStream({ token, findToken, selection, revision }: Wish): Stream {
    const now = Date.now();
    const stream: Stream = {
      ...{ token, findToken, selection, cursor: revision ?? 0 },
      ...{ pending: [], idle: false, ended: false, openedAt: now, sentAt: now, takenAt: now },
      out: new Readable({
        highWaterMark: sliceBytes,
        read: () => {
          stream.takenAt = Date.now();
          feed(stream);
        },
        destroy: (error, done) => {
          forget(stream);
          done(error);
        },
      }),
    };
    return stream;
  }

  function feed(stream: Stream): void {
    while (!stream.ended) {
      const next = stream.pending.shift();
      if (next === undefined) break;
      if (next.length > sliceBytes) stream.pending.unshift(next.subarray(sliceBytes));
      if (!stream.out.push(next.subarray(0, sliceBytes))) return;
    }
    if (stream.idle || stream.ended) return;
    stream.idle = true;
    if (isBehind(stream)) void serve();
  }

  function send(stream: Stream, parts: readonly Buffer[]): void {
    if (stream.ended) return;
    if (stream.out.readableLength === 0) stream.takenAt = Date.now();
    stream.sentAt = Date.now();
    stream.idle = false;
    stream.pending.push(...parts);
    feed(stream);
  }

  const isBehind = ({ cursor, selection }: Stream) => {
    const revision = delivery.revisionOf(selection.environment);
    return typeof revision !== 'number' || cursor < revision;
  };

  /** One round at a time; whoever asks meanwhile gets another one after it. */
  async function serve(): Promise<void> {
    serveAgain = true;
    if (serving) return;
    serving = true;
    while (serveAgain) {
      serveAgain = false;
      const waiting = [...streams].filter((stream) => stream.idle && isBehind(stream));
      for (const group of alike(waiting)) await serveGroup(group).catch(onFailure);
    }
    serving = false;
  }

  async function serveGroup(group: readonly Stream[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    await give(group, await messageSince(delivery, first.selection, first.cursor));
  }

  async function give(group: readonly Stream[], message: Message): Promise<void> {
    const { revision } = message;
    const parts = message.kind === 'nothing' ? [] : await partsOf(message);
    for (const stream of group) {
      stream.cursor = revision;
      if (parts.length > 0) send(stream, parts);
    }
  }

  /** Ends the streams of tokens that are gone or reach something else by now. */
  async function check(): Promise<void> {
    if (checking) return;
    checking = true;
    while (mustCheck) {
      mustCheck = false;
      for (const stream of [...streams]) if (!(await isGood(stream))) end(stream);
    }
    checking = false;
  }

  async function isGood(stream: Stream): Promise<boolean> {
    try {
      return sameScope(await stream.findToken(), stream.token);
    } catch (error) {
      // Only an answer ends it: a database that is away says nothing about the token.
      if (isRefusal(error)) return false;
      onFailure(error);
      checkLater ??= setTimeout(() => {
        checkLater = undefined;
        mustCheck = true;
        void check();
      }, 1000).unref();
      return true;
    }
  }

  function tick(): void {
    const now = Date.now();
    for (const stream of [...streams]) {
      const { openedAt, token, out } = stream;
      if (now - openedAt >= lifetimeMs || hasExpired(token, now)) end(stream);
      else if (out.readableLength > 0 && now - stream.takenAt > stallMs) out.destroy();
      else if (stream.idle && now - stream.sentAt > heartbeatMs) {
        send(stream, [Buffer.from(heartbeat)]);
      }
    }
    void serve();
  }

  function end(stream: Stream): void {
    if (stream.ended) return;
    stream.out.push(null);
    forget(stream);
  }

  function forget(stream: Stream): void {
    stream.ended = true;
    stream.pending = [];
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function close(): void {
    closed = true;
    clearTimeout(checkLater);
    for (const stream of [...streams]) end(stream);
  }

  return { open, close, count: () => streams.size };
}

async function partsOf(message: Exclude<Message, { kind: 'nothing' }>): Promise<Buffer[]> {
  const whole = message.kind === 'everything';
  const head = headOf(whole ? 'unleash-connected' : 'unleash-updated', message.revision);
  const body = whole ? await message.body() : message.body;
  return [Buffer.from(head), body, Buffer.from(blockEnd)];
}

/** Streams that need the very same: one selection, one place. */
function alike(streams: readonly Stream[]): Stream[][] {
  const groups = new Map<string, Stream[]>();
  for (const stream of streams) {
    const key = JSON.stringify([stream.selection, stream.cursor]);
    const group = groups.get(key);
    if (group) group.push(stream);
    else groups.set(key, [stream]);
  }
  return [...groups.values()];
}

const isRefusal = (error: unknown) =>
  [401, 403].includes((error as { status?: number }).status ?? 0);

const sameScope = (one: SdkToken, other: SdkToken) =>
  one.id === other.id &&
  one.environment === other.environment &&
  JSON.stringify(one.projects) === JSON.stringify(other.projects);

const hasExpired = ({ expiresAt }: SdkToken, now: number) =>
  expiresAt !== null && Date.parse(expiresAt) <= now;
