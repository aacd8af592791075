import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '../../platform/jobs/backoff.ts';
import { applyDelta, contentFrom, type DeltaEvent, InvalidDataError } from '../state/rules.ts';
import type { ScopeData } from '../state/scope-data.ts';
import type { Block } from './blocks.ts';
import { type Upstream, UpstreamError } from './client.ts';

export type Feed = {
  /** Resolves after the first attempt, whether it succeeded or not. */
  first: Promise<void>;
  /** Whether the first attempt is not over. */
  starting: () => boolean;
  /** Whether the last attempt failed. */
  failing: () => boolean;
  streaming: () => boolean;
  stop: () => void;
};

export type FeedOptions = {
  upstream: Upstream;
  /** A valid client token of the scope. */
  token: () => string;
  /** Whether to stream where the upstream supports it. */
  streaming: boolean;
  /** The interval of polls without a stream. */
  refreshMs: number;
  onChange: () => void;
  /** The upstream refuses the token. */
  onRefused: (token: string) => void;
  onError: (error: unknown) => void;
};

/** The longest pause after failures. */
const pauseMaxMs = 30_000;
/** A stream that ends sooner counts as a failure. */
const streamMinMs = 5000;
/** A stream is tried this often at an upstream without streams: it may be upgraded. */
const noStreamsMs = 10 * 60_000;
/** And this often at one whose streams are all in use. */
const busyMs = 60_000;

/** Updates the data from the upstream: by a stream if there is one, else by polls with an ETag. */
export function createFeed(data: ScopeData, options: FeedOptions): Feed {
  const { upstream, token, refreshMs, onChange, onRefused, onError } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let failing = false;
  let starting = true;
  let connected = false;
  let streamsFrom = options.streaming ? 0 : Number.POSITIVE_INFINITY;
  let failures = 0;
  const { promise: first, resolve: firstIsOver } = newPromise();

  async function poll(): Promise<void> {
    const found = await upstream.features(token(), data.state() && data.origin().etag);
    if (signal.aborted) return;
    if (found) accept(() => data.accept(contentFrom(found.body), originIn(found)));
    else data.confirm();
    succeed();
  }

  async function follow(): Promise<void> {
    const startedAt = performance.now();
    try {
      for await (const block of upstream.stream(token(), data.origin().revision, signal)) {
        if (signal.aborted) return;
        receive(block);
        succeed();
      }
    } catch (error) {
      if (!pausesStreams(error)) throw error;
    } finally {
      connected = false;
    }
    if (performance.now() - startedAt < streamMinMs && performance.now() >= streamsFrom) {
      throw new Error('The stream of the upstream ended at once.');
    }
  }

  function receive({ id, data: text }: Block): void {
    const { events } = JSON.parse(text) as { events?: DeltaEvent[] };
    if (!Array.isArray(events)) throw new InvalidDataError('The upstream sent no delta.');
    const newest = Math.max(...events.map(({ eventId }) => Number(eventId) || 0), Number(id) || 0);
    const content = applyDelta(data.state(), events);
    // The ETag of the last poll is that of older data.
    accept(() => data.accept(content, { revision: newest, etag: undefined }));
  }

  function accept(apply: () => void): void {
    const before = data.state();
    apply();
    if (before?.revision !== data.state()?.revision || starting) onChange();
  }

  function succeed(): void {
    const recovered = failing;
    [failing, failures] = [false, 0];
    endStart();
    if (recovered) onChange();
  }

  function fail(error: unknown): void {
    const wasFailing = failing;
    [failing, failures] = [true, failures + 1];
    endStart();
    if (!wasFailing) onChange();
    onError(error);
    if (error instanceof UpstreamError && [401, 403].includes(error.status)) onRefused(token());
  }

  function endStart(): void {
    starting = false;
    firstIsOver();
  }

  /** An upstream without streams, or without a free one, is polled. */
  function pausesStreams(error: unknown): boolean {
    if (!(error instanceof UpstreamError) || ![404, 405, 429, 501].includes(error.status)) {
      return false;
    }
    streamsFrom = performance.now() + (error.status === 429 ? busyMs : noStreamsMs);
    return true;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await poll();
        if (performance.now() >= streamsFrom) {
          connected = true;
          await follow();
        } else await pause(refreshMs * (0.9 + 0.2 * Math.random()));
      } catch (error) {
        if (signal.aborted) return;
        fail(error);
        const longest = pauseMaxMs * (0.5 + Math.random() / 2);
        await pause(Math.min(longest, backoffMs(failures - 1, Math.random())));
      }
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {});

  void run();
  return {
    first,
    starting: () => starting,
    failing: () => failing,
    streaming: () => connected,
    stop: () => {
      stopping.abort();
      endStart();
    },
  };
}

function originIn({ body, etag }: { body: unknown; etag: string | undefined }) {
  const { revisionId } = (body as { meta?: { revisionId?: unknown } }).meta ?? {};
  return { revision: Number.isInteger(revisionId) ? (revisionId as number) : undefined, etag };
}

function newPromise() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
