import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findRevision } from '../../delivery/sdk/queries.ts';
import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf, someEvents } from '../../testing/events.ts';
import { eventually } from '../../testing/eventually.ts';
import { transactionsOf } from '../../transactions.ts';
import { verifyChain } from '../proofs/verify.ts';
import { maintainPartitions } from './commands.ts';
import { runStep } from './job.ts';

/** The tests follow one log through the months. */

const { db, get } = await testApp();
const inTransaction = transactionsOf(db);
const settings = { partitionsFrom: 20, retentionMonths: 12 };

const stepAt = (day: string) => runStep(inTransaction, settings, `${day}T00:00:00.000Z`);

/** What was done until nothing was left to do. */
async function maintain(day: string): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const step = await stepAt(day);
    if (step.did === 'nothing') return done;
    if (step.did !== 'postponed') done.push(step.did);
  }
}

const record = () =>
  inTransaction(async (tx) => recordEvent(tx, systemCaller, { type: 'tag-created' }));

/** Three writers append before, during and after the work. */
async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
  const state: { writing: boolean; written: number } = { writing: true, written: 0 };
  const write = async () => {
    while (state.writing) {
      await record();
      state.written += 1;
    }
  };
  const writers = Promise.all([write(), write(), write()]);
  const more = async () => {
    const before = state.written;
    await eventually(() => expect(state.written).toBeGreaterThan(before + 5));
  };
  try {
    await more();
    const result = await work();
    await more();
    return result;
  } finally {
    state.writing = false;
    await writers;
  }
}

const listPartitions = () =>
  sql<{ name: string; events: number }>`
    select tableoid::regclass::text as name, count(*) as events from events
    group by 1 order by 1`
    .execute(db)
    .then(({ rows }) => rows);

const countAll = async () => {
  const rows = await listPartitions();
  return rows.reduce((sum, { events }) => sum + events, 0);
};

const searchTotal = async () => (await get('/api/admin/search/events')).body.total;

describe('a log of PostgreSQL', () => {
  test('stays one table up to the number of events of the setting', async () => {
    const [first = 0] = await someEvents(db, [{ featureName: 'f', environment: 'development' }]);
    await eventsOf(db, 'default', settings.partitionsFrom - first);

    expect(await countAll()).toBe(settings.partitionsFrom);
    expect(await maintain('2026-01-15')).toEqual([]);
  });

  test('is partitioned while events are written, by one of several processes', async () => {
    const steps = await whileWriting(async () => {
      const first = await Promise.all(['1', '2', '3'].map(() => stepAt('2026-01-15')));
      return [...first.map(({ did }) => did), ...(await maintain('2026-01-15'))];
    });

    expect(steps.filter((did) => did !== 'postponed').sort()).toEqual(['partitioned', 'validated']);
    expect((await listPartitions()).map(({ name }) => name)).toEqual(['events_2026_01']);
    expect(await verifyChain(db)).toMatchObject({ intact: true, events: await countAll() });
    expect(await searchTotal()).toBe(await countAll());
  });

  test('gets a partition at each change of month, while events are written', async () => {
    for (const month of ['2026-02', '2026-03', '2026-04']) {
      expect(await whileWriting(() => maintain(`${month}-01`))).toEqual(['closed']);
    }

    const partitions = await listPartitions();
    expect(partitions.map(({ name }) => name)).toEqual([
      'events_2026_01',
      'events_2026_02',
      'events_2026_03',
      'events_2026_04',
    ]);
    expect(await verifyChain(db)).toMatchObject({ intact: true, events: await countAll() });
    expect(await maintain('2026-04-30')).toEqual([]);
  });

  test('is unchanged if a process ends during a step, and the next one continues', async () => {
    const killed = inTransaction(async (tx) => {
      await maintainPartitions(tx, settings, '2026-05-02T00:00:00.000Z');
      throw new Error('killed');
    });

    await expect(killed).rejects.toThrow('killed');
    await record();
    expect((await listPartitions()).at(-1)?.name).toBe('events_2026_04');
    expect(await maintain('2026-05-02')).toEqual(['closed']);
    await record();
    expect((await listPartitions()).at(-1)).toEqual({ name: 'events_2026_05', events: 1 });
  });

  test('has no month without events', async () => {
    await maintain('2026-06-01');

    expect(await maintain('2026-07-01')).toEqual([]);
    await record();
    expect(await maintain('2026-07-02')).toEqual(['closed']);
  });

  test.each([
    ["update events_2026_01 set type = 'x'"],
    ['delete from events_2026_05'],
    ['truncate events_2026_01'],
    ['truncate events_2026_07'],
    ['truncate events'],
  ])('is append-only in each partition: %s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only');
  });

  test('shows a changed event of a closed partition', async () => {
    const { rows } = await sql<{ id: number }>`select max(id) as id from events_2026_02`.execute(
      db,
    );
    const tampered = db.transaction().execute(async (tx) => {
      await sql`alter table events_2026_02 disable trigger user`.execute(tx);
      await sql`update events set created_by = 'x' where id = ${rows[0]?.id}`.execute(tx);
      throw new Error(JSON.stringify(await verifyChain(tx)));
    });

    await expect(tampered).rejects.toThrow(`"brokenId":${rows[0]?.id}`);
  });

  test('gets changed functions and triggers', async () => {
    await sql`delete from migrations where name like 'repeatable/event%'`.execute(db);

    expect(await migrate(db)).toEqual([
      'repeatable/event_log.sql',
      'repeatable/event_partitions.sql',
    ]);
    await record();
    expect(await verifyChain(db)).toMatchObject({ intact: true });
  });
});

describe('events that are older than the retention', () => {
  test('are deleted by month; an event records it, and the rest is verified', async () => {
    await eventsOf(db, 'default', 1);
    const head = (await verifyChain(db)).head;
    const [oldest] = await listPartitions();
    const before = { total: await searchTotal(), revision: await findRevision(db, 'development') };
    // Closed on 2026-02-01, 2026-03-01 and so on.
    expect(await maintain('2027-01-31')).toEqual(['closed']);

    const steps = await whileWriting(() => maintain('2027-02-01'));

    expect(steps.sort()).toEqual(['closed', 'deleted']);
    const { body } = await get('/api/admin/search/events?type=IS:events-deleted');
    expect(body).toMatchObject({
      total: 1,
      events: [
        {
          createdBy: systemCaller.name,
          label: 'Old events deleted',
          summary: expect.stringMatching(
            /deleted \d+ events, up to event \d+ \(EVENT_RETENTION_MONTHS: 12\)/,
          ),
          data: { partition: 'events_2026_01', events: oldest?.events, months: 12 },
        },
      ],
    });
    const { lastId, lastHash } = body.events[0].data;
    expect(await verifyChain(db, { event: head })).toMatchObject({
      intact: true,
      events: await countAll(),
      deletion: { id: lastId, hash: lastHash, events: oldest?.events },
    });
    expect(await verifyChain(db, { event: { id: lastId, hash: lastHash } })).toMatchObject({
      intact: true,
    });
    expect(await verifyChain(db, { event: { id: 1, hash: lastHash } })).toMatchObject({
      intact: false,
      reason: expect.stringContaining('was deleted'),
    });
    expect(await searchTotal()).toBe(await countAll());
    expect(await searchTotal()).not.toBe(before.total);
    expect(before.revision).toBeGreaterThan(0);
    expect(await findRevision(db, 'development')).toBeGreaterThanOrEqual(before.revision);
    const first = await db.selectFrom('events').select('id').orderBy('id').executeTakeFirst();
    expect((await get(`/api/admin/audit/proof/${first?.id}`)).body).toMatchObject({
      intact: true,
      previousEventId: lastId,
      previousHash: lastHash,
    });
  });

  test('of several months are counted together, and the open partition stays', async () => {
    const total = async () => (await verifyChain(db)) as { deletion?: { events: number } };
    const before = (await total()).deletion?.events ?? 0;
    const all = await countAll();

    const steps = await maintain('2040-01-01');

    const deleted = steps.filter((did) => did === 'deleted').length;
    expect(deleted).toBeGreaterThan(2);
    expect(await verifyChain(db)).toMatchObject({ intact: true, events: await countAll() });
    expect((await total()).deletion?.events).toBe(before + all + deleted - (await countAll()));
    expect(await db.selectFrom('event_partitions').select('name').execute()).toHaveLength(2);
  });

  test('may be deleted while the log is verified', async () => {
    await eventsOf(db, 'default', 2500);
    await maintain('2041-01-01');
    const closed = await db
      .selectFrom('event_partitions')
      .select('last_id as id')
      .where('last_id', 'is not', null)
      .orderBy('first_id', 'desc')
      .executeTakeFirstOrThrow();
    const pages: number[] = [];

    const result = await verifyChain(db, {}, async (events) => {
      pages.push(events);
      if (pages.length === 1) await maintain('2043-01-01');
    });

    expect(pages[0]).toBe(2000);
    expect(result).toMatchObject({ intact: true, deletion: closed });
  });
});
