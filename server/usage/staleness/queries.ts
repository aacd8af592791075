import { sql } from 'kysely';
import type { Tx } from '../../platform/db/open.ts';

/**
 * Notes flags that have outlived their type and were not told of, and returns them. Whoever notes the
 * same flag at the same time waits and then finds it noted.
 */
export async function noteOutlived(tx: Tx, now: string, limit: number) {
  const { rows } = await sql<{ flag: string; project: string }>`
    with noted as (
      insert into outlived_flags (flag, told_at)
      select flags.name, ${now}::timestamptz
      from flags join flag_types on flag_types.id = flags.type
      where flags.archived_at is null and not flags.stale
        and outlived(flags.created_at, flag_types.lifetime_days, ${now}::timestamptz)
        and not exists (select from outlived_flags where flag = flags.name)
      order by flags.name limit ${limit}
      on conflict do nothing
      returning flag
    )
    select noted.flag, flags.project from noted join flags on flags.name = noted.flag
    order by noted.flag collate "C"`.execute(tx);
  return rows;
}

/** Their type, or its lifetime, has become another one. */
export async function forgetYoung(tx: Tx, now: string): Promise<void> {
  await sql`
    delete from outlived_flags
    using flags join flag_types on flag_types.id = flags.type
    where flags.name = outlived_flags.flag
      and not outlived(flags.created_at, flag_types.lifetime_days, ${now}::timestamptz)`.execute(
    tx,
  );
}
