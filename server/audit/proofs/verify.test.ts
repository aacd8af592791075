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
import { type VerifyResult, verifyChain } from './verify.ts';

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

/** Enough for three pages of verifyChain. */
const ids = await appendPastEvents(4100);

async function appendPastEvents(count: number): Promise<number[]> {
  await inTransaction(db, (tx) =>
    appendEvents(
      tx,
      Array.from({ length: count }, (_, index) => aPastEvent({ index, text: unique('text') })),
    ),
  );
  const rows = await db.selectFrom('events').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id).slice(-count);
}

const at = (index: number) => ids[index] ?? 0;

/** The result after manual changes to the log, which are rolled back. */
async function afterTampering(
  ...changes: ((tx: Tx) => Promise<unknown>)[]
): Promise<VerifyResult & { brokenId?: number }> {
  const results: VerifyResult[] = [];
  const rolledBack = new Error('rolled back');
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`alter table events disable trigger user`.execute(tx);
      for (const change of changes) await change(tx);
      results.push(await verifyChain(tx));
      throw rolledBack;
    })
    .catch((error) => expect(error).toBe(rolledBack));
  return results[0] as VerifyResult;
}

const change = (id: number, assignment: RawBuilder<unknown>) => (tx: Tx) =>
  sql`update events set ${assignment} where id = ${id}`.execute(tx);
const remove = (id: number) => (tx: Tx) => sql`delete from events where id = ${id}`.execute(tx);
/** Recomputes the hash, as an attacker who knows the recipe would. */
const seal = (id: number) => (tx: Tx) =>
  sql`
    update events set hash = hash_event(
      (select hash from events as previous where previous.id < events.id order by id desc limit 1),
      json_build_array(id, to_char(created_at at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type, created_by, created_by_user_id, project,
        environment, feature_name, data, pre_data, tags)::text, null)
    where id = ${id}`.execute(tx);

describe('verifyChain', () => {
  test('an unchanged log is intact, and its head is the newest event', async () => {
    const progress: number[] = [];

    const result = await verifyChain(db, {}, (events) => progress.push(events));

    const head = at(ids.length - 1);
    expect(result).toEqual({
      intact: true,
      events: ids.length,
      head: { id: head, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(progress).toEqual([2000, 4000, 4100]);
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
  ])('reports a changed event: %s', async (_, assignment) => {
    const id = at(2500);

    const result = await afterTampering(change(id, assignment));

    expect(result).toMatchObject({ intact: false, brokenId: id, events: 2000 });
  });

  test.each([[0], [1], [1999], [2000], [2001], [4099]])(
    'reports a changed event at index %i',
    async (index) => {
      const result = await afterTampering(change(at(index), sql`data = '{}'`));

      expect(result).toMatchObject({ intact: false, brokenId: at(index) });
    },
  );

  test('reports the first of several changed events', async () => {
    const result = await afterTampering(
      change(at(3000), sql`data = '{}'`),
      change(at(30), sql`data = '{}'`),
    );

    expect(result).toMatchObject({ intact: false, brokenId: at(30) });
  });

  test('a changed event with a recomputed hash is detected at the next event', async () => {
    const result = await afterTampering(change(at(50), sql`data = '{}'`), seal(at(50)));

    expect(result).toMatchObject({ intact: false, brokenId: at(51) });
  });

  test.each([[0], [7], [1999], [2000]])(
    'a deleted event is detected at the next event: index %i',
    async (index) => {
      const result = await afterTampering(remove(at(index)));

      expect(result).toMatchObject({ intact: false, brokenId: at(index + 1) });
    },
  );

  test('an inserted event is detected; if its hash is valid, at the next event', async () => {
    const insert = (tx: Tx) =>
      sql`
        insert into events (id, type, created_by, hash) overriding system value
        values (${at(0) - 1}, 'tag-created', 'attacker', sha256(''))`.execute(tx);
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

  test('two swapped events are detected at the first', async () => {
    const renumber = (from: number, to: number) => change(from, sql`id = ${to}`);
    const allowIds = (tx: Tx) =>
      sql`alter table events alter column id set generated by default`.execute(tx);

    const result = await afterTampering(
      allowIds,
      renumber(at(10), -1),
      renumber(at(11), at(10)),
      renumber(-1, at(11)),
    );

    expect(result).toMatchObject({ intact: false, brokenId: at(10) });
  });

  test('a truncated log is detected only by the expected hashes', async () => {
    const complete = await verifyChain(db);
    const expected = { event: complete.head };
    const results: VerifyResult[] = [];
    const rolledBack = new Error('rolled back');
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table events disable trigger user`.execute(tx);
        await remove(complete.head.id)(tx);
        results.push(await verifyChain(tx));
        results.push(await verifyChain(tx, expected));
        results.push(await verifyChain(tx, { head: complete.head.hash }));
        throw rolledBack;
      })
      .catch((error) => expect(error).toBe(rolledBack));

    expect(results[0]).toMatchObject({ intact: true, events: complete.events - 1 });
    expect(results[1]).toMatchObject({
      intact: false,
      brokenId: complete.head.id,
      reason: 'is expected but does not exist',
    });
    expect(results[2]).toMatchObject({ intact: false, brokenId: at(ids.length - 2) });
  });

  test('an expected event is found after the log has grown', async () => {
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

  test('events of concurrent transactions form one chain', async () => {
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

  test('appending is refused in repeatable read, whose snapshot may miss the newest event', async () => {
    const stale = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => appendEvents(tx, [aPastEvent({})]));

    await expect(stale).rejects.toThrow('read committed');
  });
});

describe('append_events', () => {
  test('hashes the same content as the verification', async () => {
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
