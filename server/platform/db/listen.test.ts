import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onPostgres, openTestDb } from '../../testing/database.ts';

async function hearing(channel: string) {
  const opened = await openTestDb();
  let calls = 0;
  const stop = opened.listen(channel, () => {
    calls += 1;
  });
  const until = async (count: number) => {
    while (calls < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  // The first call says that it listens now.
  await until(1);
  return { ...opened, stop, until, calls: () => calls };
}

const tell = (channel: string) => sql`select pg_notify(${channel}, '')`;

test('a listener is called when something is told on its channel, and on no other', async () => {
  const { db, until, calls, close } = await hearing('Some "channel"');

  await tell('another').execute(db);
  await tell('Some "channel"').execute(db);
  await until(2);

  expect(calls()).toBe(2);
  await close();
});

test('it hears with the commit, and nothing of what was rolled back', async () => {
  const { db, until, calls, close } = await hearing('pennon');

  await db
    .transaction()
    .execute(async (tx) => {
      await tell('pennon').execute(tx);
      throw new Error('undone');
    })
    .catch(() => {});
  let heardInside = 0;
  await db.transaction().execute(async (tx) => {
    await tell('pennon').execute(tx);
    heardInside = calls();
  });
  await until(2);

  expect(heardInside).toBe(1);
  expect(calls()).toBe(2);
  await close();
});

test('who stopped is not called', async () => {
  const { db, listen, stop, until, calls, close } = await hearing('pennon');
  stop();
  let other = 0;
  listen('pennon', () => {
    other += 1;
  });

  while (other < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await tell('pennon').execute(db);
  while (other < 2) await new Promise((resolve) => setTimeout(resolve, 5));

  await until(1);
  expect(calls()).toBe(1);
  await close();
});

test.runIf(onPostgres)(
  'a connection that is lost comes back, and listeners look again',
  async () => {
    const { db, until, close } = await hearing('pennon');

    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pennon listener' and datname = current_database()`.execute(db);
    await until(2);
    await tell('pennon').execute(db);
    await until(3);

    await close();
  },
);
