import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { askAtOnce, type Tx } from './open.ts';
import { last, later } from './trips.ts';

const { db } = await testApp();

await sql`create table notes (id integer primary key, checked integer unique)`.execute(db);
await sql`alter table notes add constraint checked_later foreign key (checked)
  references notes (id) deferrable initially deferred`.execute(db);
beforeEach(() => sql`delete from notes`.execute(db));

const note = (tx: Tx, id: number) => sql`insert into notes (id) values (${id})`.execute(tx);
const noteLater = (tx: Tx, id: number) =>
  sql`${later} insert into notes (id) values (${id})`.execute(tx);
const noteLast = (tx: Tx, id: number) =>
  sql`${last} insert into notes (id) values (${id})`.execute(tx);

async function noted(at: Pick<typeof db, 'getExecutor'> = db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(at);
  return rows.map(({ id }) => id);
}

const inTransaction = (work: (tx: Tx) => Promise<unknown>) => db.transaction().execute(work);

describe('a transaction', () => {
  test('that asks nothing, or fails before it asks anything, leaves the connection free', async () => {
    await inTransaction(async () => undefined);
    const failing = inTransaction(async () => {
      throw new Error('before anything was asked');
    });

    await expect(failing).rejects.toThrow('before anything was asked');
    expect(await noted()).toEqual([]);
  });

  test('that fails after a write that nobody waited for takes it back', async () => {
    const failing = inTransaction(async (tx) => {
      await note(tx, 1);
      await noteLater(tx, 2);
      throw new Error('after the write');
    });

    await expect(failing).rejects.toThrow('after the write');
    expect(await noted()).toEqual([]);
  });
});

describe('a write that nobody waits for', () => {
  test('is there for the next statement', async () => {
    const seen = await inTransaction(async (tx) => {
      await noteLater(tx, 1);
      return noted(tx);
    });

    expect(seen).toEqual([1]);
  });

  test('is there when the transaction ends without another statement', async () => {
    await inTransaction((tx) => noteLater(tx, 1));

    expect(await noted()).toEqual([1]);
  });

  test('fails the next statement with its own reason, and the transaction with it', async () => {
    const failing = inTransaction(async (tx) => {
      await note(tx, 1);
      await noteLater(tx, 1);
      await note(tx, 2);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await noted()).toEqual([]);
  });

  test('fails a transaction that ends with it', async () => {
    const failing = inTransaction(async (tx) => {
      await note(tx, 1);
      await noteLater(tx, 1);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await noted()).toEqual([]);
  });
});

test('outside of a transaction nothing waits, and nothing is the last', async () => {
  await sql`${later} insert into notes (id) values (1)`.execute(db);
  await sql`${last} insert into notes (id) values (2)`.execute(db);

  expect(await noted()).toEqual([1, 2]);
});

describe('the last statement', () => {
  test('ends the transaction', async () => {
    await inTransaction(async (tx) => {
      await noteLater(tx, 1);
      await noteLast(tx, 2);
    });

    expect(await noted()).toEqual([1, 2]);
  });

  test('that fails leaves nothing', async () => {
    const failing = inTransaction(async (tx) => {
      await note(tx, 1);
      await noteLast(tx, 1);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await noted()).toEqual([]);
  });

  test('fails when the commit does', async () => {
    const failing = inTransaction((tx) =>
      sql`${last} insert into notes (id, checked) values (1, 2)`.execute(tx),
    );

    await expect(failing).rejects.toMatchObject({ code: '23503' });
    expect(await noted()).toEqual([]);
  });

  test('has none after it', async () => {
    const failing = inTransaction(async (tx) => {
      await noteLast(tx, 1);
      await note(tx, 2);
    });

    await expect(failing).rejects.toThrow('after the last');
    expect(await noted()).toEqual([1]);
  });
});

describe('asked at once', () => {
  test('each question has its own answer', async () => {
    await inTransaction((tx) => note(tx, 7));

    const [ones, ids, none] = await askAtOnce(db, [
      sql<{ one: number }>`select 1 as one`,
      sql<{ id: number }>`select id from notes`,
      sql<{ id: number }>`select id from notes where false`,
    ]);

    expect({ ones, ids, none }).toEqual({ ones: [{ one: 1 }], ids: [{ id: 7 }], none: [] });
  });

  test('the first that fails is the reason, and takes back the whole transaction', async () => {
    const failing = inTransaction((tx) =>
      askAtOnce(tx, [
        sql`insert into notes (id) values (1)`,
        sql`insert into notes (id) values (1)`,
        sql`select 1`,
      ]),
    );

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await noted()).toEqual([]);
  });
});

const act = fc.record({
  by: fc.constantFrom(note, noteLater),
  id: fc.integer({ min: 1, max: 6 }),
});

const acts = fc.array(act, { maxLength: 6 });
const lastId = fc.option(fc.integer({ min: 1, max: 6 }));

test('however its statements travel, a transaction does all of it or nothing', () =>
  fc.assert(
    fc.asyncProperty(acts, lastId, async (first, end) => {
      await sql`delete from notes`.execute(db);
      const wanted = [...first.map(({ id }) => id), ...(end === null ? [] : [end])];

      const outcome = await inTransaction(async (tx) => {
        for (const { by, id } of first) await by(tx, id);
        if (end !== null) await noteLast(tx, end);
      }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );

      const clashes = new Set(wanted).size < wanted.length;
      expect(outcome).toBe(clashes ? '23505' : 'done');
      expect(await noted()).toEqual(clashes ? [] : [...wanted].sort());
    }),
  ));
