import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { appendEvents, type PastEvent } from '../../events/queries.ts';
import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { type Verdict, verifyChain } from './verify.ts';

const { db } = await testApp();

const aPastEvent = (data: object): PastEvent => ({
  type: 'feature-metadata-updated',
  project: 'default',
  environment: 'production',
  featureName: 'flag',
  data,
  preData: data,
  createdBy: systemCaller.name,
  createdByUserId: systemCaller.id,
  createdAt: '2026-01-02T03:04:05.678Z',
});

/** Enough for three pages of a walk; returns the ids. */
const ids = await plant(4100);

async function plant(count: number): Promise<number[]> {
  await inTransaction(db, (tx) =>
    appendEvents(
      tx,
      Array.from({ length: count }, (_, place) => aPastEvent({ place, text: unique('text') })),
    ),
  );
  const rows = await db.selectFrom('events').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id).slice(-count);
}

const at = (place: number) => ids[place] ?? 0;

/** What a walk says after the log was changed by hand, which is taken back afterwards. */
async function afterTampering(
  ...changes: ((tx: Tx) => Promise<unknown>)[]
): Promise<Verdict & { brokenId?: number }> {
  const verdicts: Verdict[] = [];
  const undone = new Error('undone');
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`alter table events disable trigger user`.execute(tx);
      for (const change of changes) await change(tx);
      verdicts.push(await verifyChain(tx));
      throw undone;
    })
    .catch((error) => expect(error).toBe(undone));
  return verdicts[0] as Verdict;
}

const change = (id: number, what: RawBuilder<unknown>) => (tx: Tx) =>
  sql`update events set ${what} where id = ${id}`.execute(tx);
const remove = (id: number) => (tx: Tx) => sql`delete from events where id = ${id}`.execute(tx);
/** What somebody would do who knows the recipe. */
const seal = (id: number) => (tx: Tx) =>
  sql`
    update events set hash = hash_event(
      (select hash from events as previous where previous.id < events.id order by id desc limit 1),
      json_build_array(id, to_char(created_at at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type, created_by, created_by_user_id, project,
        environment, feature_name, data, pre_data, tags)::text, null)
    where id = ${id}`.execute(tx);

describe('verifyChain', () => {
  test('a log that nobody touched is in order, and ends with the newest event', async () => {
    const told: number[] = [];

    const verdict = await verifyChain(db, {}, (events) => told.push(events));

    const head = at(ids.length - 1);
    expect(verdict).toEqual({
      intact: true,
      events: ids.length,
      head: { id: head, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(told).toEqual([2000, 4000, 4100]);
  });

  test.each([
    ['createdAt, by a millisecond', sql`created_at = created_at + interval '1 millisecond'`],
    ['type', sql`type = 'feature-metadata-update'`],
    ['createdBy', sql`created_by = created_by || ' '`],
    ['createdByUserId', sql`created_by_user_id = 1`],
    ['project', sql`project = null`],
    ['environment', sql`environment = 'Production'`],
    ['featureName', sql`feature_name = 'flug'`],
    ['data, by one letter', sql`data = jsonb_set(data, '{text}', to_jsonb(data->>'text' || 'x'))`],
    ['preData', sql`pre_data = null`],
    ['tags', sql`tags = '[{"type": "simple", "value": "x"}]'`],
    ['its hash', sql`hash = sha256(hash)`],
  ])('one event changed is named: %s', async (_, what) => {
    const id = at(2500);

    const verdict = await afterTampering(change(id, what));

    expect(verdict).toMatchObject({ intact: false, brokenId: id, events: 2000 });
  });

  test.each([[0], [1], [1999], [2000], [2001], [4099]])(
    'wherever it is: the event at place %i',
    async (place) => {
      const verdict = await afterTampering(change(at(place), sql`data = '{}'`));

      expect(verdict).toMatchObject({ intact: false, brokenId: at(place) });
    },
  );

  test('the first of several is named', async () => {
    const verdict = await afterTampering(
      change(at(3000), sql`data = '{}'`),
      change(at(30), sql`data = '{}'`),
    );

    expect(verdict).toMatchObject({ intact: false, brokenId: at(30) });
  });

  test('one that was changed and sealed anew is given away by the next', async () => {
    const verdict = await afterTampering(change(at(50), sql`data = '{}'`), seal(at(50)));

    expect(verdict).toMatchObject({ intact: false, brokenId: at(51) });
  });

  test.each([[0], [7], [1999], [2000]])(
    'one that was removed is given away by the next: place %i',
    async (place) => {
      const verdict = await afterTampering(remove(at(place)));

      expect(verdict).toMatchObject({ intact: false, brokenId: at(place + 1) });
    },
  );

  test('one that was inserted is named; sealed, it is given away by the next', async () => {
    const insert = (tx: Tx) =>
      sql`
        insert into events (id, type, created_by, hash) overriding system value
        values (${at(0) - 1}, 'tag-created', 'nobody', sha256(''))`.execute(tx);
    const sealFirst = (tx: Tx) =>
      sql`
        update events set hash = hash_event(null, json_build_array(id, to_char(created_at
          at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type, created_by,
          created_by_user_id, project, environment, feature_name, data, pre_data, tags)::text,
          decode(repeat('00', 32), 'hex'))
        where id = ${at(0) - 1}`.execute(tx);

    const bare = await afterTampering(insert);
    const sealed = await afterTampering(insert, sealFirst);

    expect(bare).toMatchObject({ intact: false, brokenId: at(0) - 1 });
    expect(sealed).toMatchObject({ intact: false, brokenId: at(0) });
  });

  test('two that changed places are noticed at the first', async () => {
    const renumber = (from: number, to: number) => change(from, sql`id = ${to}`);
    const always = (tx: Tx) =>
      sql`alter table events alter column id set generated by default`.execute(tx);

    const verdict = await afterTampering(
      always,
      renumber(at(10), -1),
      renumber(at(11), at(10)),
      renumber(-1, at(11)),
    );

    expect(verdict).toMatchObject({ intact: false, brokenId: at(10) });
  });

  test('a log that was cut short shows against what was expected, and only so', async () => {
    const whole = await verifyChain(db);
    const kept = { event: whole.head };
    const verdicts: Verdict[] = [];
    const undone = new Error('undone');
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table events disable trigger user`.execute(tx);
        await remove(whole.head.id)(tx);
        verdicts.push(await verifyChain(tx));
        verdicts.push(await verifyChain(tx, kept));
        verdicts.push(await verifyChain(tx, { head: whole.head.hash }));
        throw undone;
      })
      .catch((error) => expect(error).toBe(undone));

    expect(verdicts[0]).toMatchObject({ intact: true, events: whole.events - 1 });
    expect(verdicts[1]).toMatchObject({
      intact: false,
      brokenId: whole.head.id,
      reason: 'is expected and not there',
    });
    expect(verdicts[2]).toMatchObject({ intact: false, brokenId: at(ids.length - 2) });
  });

  test('what was expected is still there when the log has grown', async () => {
    const { head } = await verifyChain(db);
    await inTransaction(db, async (tx) => recordEvent(tx, systemCaller, { type: 'tag-created' }));
    ids.push(await lastEventId(db));

    expect(await verifyChain(db, { event: head })).toMatchObject({ intact: true });
    expect(await verifyChain(db, { head: head.hash })).toMatchObject({ intact: false });
    expect(await verifyChain(db, { event: { ...head, hash: 'f'.repeat(64) } })).toMatchObject({
      intact: false,
      brokenId: head.id,
    });
  });

  test('events of concurrent transactions are one chain', async () => {
    const writers = Array.from({ length: 40 }, (_, writer) =>
      inTransaction(db, async (tx) => {
        for (let number = 0; number <= writer % 3; number++) {
          recordEvent(tx, systemCaller, { type: 'tag-created', data: { writer, number } });
        }
      }),
    );

    await Promise.all(writers);

    expect(await verifyChain(db)).toMatchObject({ intact: true });
  });

  test('events are not appended where an older snapshot could hide the newest', async () => {
    const stale = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => appendEvents(tx, [aPastEvent({})]));

    await expect(stale).rejects.toThrow('read committed');
  });
});

describe('append_events', () => {
  test('hashes the very content that is verified', async () => {
    const folder = new URL('../../', import.meta.url);
    const migration = await readFile(
      new URL('platform/db/migrations/repeatable/event_log.sql', folder),
      'utf8',
    );
    const chain = await readFile(new URL('events/chain.ts', folder), 'utf8');
    const contents = (text: string) =>
      [...text.matchAll(/json_build_array\(.*?\)::text/gs)].map(([match]) =>
        match.replaceAll(/\s+/g, ' '),
      );

    const [content] = contents(chain);

    expect(content).toBeDefined();
    expect(contents(migration)).toEqual([content]);
  });
});
