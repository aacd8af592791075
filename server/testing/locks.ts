import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/open.ts';

/**
 * Runs the calls concurrently: each starts once all previous ones have ended or wait, directly or
 * indirectly, for the lock that `hold` takes. The lock is released when the last call has started.
 * Fails if the calls then deadlock. Needs a database with more than one connection.
 */
export async function runConcurrently<T>(
  db: Db,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const results: Promise<T>[] = [];
  let open = 0;
  await db.transaction().execute(async (tx) => {
    await hold(tx);
    const holder = await processOf(tx);
    for (const call of calls) {
      open += 1;
      results.push(
        call().finally(() => {
          open -= 1;
        }),
      );
      while ((await countWaiting(db, holder)) < open);
    }
  });
  let deadlocks = 0;
  while (open > 0) deadlocks += await countDeadlocks(db);
  const settled = await Promise.all(results);
  if (deadlocks > 0) throw new Error('The calls deadlocked.');
  return settled;
}

async function processOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return rows[0]?.pid ?? 0;
}

/** Excludes sessions that wait for other locks, such as that of a commit with a notification. */
async function countWaiting(db: Db, holder: number): Promise<number> {
  return count(
    db,
    sql`
      waiting as (
        select ${holder}::int as pid
        union select waits.pid from waits join waiting on waiting.pid = waits.awaited
      )
      select count(*) - 1 as count from waiting`,
  );
}

/** A deadlock lasts for `deadlock_timeout`, one second, before the database detects it. */
async function countDeadlocks(db: Db): Promise<number> {
  return count(
    db,
    sql`
      paths as (
        select pid as start, awaited as pid from waits
        union select paths.start, waits.awaited from paths join waits using (pid)
      )
      select count(*) as count from paths where start = pid`,
  );
}

async function count(db: Db, counted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive waits as (
      select pid, unnest(pg_blocking_pids(pid)) as awaited from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    ), ${counted}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Until the transaction ends, transactions that record events wait before their commit. */
export const lockEventLog = (tx: Tx) => sql`select pg_advisory_xact_lock(7366002)`.execute(tx);
