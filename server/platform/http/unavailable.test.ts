import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { aFlag } from '../../testing/a.ts';
import { partsOn, testApp } from '../../testing/app.ts';
import { onPostgres, runOnServer } from '../../testing/database.ts';
import { inTransaction } from '../../transactions.ts';
import type { Tx } from '../db/open.ts';
import { queryPipelined } from '../db/pipeline.ts';

const { db, config, get, put } = await testApp();
const flag = await aFlag(db);
const isReady = async () => (await get('/ready', { token: null })).status === 200;

const update = () =>
  put(`/api/admin/projects/default/features/${flag}`, { description: 'changed' });

describe('a database that cannot be written', () => {
  test.each([
    ['25006', 'accepts no writes'],
    ['53100', 'is full'],
    ['53200', 'out of memory'],
    ['42883', 'upgraded for a newer version'],
  ])('with error %s is 503 with Retry-After, and nothing changes', async (code, reason) => {
    await sql
      .raw(
        `create or replace function fail_insert() returns trigger language plpgsql as
         $$ begin raise exception using errcode = '${code}'; end $$;
         create trigger fail before insert on events execute function fail_insert()`,
      )
      .execute(db);

    const response = await update();
    const ready = await isReady();
    await sql`drop trigger fail on events`.execute(db);

    expect(response).toMatchObject({
      status: 503,
      body: { name: 'UnavailableError', message: expect.stringContaining(reason) },
      headers: { 'retry-after': expect.anything() },
    });
    expect((await get(`/api/admin/projects/default/features/${flag}`)).body.description).toBe(null);
    expect(ready).toBe(code !== '53100');
  });

  test('is ready again after a successful write', async () => {
    await expect(
      sql`do $$ begin raise exception using errcode = '53100'; end $$`.execute(db),
    ).rejects.toThrow();
    expect(await isReady()).toBe(false);

    await db.updateTable('flags').set({ stale: false }).where('name', '=', flag).execute();

    expect(await isReady()).toBe(true);
  });

  test('is not ready while it is read-only', async () => {
    onTestFinished(() => setReadOnly('off'));
    await setReadOnly('on');

    await expect.poll(async () => (await update()).body.message).toContain('accepts no writes');
    expect(await isReady()).toBe(false);

    await setReadOnly('off');
    await expect.poll(async () => (await update()).status).toBe(200);
    expect(await isReady()).toBe(true);
  });
});

/** On PostgreSQL for the database, as at a failover: the connections are closed, too. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  if (!onPostgres) {
    await sql.raw(`set default_transaction_read_only = ${value}`).execute(db);
    return;
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const name = rows[0]?.name;
  await runOnServer(`alter database ${name} set default_transaction_read_only = ${value}`);
  await runOnServer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

describe.skipIf(!onPostgres)('a connection that is lost during a transaction', () => {
  const loseConnection = sql`select pg_terminate_backend(pg_backend_pid())`;
  const select = sql`select 1`;

  test.each([
    [
      'between two statements',
      async (tx: Tx) => {
        await expect(loseConnection.execute(tx)).rejects.toThrow('terminating connection');
        await expect(select.execute(tx)).rejects.toThrow('not queryable');
        await select.execute(tx);
      },
    ],
    ['in a pipeline', (tx: Tx) => queryPipelined(tx, [select, loseConnection, select])],
  ])('%s is 503, and the next request succeeds', async (_, work: (tx: Tx) => Promise<unknown>) => {
    const app = await buildApp(partsOn(db, config));
    onTestFinished(() => app.close());
    app.get('/lost', { config: { access: 'public' } }, () => inTransaction(db, work));

    const response = await app.inject('/lost');

    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      message: expect.stringContaining('cannot be reached'),
    });
    expect(response.headers['retry-after']).toBeDefined();
    expect((await update()).status).toBe(200);
  });
});
