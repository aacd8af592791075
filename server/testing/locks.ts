import { sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';

/**
 * Makes the calls meet: each starts once all before it have ended or wait for a lock, and what `hold`
 * locked is let go when the last one is there. Needs a database with more than one connection.
 */
export async function meeting<T>(
  db: Db,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const answers: Promise<T>[] = [];
  await db.transaction().execute(async (tx) => {
    await hold(tx);
    let open = 0;
    for (const call of calls) {
      open += 1;
      answers.push(
        call().finally(() => {
          open -= 1;
        }),
      );
      while ((await countWaiting(db)) < open);
    }
  });
  return Promise.all(answers);
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Until the transaction ends, whoever has something to tell waits with all that it did. */
export const holdEventOrder = (tx: Tx) => sql`select pg_advisory_xact_lock(7366002)`.execute(tx);
