import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import { unauthenticated } from '../../platform/errors.ts';
import type { StreamLimits } from '../../platform/http/event-streams.ts';
import { openTestDb } from '../../testing/database.ts';
import { inTransaction } from '../../transactions.ts';
import { createLogStreams } from './log-streams.ts';

const opened = await openTestDb({ reusable: false });
const { db, listen } = opened;

const recordEvents = (count: number, size = 1) =>
  inTransaction(db, async (tx) => {
    for (let number = 0; number < count; number++) {
      const data = { number, text: 'x'.repeat(size) };
      recordEvent(tx, systemCaller, { type: 'tag-created', project: 'default', data });
    }
  });

function logStreams(limits: Partial<StreamLimits>, listener = listen) {
  const streams = createLogStreams(db, listener, {
    max: 10,
    perOwnerMax: 10,
    lifetimeMs: 60_000,
    ...limits,
  });
  onTestFinished(() => streams.close());
  return streams;
}

const request = (after?: number) => ({
  filters: { sets: [] },
  caller: systemCaller,
  address: '127.0.0.1',
  findCaller: async () => systemCaller,
  after,
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a stream', () => {
  test('sends heartbeats with its position while there are no events', async () => {
    const streams = logStreams({ heartbeatMs: 20 });
    const stream = await streams.open(request());
    let all = '';

    stream.on('data', (chunk) => {
      all += chunk;
    });
    await until(() => all.split(': still here').length > 3);

    expect(all).toMatch(/^retry: 1000\n\n: from here on\nid: \d+\n\n(: still here\nid: \d+\n\n)+$/);
  });

  test('ends after its lifetime', async () => {
    const streams = logStreams({ lifetimeMs: 50 });

    const content = await text(await streams.open(request()));

    expect(content).toContain(': from here on');
    expect(streams.count()).toBe(0);
  });

  test('is closed if its reader does not read, with a bounded buffer', async () => {
    const streams = logStreams({ stallMs: 300, recheckMs: 100 });
    const stream = await streams.open(request());

    await recordEvents(400, 10_000);
    let buffered = 0;
    await until(() => {
      buffered = Math.max(buffered, stream.readableLength);
      return stream.destroyed;
    });

    expect(streams.count()).toBe(0);
    expect(buffered).toBeGreaterThan(0);
    expect(buffered).toBeLessThan(1_500_000);
  });

  test('a slow reader receives all events', async () => {
    const streams = logStreams({});
    const before = await db.selectFrom('events').select('id').execute();
    const stream = await streams.open(request(0));
    const count = before.length + 300;
    await recordEvents(300, 2000);

    let all = '';
    for await (const chunk of stream) {
      all += chunk;
      if (all.split('\ndata: ').length > count && all.endsWith('\n\n')) break;
      await new Promise(setImmediate);
    }

    const ids = [...all.matchAll(/^id: (\d+)\ndata: /gm)].map(([, id]) => Number(id));
    const stored = await db.selectFrom('events').select('id').orderBy('id').execute();
    expect(ids).toEqual(stored.map(({ id }) => id));
  });

  test('polls for events if no notification arrives', async () => {
    const noNotifications = () => () => {};
    const streams = logStreams({ pollMs: 50, heartbeatMs: 100 }, noNotifications);
    const stream = await streams.open(request());
    let all = '';
    stream.on('data', (chunk) => {
      all += chunk;
    });

    await recordEvents(1);
    await until(() => all.includes('data: '));

    expect(all).toContain('"type":"tag-created"');
  });

  test('survives database errors and ends when the credentials are refused', async () => {
    const errors = [new Error('unavailable'), new Error('unavailable'), unauthenticated('revoked')];
    const failures: unknown[] = [];
    const streams = logStreams({ recheckMs: 20, onFailure: (error) => failures.push(error) });
    const stream = await streams.open({
      ...request(),
      findCaller: async () => {
        throw errors.shift() ?? new Error('unexpected call');
      },
    });

    await text(stream);

    expect(failures).toMatchObject([{ message: 'unavailable' }, { message: 'unavailable' }]);
  });
});

test('the database closes while listeners exist', async () => {
  listen('pennon_events', () => {});

  await opened.close();
});
