import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/open.ts';

/**
 * Makes the calls meet: each starts once all before it have ended or wait for what `hold` locked, or
 * for one another behind it, and that is let go when the last one is there. Fails where the calls then
 * wait for each other. Needs a database with more than one connection.
 */
export async function meeting<T>(
  db: Db,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const answers: Promise<T>[] = [];
  let open = 0;
  await db.transaction().execute(async (tx) => {
    await hold(tx);
    const holder = await processOf(tx);
    for (const call of calls) {
      open += 1;
      answers.push(
        call().finally(() => {
          open -= 1;
        }),
      );
      while ((await countBehind(db, holder)) < open);
    }
  });
  let circles = 0;
  while (open > 0) circles += await countCircles(db);
  const settled = await Promise.all(answers);
  if (circles > 0) throw new Error('the calls waited for each other');
  return settled;
}

async function processOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return rows[0]?.pid ?? 0;
}

/** Others wait for locks of their own, such as that of a commit which notifies: they do not count. */
async function countBehind(db: Db, holder: number): Promise<number> {
  return count(
    db,
    sql`
      behind as (
        select ${holder}::int as pid
        union select waits.pid from waits join behind on behind.pid = waits.awaited
      )
      select count(*) - 1 as count from behind`,
  );
}

/** They last for a second: until then the database does not look whether there are any. */
async function countCircles(db: Db): Promise<number> {
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

/** Until the transaction ends, whoever has something to tell waits with all that it did. */
export const holdEventOrder = (tx: Tx) => sql`select pg_advisory_xact_lock(7366002)`.execute(tx);
