import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import type { Db, Tx } from './open.ts';
import { commitWith, executeDeferred, prepared, queryPipelined } from './pipeline.ts';

const { db } = await testApp();

await sql`create table notes (id integer primary key, checked integer unique)`.execute(db);
await sql`alter table notes add constraint checked_at_commit foreign key (checked)
  references notes (id) deferrable initially deferred`.execute(db);
beforeEach(() => sql`delete from notes`.execute(db));

const insertion = (id: number) => sql`insert into notes (id) values (${id})`;
const insert = (tx: Tx, id: number) => insertion(id).execute(tx);
const insertDeferred = (tx: Tx, id: number) => executeDeferred(tx, insertion(id));
const insertAndCommit = (tx: Tx, id: number) => commitWith(tx, insertion(id));

async function stored(at: Db = db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(at);
  return rows.map(({ id }) => id);
}

const inTransaction = (work: (tx: Tx) => Promise<unknown>) => db.transaction().execute(work);

describe('a transaction', () => {
  test('without a statement, failed or not, leaves the connection idle', async () => {
    await inTransaction(async () => undefined);
    const failing = inTransaction(async () => {
      throw new Error('before the first statement');
    });

    await expect(failing).rejects.toThrow('before the first statement');
    expect(await stored()).toEqual([]);
  });

  test('that fails after a deferred statement rolls it back', async () => {
    const failing = inTransaction(async (tx) => {
      await insert(tx, 1);
      await insertDeferred(tx, 2);
      throw new Error('after the write');
    });

    await expect(failing).rejects.toThrow('after the write');
    expect(await stored()).toEqual([]);
  });

  test('has the isolation level and the access mode that were set', async () => {
    const { rows } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) =>
        sql`select current_setting('transaction_isolation') as level,
          current_setting('transaction_read_only') as "readOnly"`.execute(tx),
      );

    expect(rows).toEqual([{ level: 'repeatable read', readOnly: 'on' }]);
  });

  test('may follow another one, and plain statements, on the same connection', async () => {
    await db.connection().execute(async (connection) => {
      await connection.transaction().execute((tx) => insertAndCommit(tx, 1));
      await insertion(2).execute(connection);
      await connection.transaction().execute((tx) => insertDeferred(tx, 3));
    });

    expect(await stored()).toEqual([1, 2, 3]);
  });
});

describe('executeDeferred', () => {
  test('the next statement sees the write', async () => {
    const seen = await inTransaction(async (tx) => {
      await insertDeferred(tx, 1);
      return stored(tx);
    });

    expect(seen).toEqual([1]);
  });

  test('the commit sends the write if no statement follows', async () => {
    await inTransaction((tx) => insertDeferred(tx, 1));

    expect(await stored()).toEqual([1]);
  });

  test('a failure fails the next statement with its own error, and the transaction', async () => {
    const failing = inTransaction(async (tx) => {
      await insert(tx, 1);
      await insertDeferred(tx, 1);
      await insert(tx, 2);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });

  test('a failure fails a transaction that ends with it', async () => {
    const failing = inTransaction(async (tx) => {
      await insert(tx, 1);
      await insertDeferred(tx, 1);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });
});

describe('commitWith', () => {
  test('commits the transaction', async () => {
    await inTransaction(async (tx) => {
      await insertDeferred(tx, 1);
      await insertAndCommit(tx, 2);
    });

    expect(await stored()).toEqual([1, 2]);
  });

  test('rolls back if the statement fails', async () => {
    const failing = inTransaction(async (tx) => {
      await insert(tx, 1);
      await insertAndCommit(tx, 1);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });

  test('fails if the commit fails', async () => {
    const failing = inTransaction((tx) =>
      commitWith(tx, sql`insert into notes (id, checked) values (1, 2)`),
    );

    await expect(failing).rejects.toMatchObject({ code: '23503' });
    expect(await stored()).toEqual([]);
  });

  test('refuses every later statement of the transaction', async () => {
    const refusals: unknown[] = [];
    await inTransaction(async (tx) => {
      await insertAndCommit(tx, 1);
      for (const again of [insert, insertDeferred, insertAndCommit]) {
        await again(tx, 2).catch((error) => refusals.push(error));
      }
    });

    expect(refusals).toHaveLength(3);
    expect(await stored()).toEqual([1]);
  });
});

test('outside a transaction a statement can neither be deferred nor commit', async () => {
  const outside = db as unknown as Tx;

  await expect(insertDeferred(outside, 1)).rejects.toThrow('No transaction is open');
  await expect(insertAndCommit(outside, 1)).rejects.toThrow('No transaction is open');
  expect(await stored()).toEqual([]);
});

describe('queryPipelined', () => {
  test('returns the rows of each statement', async () => {
    await inTransaction((tx) => insert(tx, 7));

    const [ones, ids, none] = await queryPipelined(db, [
      sql<{ one: number }>`select 1 as one`,
      prepared(sql<{ id: number }>`select id from notes`),
      sql<{ id: number }>`select id from notes where false`,
    ]);

    expect({ ones, ids, none }).toEqual({ ones: [{ one: 1 }], ids: [{ id: 7 }], none: [] });
  });

  test('sends all statements on one connection', async () => {
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;

    const [first, second, third] = await queryPipelined(db, [pid, pid, pid]);

    expect([second, third]).toEqual([first, first]);
  });

  test('fails with the first error, and rolls back the transaction', async () => {
    const failing = inTransaction((tx) =>
      queryPipelined(tx, [insertion(1), insertion(1), sql`select 1`]),
    );

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });
});

describe('prepared statements', () => {
  /** The number of prepared statements of the connection that contain the text. */
  async function countPrepared(connection: Db, text: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_prepared_statements where statement like ${`select%${text}`}`.execute(
      connection,
    );
    return rows[0]?.count ?? -1;
  }

  const echo = (value: number, name: string) =>
    sql<{ value: number }>`select ${value}::integer as value -- ${sql.raw(name)}`;

  test('are parsed once on a connection, and executed with new values', () =>
    db.connection().execute(async (connection) => {
      const first = await prepared(echo(1, 'twice')).execute(connection);
      const second = await prepared(echo(2, 'twice')).execute(connection);

      expect([first.rows, second.rows]).toEqual([[{ value: 1 }], [{ value: 2 }]]);
      expect(await countPrepared(connection, 'twice')).toBe(1);
    }));

  test('are those of transactions that have values and are no longer than 4000 characters', () =>
    inTransaction(async (tx) => {
      const longest = 'x'.repeat(4000 - echo(1, '').compile(tx).sql.length);
      await echo(1, longest).execute(tx);
      await echo(1, `x${longest}`).execute(tx);
      await sql`select 1 -- without values`.execute(tx);

      expect(await countPrepared(tx, 'xxxx')).toBe(1);
      expect(await countPrepared(tx, 'without values')).toBe(0);
    }));

  test('are no others', () =>
    db.connection().execute(async (connection) => {
      await echo(1, 'once').execute(connection);

      expect(await countPrepared(connection, 'once')).toBe(0);
    }));
});

test('an error has the stack of the caller', async () => {
  async function divideByZero() {
    await sql`select 1 / ${0}::integer`.execute(db);
  }

  await expect(divideByZero()).rejects.toMatchObject({
    message: 'division by zero',
    stack: expect.stringContaining('divideByZero'),
  });
});

const act = fc.record({
  by: fc.constantFrom(insert, insertDeferred),
  id: fc.integer({ min: 1, max: 6 }),
});

const acts = fc.array(act, { maxLength: 6 });
const lastId = fc.option(fc.integer({ min: 1, max: 6 }));

test('a transaction is atomic, however its statements are sent', () =>
  fc.assert(
    fc.asyncProperty(acts, lastId, async (first, end) => {
      await sql`delete from notes`.execute(db);
      const wanted = [...first.map(({ id }) => id), ...(end === null ? [] : [end])];

      const outcome = await inTransaction(async (tx) => {
        for (const { by, id } of first) await by(tx, id);
        if (end !== null) await insertAndCommit(tx, end);
      }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );

      const clashes = new Set(wanted).size < wanted.length;
      expect(outcome).toBe(clashes ? '23505' : 'done');
      expect(await stored()).toEqual(clashes ? [] : [...wanted].sort());
    }),
  ));
