import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aFlag } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/database.ts';

const { db, get, put } = await testApp();
const flag = await aFlag(db);

const update = () =>
  put(`/api/admin/projects/default/features/${flag}`, { description: 'changed' });

describe('a database that cannot be written', () => {
  test.each([
    ['25006', 'accepts no writes'],
    ['53100', 'is full'],
    ['53200', 'out of memory'],
  ])('with error %s is 503 with Retry-After, and nothing changes', async (code, reason) => {
    await sql
      .raw(
        `create or replace function fail_insert() returns trigger language plpgsql as
         $$ begin raise exception using errcode = '${code}'; end $$;
         create trigger fail before insert on events execute function fail_insert()`,
      )
      .execute(db);

    const response = await update();
    await sql`drop trigger fail on events`.execute(db);

    expect(response).toMatchObject({
      status: 503,
      body: { name: 'UnavailableError', message: expect.stringContaining(reason) },
      headers: { 'retry-after': expect.anything() },
    });
    expect((await get(`/api/admin/projects/default/features/${flag}`)).body.description).toBe(null);
  });

  test.skipIf(onPostgres)('is not ready while it is read-only', async () => {
    await sql`set default_transaction_read_only = on`.execute(db);
    onTestFinished(async () => {
      await sql`set default_transaction_read_only = off`.execute(db);
    });

    expect(await get('/ready', { token: null })).toMatchObject({
      status: 503,
      body: { health: 'BAD' },
    });
    expect((await update()).status).toBe(503);

    await sql`set default_transaction_read_only = off`.execute(db);
    expect((await get('/ready', { token: null })).status).toBe(200);
    expect((await update()).status).toBe(200);
  });
});
