import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { broadTypes } from '../delivery/sdk/rules.ts';
import { systemCaller } from '../platform/caller.ts';
import { eventsSince, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { inTransaction } from '../transactions.ts';
import { typesChanging } from './catalogue.ts';
import { type BeforeAppend, createTransactions, recordEvent } from './record.ts';
import { type EventType, eventTypes } from './types.ts';

const { db } = await testApp();

describe('recordEvent', () => {
  test('events are written at the end of their transaction, in the order they were recorded', async () => {
    const before = await lastEventId(db);

    const during = await inTransaction(db, async (tx) => {
      recordEvent(tx, systemCaller, { type: 'project-created', project: 'one', data: { n: 1 } });
      recordEvent(tx, systemCaller, { type: 'project-updated', project: 'two', preData: { n: 2 } });
      recordEvent(tx, systemCaller, { type: 'tag-created', featureName: 'flag', environment: 'e' });
      return lastEventId(tx);
    });

    expect(during).toBe(before);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'project-created',
        project: 'one',
        data: { n: 1 },
        preData: null,
        createdBy: 'unleash_system_user',
        createdByUserId: -1337,
      },
      { type: 'project-updated', project: 'two', data: null, preData: { n: 2 } },
      { type: 'tag-created', project: null, environment: 'e' },
    ]);
  });

  test('a transaction that fails leaves no event', async () => {
    const before = await lastEventId(db);

    const failing = inTransaction(db, async (tx) => {
      recordEvent(tx, systemCaller, { type: 'project-created' });
      throw new Error('rolled back');
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect(await lastEventId(db)).toBe(before);
  });

  test('throws in a transaction that inTransaction did not open', async () => {
    const stray = db
      .transaction()
      .execute(async (tx) => recordEvent(tx, systemCaller, { type: 'project-created' }));

    await expect(stray).rejects.toThrow('inTransaction');
  });

  test('Unicode text, quotes and line breaks are stored unchanged', async () => {
    const before = await lastEventId(db);
    const data = { text: 'ünï 🏳️ "quoted" \\ \n\t \u2028 %_' };

    await inTransaction(db, async (tx) =>
      recordEvent(tx, systemCaller, { type: 'user-created', data }),
    );

    expect(await eventsSince(db, before)).toMatchObject([{ data }]);
  });
});

describe('a hook before the append', () => {
  const created = { type: 'project-created', project: unique('p') } as const;
  const record = (beforeAppend: readonly BeforeAppend[], runs: string[] = []) =>
    createTransactions({ beforeAppend })(db, async (tx) => {
      runs.push('work');
      recordEvent(tx, systemCaller, created);
    });

  test('can refuse the events, and with them the change', async () => {
    const before = await lastEventId(db);
    const refuse: BeforeAppend = async (_, events) => {
      throw new Error(`no ${events.map(({ type }) => type)}`);
    };

    await expect(record([refuse])).rejects.toThrow('no project-created');
    expect(await lastEventId(db)).toBe(before);
  });

  test('adds events after those of the transaction, in the order of the hooks', async () => {
    const before = await lastEventId(db);
    const add =
      (type: EventType): BeforeAppend =>
      async () => ({ events: [{ type, createdBy: 'hook', createdByUserId: 7 }] });

    await record([add('tag-created'), async () => ({}), add('tag-deleted')]);

    expect((await eventsSince(db, before)).map(({ type, createdBy }) => [type, createdBy])).toEqual(
      [
        ['project-created', systemCaller.name],
        ['tag-created', 'hook'],
        ['tag-deleted', 'hook'],
      ],
    );
  });

  test('does not run for a transaction without events', async () => {
    const refuse: BeforeAppend = async () => {
      throw new Error('called');
    };

    expect(await createTransactions({ beforeAppend: [refuse] })(db, async () => 'done')).toBe(
      'done',
    );
  });

  test('can make the transaction run again, once, with locks taken before its work', async () => {
    const before = await lastEventId(db);
    const runs: string[] = [];
    const check = { expression: sql`require_locks()`, lock: async () => runs.push('lock') };
    const hook: BeforeAppend = async (_, __, locked) => {
      runs.push(locked ? 'locked' : 'unlocked');
      return locked ? {} : { check };
    };
    await sql`create function require_locks() returns void language plpgsql as $$ begin
      raise exception 'locks are required first' using errcode = 'PN001'; end $$`.execute(db);

    await record([hook], runs);

    expect(runs).toEqual(['work', 'unlocked', 'lock', 'work', 'locked']);
    expect(await eventsSince(db, before)).toMatchObject([created]);
    await expect(record([async () => ({ check })])).rejects.toThrow('must take its locks');
    expect(await eventsSince(db, before)).toHaveLength(1);
  });
});

describe('a transaction that fails with a serialisation error or a deadlock', () => {
  const failing = (code: string, times: number) => {
    let runs = 0;
    const done = inTransaction(db, async () => {
      runs += 1;
      if (runs <= times) throw Object.assign(new Error('again'), { code });
      return runs;
    });
    return done.catch(() => `failed after ${runs}`);
  };

  test.each([
    ['40001', 2, 3],
    ['40P01', 2, 3],
    ['40001', 3, 'failed after 3'],
    ['23505', 1, 'failed after 1'],
  ])('%s, %i times: %s', async (code, times, outcome) => {
    expect(await failing(code, times)).toBe(outcome);
  });
});

describe('the table events', () => {
  test.each([
    ['what SDKs read', 'events_for_sdks', broadTypes],
    ['the last change of a segment', 'events_about_segments', typesChanging('segment')],
  ])('has an index for %s, with the types of the catalogue', async (_, index, types) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(${index}::regclass) as definition`.execute(db);
    const named = [...(rows[0]?.definition ?? '').matchAll(/'(\w+-[\w-]+)'/g)].map(([, it]) => it);

    expect(named.sort()).toEqual([...types].sort());
  });

  test.each([
    ['update', sql`update events set type = 'x'`],
    ['delete', sql`delete from events`],
    ['truncate', sql`truncate events`],
  ])('refuses %s', async (_, statement) => {
    await inTransaction(db, async (tx) =>
      recordEvent(tx, systemCaller, { type: 'project-created', project: unique('p') }),
    );
    const before = await lastEventId(db);

    await expect(statement.execute(db)).rejects.toThrow('events are append-only');

    expect(await lastEventId(db)).toBe(before);
  });
});

test('the catalogue contains each type once', () => {
  expect(new Set(eventTypes).size).toBe(eventTypes.length);
  expect(eventTypes).toHaveLength(154);
});
