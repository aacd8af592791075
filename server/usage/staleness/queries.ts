import { sql } from 'kysely';
import type { Tx } from '../../platform/db/open.ts';

/**
 * Marks and returns the flags past the lifetime of their type that were not marked yet. A concurrent
 * transaction that marks the same flag waits and then skips it.
 */
export async function markPotentiallyStale(tx: Tx, now: string, limit: number) {
  const { rows } = await sql<{ flag: string; project: string }>`
    with marked as (
      insert into potentially_stale_flags (flag, recorded_at, created_by_user_id)
      select flags.name, ${now}::timestamptz, flags.created_by_user_id
      from flags join flag_types on flag_types.id = flags.type
      where flags.archived_at is null and not flags.stale
        and is_past_lifetime(flags.created_at, flag_types.lifetime_days, ${now}::timestamptz)
        and not exists (select from potentially_stale_flags where flag = flags.name)
      order by flags.name limit ${limit}
      on conflict do nothing
      returning flag
    )
    select marked.flag, flags.project from marked join flags on flags.name = marked.flag
    order by marked.flag collate "C"`.execute(tx);
  return rows;
}

/** For flags that are no longer past their lifetime after a change of their type or its lifetime. */
export async function unmarkPotentiallyStale(tx: Tx, now: string): Promise<void> {
  await sql`
    delete from potentially_stale_flags
    using flags join flag_types on flag_types.id = flags.type
    where flags.name = potentially_stale_flags.flag
      and not is_past_lifetime(flags.created_at, flag_types.lifetime_days, ${now}::timestamptz)`.execute(
    tx,
  );
}
