import { sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';

/** Begins a new period if the last one is over. */
export async function countAttempt(
  db: Db,
  { key, seconds }: { key: string; seconds: number },
): Promise<{ count: number; secondsLeft: number }> {
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    insert into attempts as current (key, count, ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when current.ends_at <= clock_timestamp() then 1 else current.count + 1 end,
      ends_at = case when current.ends_at <= clock_timestamp()
        then excluded.ends_at else current.ends_at end
    returning count,
      ceil(extract(epoch from ends_at - clock_timestamp()))::integer as "secondsLeft"`.execute(db);
  return rows[0] ?? { count: 1, secondsLeft: seconds };
}

export async function deleteAttempts(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('attempts').where('key', '=', key).execute();
}

/** Returns the number of deleted rows, at most `limit`. */
export async function deleteOldAttempts(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attempts where key in (
      select key from attempts where ends_at <= now() order by ends_at limit ${limit}
      for update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
