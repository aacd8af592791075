import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import { unauthenticated } from '../../platform/errors.ts';
import type { StreamLimits } from '../../platform/http/event-streams.ts';
import { openTestDb } from '../../testing/database.ts';
import { inTransaction } from '../../transactions.ts';
import { followLog } from './following.ts';

const opened = await openTestDb();
const { db, listen } = opened;

const happens = (count: number, size = 1) =>
  inTransaction(db, async (tx) => {
    for (let number = 0; number < count; number++) {
      const data = { number, text: 'x'.repeat(size) };
      recordEvent(tx, systemCaller, { type: 'tag-created', project: 'default', data });
    }
  });

function aFollowing(limits: Partial<StreamLimits>, hears = listen) {
  const following = followLog(db, hears, { streamsMax: 10, lifetimeMs: 60_000, ...limits });
  onTestFinished(() => following.close());
  return following;
}

const input = (after?: number) => ({
  filters: { sets: [] },
  caller: systemCaller,
  findCaller: async () => systemCaller,
  after,
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a stream', () => {
  test('says that it is still here while nothing happens, and where it is', async () => {
    const following = aFollowing({ heartbeatMs: 20 });
    const stream = await following.open(input());
    let all = '';

    stream.on('data', (chunk) => {
      all += chunk;
    });
    await until(() => all.split(': still here').length > 3);

    expect(all).toMatch(/^retry: 1000\n\n: from here on\nid: \d+\n\n(: still here\nid: \d+\n\n)+$/);
  });

  test('ends after its lifetime', async () => {
    const following = aFollowing({ lifetimeMs: 50 });

    const whole = await text(await following.open(input()));

    expect(whole).toContain(': from here on');
    expect(following.count()).toBe(0);
  });

  test('is cut when its reader does not read, with little kept for it', async () => {
    const following = aFollowing({ stallMs: 300, recheckMs: 100 });
    const stream = await following.open(input());

    await happens(400, 10_000);
    let kept = 0;
    await until(() => {
      kept = Math.max(kept, stream.readableLength);
      return stream.destroyed;
    });

    expect(following.count()).toBe(0);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(1_500_000);
  });

  test('a slow reader who does read gets everything', async () => {
    const following = aFollowing({});
    const before = await db.selectFrom('events').select('id').execute();
    const stream = await following.open(input(0));
    const count = before.length + 300;
    await happens(300, 2000);

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

  test('is found by looking when nobody tells', async () => {
    const deaf = () => () => {};
    const following = aFollowing({ pollMs: 50, heartbeatMs: 100 }, deaf);
    const stream = await following.open(input());
    let all = '';
    stream.on('data', (chunk) => {
      all += chunk;
    });

    await happens(1);
    await until(() => all.includes('data: '));

    expect(all).toContain('"type":"tag-created"');
  });

  test('outlives a database that is away, and ends when the reader is refused', async () => {
    const answers = [new Error('away'), new Error('away'), unauthenticated('revoked')];
    const failures: unknown[] = [];
    const following = aFollowing({ recheckMs: 20, onFailure: (error) => failures.push(error) });
    const stream = await following.open({
      ...input(),
      findCaller: async () => {
        throw answers.shift() ?? new Error('asked too often');
      },
    });

    await text(stream);

    expect(failures).toMatchObject([{ message: 'away' }, { message: 'away' }]);
  });
});

test('the database closes with listeners left', async () => {
  listen('pennon_events', () => {});

  await opened.close();
});
