import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { conflict, unauthenticated } from '../errors.ts';
import {
  createEventStreams,
  type EventStreams,
  type Next,
  type StreamLimits,
  type StreamSource,
} from './event-streams.ts';

type Reader = { name: string };

/** A limit that ends a hang, on a busy machine too. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

/** A log of words: the cursor is how many were read. */
function aLog(overrides: Partial<StreamSource<Reader>> = {}, limits: Partial<StreamLimits> = {}) {
  const words: string[] = [];
  const reads: number[] = [];
  const failures: unknown[] = [];
  const nextFrom = (cursor: number): Next => ({
    chunks: words.slice(cursor).map((word) => Buffer.from(`${word} `)),
    cursor: words.length,
  });
  let subscribed = 0;
  const streams = createEventStreams<Reader>(
    {
      read: async (_, cursor) => {
        reads.push(cursor);
        return nextFrom(cursor);
      },
      keyOf: ({ name }) => name,
      authorize: async () => {},
      heartbeat: (cursor) => `(${cursor}) `,
      full: (max) => conflict(`${max} are enough`),
      subscribe: () => {
        subscribed += 1;
        return () => {
          subscribed -= 1;
        };
      },
      ...overrides,
    },
    {
      ...{ streamsMax: 3, lifetimeMs: 60_000, heartbeatMs: 60_000, pollMs: 60_000 },
      ...{ onFailure: (error: unknown) => failures.push(error), ...limits },
    },
  );
  onTestFinished(() => streams.close());
  const say = (word: string) => {
    words.push(word);
    streams.wake();
  };
  return { streams, reads, failures, nextFrom, say, subscribed: () => subscribed };
}

async function follow(streams: EventStreams<Reader>, name = 'a') {
  const out = await streams.open({ name }, async () => ({ chunks: [], cursor: 0, more: true }));
  let received = '';
  out.on('data', (chunk) => {
    received += chunk;
  });
  return { out, received: () => received };
}

describe('streams', () => {
  test('share a read with those that have the same key and cursor', async () => {
    const { streams, reads, say } = aLog();
    const readers = [await follow(streams), await follow(streams), await follow(streams, 'b')];
    await eventually(() => expect(reads).toContain(0));
    reads.length = 0;

    say('one');
    await eventually(() => {
      expect(readers.map(({ received }) => received())).toEqual(['one ', 'one ', 'one ']);
    });

    expect(reads).toEqual([0, 0]);
  });

  test('miss nothing that comes during a read', async () => {
    let first = true;
    const { streams, nextFrom, say } = aLog({
      read: async (_, cursor) => {
        const next = nextFrom(cursor);
        if (first && next.cursor === 1) {
          first = false;
          say('two');
        }
        return next;
      },
    });
    const { received } = await follow(streams);

    say('one');

    await eventually(() => expect(received()).toBe('one two '));
  });

  test('try a read that failed again', async () => {
    let attempts = 0;
    const { streams, failures, nextFrom, say } = aLog(
      {
        read: async (_, cursor) => {
          attempts += 1;
          if (attempts === 1) throw new Error('away');
          return nextFrom(cursor);
        },
      },
      { pollMs: 20 },
    );
    const { received } = await follow(streams);

    say('one');

    await eventually(() => expect(received()).toBe('one '));
    expect(failures).toMatchObject([{ message: 'away' }]);
  });

  test('end when a recheck refuses the reader, and go on when it fails', async () => {
    const results = [new Error('away'), unauthenticated('revoked')];
    const { streams, failures } = aLog(
      {
        authorize: async () => {
          throw results.shift() ?? new Error('authorized too often');
        },
      },
      { heartbeatMs: 20 },
    );
    const out = await streams.open({ name: 'a' }, async () => ({ chunks: [], cursor: 0 }));

    streams.recheck();
    await text(out);

    expect(failures).toMatchObject([{ message: 'away' }]);
    expect(streams.count()).toBe(0);
  });

  test('end when the credentials expire', async () => {
    const { streams } = aLog({}, { heartbeatMs: 20 });
    const start = async () => ({ chunks: [Buffer.from('hello')], cursor: 0 });

    const out = await streams.open({ name: 'a' }, start, Date.now() + 50);

    expect(await text(out)).toMatch(/^hello(\(0\) )*$/);
  });

  test('are refused when there are too many, and one that cannot start is not counted', async () => {
    const { streams, subscribed } = aLog({}, { streamsMax: 1 });
    const failing = streams.open({ name: 'a' }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const { out } = await follow(streams);

    await expect(follow(streams)).rejects.toThrow('1 are enough');
    expect(subscribed()).toBe(1);
    out.destroy();
    await eventually(() => expect(streams.count()).toBe(0));

    expect(subscribed()).toBe(0);
  });
});
