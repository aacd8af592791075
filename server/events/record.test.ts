import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { systemCaller } from '../platform/caller.ts';
import { eventsSince, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { inTransaction, recordEvent } from './record.ts';
import { eventTypes } from './types.ts';

const { db } = await testApp();

describe('recordEvent', () => {
  test('events are written at the end of their transaction, in the order they were told', async () => {
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
      throw new Error('changed my mind');
    });

    await expect(failing).rejects.toThrow('changed my mind');
    expect(await lastEventId(db)).toBe(before);
  });

  test('it refuses a transaction that would not write it', async () => {
    const stray = db
      .transaction()
      .execute(async (tx) => recordEvent(tx, systemCaller, { type: 'project-created' }));

    await expect(stray).rejects.toThrow('inTransaction');
  });

  test('text of any language, quotes and line breaks come back as they went in', async () => {
    const before = await lastEventId(db);
    const data = { text: 'ünï 🏳️ "quoted" \\ \n\t \u2028 %_' };

    await inTransaction(db, async (tx) =>
      recordEvent(tx, systemCaller, { type: 'user-created', data }),
    );

    expect(await eventsSince(db, before)).toMatchObject([{ data }]);
  });
});

describe('the table of events', () => {
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

test('the catalogue of types has each type once', () => {
  expect(new Set(eventTypes).size).toBe(eventTypes.length);
  expect(eventTypes).toHaveLength(146);
});
