import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import { onPostgres, openTestDb } from '../../testing/database.ts';

async function listening(channel: string) {
  const opened = await openTestDb();
  let calls = 0;
  const stop = opened.listen(channel, () => {
    calls += 1;
  });
  atEnd(stop);
  const until = async (count: number) => {
    while (calls < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  // The first call follows when the channel is listened to.
  await until(1);
  return { ...opened, stop, until, calls: () => calls };
}

const notify = (channel: string) => sql`select pg_notify(${channel}, '')`;

test('a listener is called for notifications of its channel only', async () => {
  const { db, until, calls } = await listening('Some "channel"');

  await notify('another').execute(db);
  await notify('Some "channel"').execute(db);
  await until(2);

  expect(calls()).toBe(2);
});

test('a listener is called at the commit, and not after a rollback', async () => {
  const { db, until, calls } = await listening('pennon');

  await db
    .transaction()
    .execute(async (tx) => {
      await notify('pennon').execute(tx);
      throw new Error('undone');
    })
    .catch(() => {});
  let callsInside = 0;
  await db.transaction().execute(async (tx) => {
    await notify('pennon').execute(tx);
    callsInside = calls();
  });
  await until(2);

  expect(callsInside).toBe(1);
  expect(calls()).toBe(2);
});

test('a listener that stopped is not called', async () => {
  const { db, listen, stop, until, calls } = await listening('pennon');
  stop();
  let other = 0;
  listen('pennon', () => {
    other += 1;
  });

  while (other < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await notify('pennon').execute(db);
  while (other < 2) await new Promise((resolve) => setTimeout(resolve, 5));

  await until(1);
  expect(calls()).toBe(1);
});

test.runIf(onPostgres)('a lost connection is reopened, and listeners are called', async () => {
  const { db, until } = await listening('pennon');

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pennon listener' and datname = current_database()`.execute(db);
  await until(2);
  await notify('pennon').execute(db);
  await until(3);
});

test('a listener that is still connecting can be closed', async () => {
  const opened = await openTestDb({ reusable: false });
  opened.listen('pennon', () => {});

  await opened.close();
});
