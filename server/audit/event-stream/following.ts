import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../platform/caller.ts';
import type { Listen } from '../../platform/db/listen.ts';
import type { Db } from '../../platform/db/open.ts';
import { unavailable } from '../../platform/errors.ts';
import type { EventFilters } from '../event-log/filters.ts';
import { openLog, readPages } from '../event-log/reading.ts';
import { blockOf, markOf, retryBlock } from './rules.ts';

/** What the append tells on, in the migration that made it. */
const channel = 'pennon_events';

/** What a stream keeps for its reader before it stops reading the log for it. */
const bufferBytes = 64 * 1024;

export type Limits = {
  streamsMax: number;
  lifetimeMs: number;
  /** A reader that took nothing for this long, with something to take, is let go. */
  stallMs?: number;
  heartbeatMs?: number;
  /** How old the knowledge of the reader's rights may be. */
  recheckMs?: number;
  /** The log is looked at this often even if nobody tells. */
  pollMs?: number;
  onFailure?: (error: unknown) => void;
};

export type Wish = {
  filters: EventFilters;
  caller: Caller;
  /** Who the reader is by now; fails when the credentials are no longer good. */
  findCaller: () => Promise<Caller>;
  /** Undefined starts behind the newest event. */
  after: number | undefined;
};

type Stream = Omit<Wish, 'after'> & {
  out: Readable;
  /** Everything up to here was sent or is not for this reader. */
  cursor: number;
  /** False while the reader has enough to read. */
  wanting: boolean;
  ended: boolean;
  openedAt: number;
  checkedAt: number;
  sentAt: number;
  takenAt: number;
  /** Called once when the reader wants more, or is gone. */
  onWanting: () => void;
};

export type Following = {
  open: (wish: Wish) => Promise<Readable>;
  close: () => void;
  count: () => number;
};

/**
 * Follows the log for any number of readers with one listener. Streams that are up to date share
 * each read with those that ask for the same; one that is behind reads at its own pace.
 */
export function followLog(db: Db, listen: Listen, limits: Limits): Following {
  const { streamsMax, lifetimeMs, onFailure = () => {} } = limits;
  const { stallMs = 30_000, heartbeatMs = 15_000, recheckMs = 2000, pollMs = 5000 } = limits;
  const streams = new Set<Stream>();
  /** Those that have all there is. */
  const live = new Set<Stream>();
  let stopListening: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastLook = 0;
  let looking = false;
  let lookAgain = false;
  let ticking = false;
  let closed = false;

  async function open(wish: Wish): Promise<Readable> {
    assertRoom();
    // Counted before anything is awaited: many may ask at once.
    const stream = newStream(wish);
    streams.add(stream);
    try {
      const { sight } = await openLog(db, wish.caller, wish.filters);
      stream.cursor = Math.min(wish.after ?? sight.newest, sight.newest);
    } catch (error) {
      end(stream);
      throw error;
    }
    start();
    send(stream, retryBlock + markOf(stream.cursor, 'from here on'), stream.cursor);
    void catchUp(stream);
    return stream.out;
  }

  function assertRoom(): void {
    if (closed) throw unavailable('This server is stopping. Try again.');
    if (streams.size < streamsMax) return;
    throw unavailable(`All ${streamsMax} streams of this server are in use. Try again later.`);
  }

  function newStream({ filters, caller, findCaller }: Wish): Stream {
    const now = Date.now();
    const stream: Stream = {
      ...{ filters, caller, findCaller },
      ...{ openedAt: now, checkedAt: now, sentAt: now, takenAt: now },
      ...{ cursor: 0, wanting: true, ended: false, onWanting: () => {} },
      out: new Readable({
        highWaterMark: bufferBytes,
        read: () => {
          stream.wanting = true;
          stream.takenAt = Date.now();
          stream.onWanting();
        },
        destroy: (error, done) => {
          forget(stream);
          done(error);
        },
      }),
    };
    return stream;
  }

  /** The listener and the clock run only while somebody reads. */
  function start(): void {
    if (timer) return;
    stopListening = listen(channel, () => void look());
    const shortest = Math.min(1000, recheckMs, heartbeatMs, stallMs, lifetimeMs);
    timer = setInterval(() => void tick(), shortest);
    timer.unref();
  }

  function forget(stream: Stream): void {
    stream.ended = true;
    live.delete(stream);
    streams.delete(stream);
    stream.onWanting();
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    stopListening?.();
  }

  function end(stream: Stream): void {
    if (stream.ended) return;
    stream.out.push(null);
    forget(stream);
  }

  function send(stream: Stream, text: string, cursor: number): void {
    if (stream.ended) return;
    if (stream.out.readableLength === 0) stream.takenAt = Date.now();
    stream.wanting = stream.out.push(text);
    stream.cursor = cursor;
    stream.sentAt = Date.now();
  }

  /** Reads what the stream has not seen, as fast as its reader takes it, until that is nothing. */
  async function catchUp(stream: Stream): Promise<void> {
    live.delete(stream);
    while (!stream.ended) {
      try {
        if (!stream.wanting) await untilWanting(stream);
        if (!(await isStillGood(stream))) return;
        if (await readOn(stream)) break;
      } catch (error) {
        onFailure(error);
        await delay(pollMs, undefined, { ref: false });
      }
    }
    if (stream.ended) return;
    live.add(stream);
    // What came while it was not yet among them, nobody told it.
    void look();
  }

  /** True when the stream has all that there was when it began. */
  async function readOn(stream: Stream): Promise<boolean> {
    const began = Date.now();
    const log = await openLog(db, stream.caller, stream.filters);
    let last = stream.cursor;
    const pages = readPages(db, log, { cursor: stream.cursor }, (event) => {
      last = event.id;
      return blockOf(event);
    });
    for await (const text of pages) {
      send(stream, text, last);
      if (stream.ended) return false;
      if (!stream.wanting) await untilWanting(stream);
      // Rights may have changed since the log was opened.
      if (Date.now() - began > recheckMs) return false;
    }
    stream.cursor = Math.max(stream.cursor, log.sight.newest);
    return true;
  }

  const untilWanting = (stream: Stream) =>
    new Promise<void>((resolve) => {
      stream.onWanting = resolve;
      if (stream.wanting || stream.ended) resolve();
    });

  /** One look at a time; whoever asks meanwhile gets another one after it. */
  async function look(): Promise<void> {
    lookAgain = true;
    if (looking) return;
    looking = true;
    while (lookAgain && live.size > 0) {
      lookAgain = false;
      lastLook = Date.now();
      for (const group of alike(live)) await lookFor(group);
    }
    looking = false;
  }

  /** One read for all of them; who takes it too slowly goes on alone. */
  async function lookFor(group: readonly Stream[]): Promise<void> {
    try {
      let readers: Stream[] = [];
      for (const stream of group) if (await isStillGood(stream)) readers.push(stream);
      const [first] = readers;
      if (!first) return;
      const log = await openLog(db, first.caller, first.filters);
      let last = first.cursor;
      const pages = readPages(db, log, { cursor: first.cursor }, (event) => {
        last = event.id;
        return blockOf(event);
      });
      for await (const text of pages) {
        for (const stream of readers) send(stream, text, last);
        for (const stream of readers) if (!stream.wanting) void catchUp(stream);
        readers = readers.filter(({ wanting, ended }) => wanting && !ended);
        if (readers.length === 0) return;
      }
      for (const stream of readers) stream.cursor = Math.max(stream.cursor, log.sight.newest);
    } catch (error) {
      onFailure(error);
    }
  }

  /** Ends the stream when its reader may not read any more. */
  async function isStillGood(stream: Stream): Promise<boolean> {
    if (stream.ended) return false;
    if (Date.now() - stream.checkedAt < recheckMs) return true;
    try {
      stream.caller = await stream.findCaller();
      stream.checkedAt = Date.now();
      return true;
    } catch (error) {
      // Only an answer ends it: a database that is away says nothing about the reader.
      if (!isRefusal(error)) throw error;
      end(stream);
      return false;
    }
  }

  async function tick(): Promise<void> {
    if (ticking) return;
    ticking = true;
    const now = Date.now();
    for (const stream of [...streams]) {
      if (now - stream.openedAt >= lifetimeMs) end(stream);
      else if (stream.out.readableLength > 0 && now - stream.takenAt > stallMs) {
        stream.out.destroy();
      } else if (stream.wanting && now - stream.sentAt > heartbeatMs) {
        send(stream, markOf(stream.cursor, 'still here'), stream.cursor);
      }
    }
    if (now - lastLook > pollMs) void look();
    for (const stream of [...streams]) await isStillGood(stream).catch(onFailure);
    ticking = false;
  }

  function close(): void {
    closed = true;
    for (const stream of [...streams]) end(stream);
  }

  return { open, close, count: () => streams.size };
}

const isRefusal = (error: unknown) =>
  [401, 403].includes((error as { status?: number }).status ?? 0);

/** Streams that would read the very same: same filters, same sight, same place. */
function alike(streams: ReadonlySet<Stream>): Stream[][] {
  const groups = new Map<string, Stream[]>();
  for (const stream of streams) {
    const { admin, restricted, id } = stream.caller;
    const sight = restricted ? id : admin;
    const key = JSON.stringify([stream.filters, sight, stream.cursor]);
    groups.set(key, [...(groups.get(key) ?? []), stream]);
  }
  return [...groups.values()];
}
