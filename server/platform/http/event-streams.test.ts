import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { conflict, unauthenticated } from '../errors.ts';
import {
  createEventStreams,
  type EventStreams,
  type Next,
  type StreamLimits,
  type StreamSource,
} from './event-streams.ts';

type Reader = { name: string };

/** A log of messages; the cursor is the number read. */
function aLog(overrides: Partial<StreamSource<Reader>> = {}, limits: Partial<StreamLimits> = {}) {
  const messages: string[] = [];
  const reads: number[] = [];
  const failures: unknown[] = [];
  const nextFrom = (cursor: number): Next => ({
    chunks: messages.slice(cursor).map((message) => Buffer.from(`${message} `)),
    cursor: messages.length,
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
      refuse: ({ limit, max }) => conflict(`${max} are enough: ${limit}`),
      subscribe: () => {
        subscribed += 1;
        return () => {
          subscribed -= 1;
        };
      },
      ...overrides,
    },
    {
      max: 3,
      perOwnerMax: 3,
      lifetimeMs: 60_000,
      heartbeatMs: 60_000,
      pollMs: 60_000,
      onFailure: (error: unknown) => failures.push(error),
      ...limits,
    },
  );
  onTestFinished(() => streams.close());
  const append = (message: string) => {
    messages.push(message);
    streams.wake();
  };
  return { streams, reads, failures, nextFrom, append, subscribed: () => subscribed };
}

const openingOf = (name: string) => ({ reader: { name }, user: { owner: name } });

async function follow(streams: EventStreams<Reader>, name = 'a') {
  const start = async () => ({ chunks: [], cursor: 0, more: true });
  const out = await streams.open(openingOf(name), start);
  let received = '';
  out.on('data', (chunk) => {
    received += chunk;
  });
  return { out, received: () => received };
}

describe('streams', () => {
  test('share a read with those that have the same key and cursor', async () => {
    const { streams, reads, append } = aLog();
    const readers = [await follow(streams), await follow(streams), await follow(streams, 'b')];
    await eventually(() => expect(reads).toContain(0));
    reads.length = 0;

    append('one');
    await eventually(() => {
      expect(readers.map(({ received }) => received())).toEqual(['one ', 'one ', 'one ']);
    });

    expect(reads).toEqual([0, 0]);
  });

  test('do not miss data that is appended during a read', async () => {
    let first = true;
    const { streams, nextFrom, append } = aLog({
      read: async (_, cursor) => {
        const next = nextFrom(cursor);
        if (first && next.cursor === 1) {
          first = false;
          append('two');
        }
        return next;
      },
    });
    const { received } = await follow(streams);

    append('one');

    await eventually(() => expect(received()).toBe('one two '));
  });

  test('retry a read that failed', async () => {
    let attempts = 0;
    const { streams, failures, nextFrom, append } = aLog(
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

    append('one');

    await eventually(() => expect(received()).toBe('one '));
    expect(failures).toMatchObject([{ message: 'away' }]);
  });

  test('end if a recheck refuses the reader, and continue if the recheck fails', async () => {
    const results = [new Error('away'), unauthenticated('revoked')];
    const { streams, failures } = aLog(
      {
        authorize: async () => {
          throw results.shift() ?? new Error('authorized too often');
        },
      },
      { heartbeatMs: 20 },
    );
    const out = await streams.open(openingOf('a'), async () => ({ chunks: [], cursor: 0 }));

    streams.recheck();
    await text(out);

    expect(failures).toMatchObject([{ message: 'away' }]);
    expect(streams.count()).toBe(0);
  });

  test('end when the credentials expire', async () => {
    const { streams } = aLog({}, { heartbeatMs: 20 });
    const start = async () => ({ chunks: [Buffer.from('hello')], cursor: 0 });

    const out = await streams.open({ ...openingOf('a'), expiresAt: Date.now() + 50 }, start);

    expect(await text(out)).toMatch(/^hello(\(0\) )*$/);
  });

  test.each([3_600_000, -3_600_000])('stay open if the clock is set by %i ms', async (change) => {
    const { streams, append } = aLog({}, { heartbeatMs: 20 });
    const { out, received } = await follow(streams);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + change });
    onTestFinished(() => void vi.useRealTimers());

    const before = received();
    await eventually(() => expect(received().slice(before.length)).toMatch(/(\(0\) ){2}/));
    append('one');
    await eventually(() => expect(received()).toContain('one '));

    expect(out.destroyed).toBe(false);
  });

  test('are refused above the limit, and one that cannot start is not counted', async () => {
    const { streams, subscribed } = aLog({}, { max: 1 });
    const failing = streams.open(openingOf('a'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const { out } = await follow(streams);

    await expect(follow(streams)).rejects.toThrow('1 are enough: all');
    expect(subscribed()).toBe(1);
    out.destroy();
    await eventually(() => expect(streams.count()).toBe(0));

    expect(subscribed()).toBe(0);
  });

  test('of one owner do not prevent those of another', async () => {
    const { streams } = aLog({}, { perOwnerMax: 2 });
    const [{ out }] = [await follow(streams), await follow(streams)];

    await expect(follow(streams)).rejects.toThrow('2 are enough: owner');
    await follow(streams, 'b');
    out.destroy();
    await eventually(() => expect(streams.count()).toBe(2));

    await follow(streams);
    expect(streams.count()).toBe(3);
  });
});
