import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/**
 * Counts of active flags per project, for the projects in a table with the column `id`: `total`,
 * `stale` for marked flags, and `potentially_stale` for others past the lifetime of their type. The
 * last is computed as the rest of the total, because only few flags are marked or recent and need
 * to be counted row by row.
 */
export const liveFlagsOf = (
  projects: RawBuilder<unknown>,
  now: RawBuilder<unknown> = sql`now()`,
): RawBuilder<unknown> => sql`(
  select project, sum(total)::integer as total, sum(marked.flags)::integer as stale,
    sum(case when cutoff is null then 0 else total - marked.flags - recent.flags end)::integer
      as potentially_stale
  from (
    select project, type, sum(flags) as total
    from flag_counts
    where not archived and project in (select id from ${projects})
    group by project, type having sum(flags) > 0
  ) as counted
  join (
    select id as type, lifetime_cutoff(lifetime_days, ${now}) as cutoff
    from flag_types
  ) as age using (type)
  cross join lateral (
    select count(*) as flags from flags
    where flags.project = counted.project and flags.type = counted.type and archived_at is null and stale
  ) as marked
  cross join lateral (
    select count(*) as flags from flags
    where flags.project = counted.project and flags.type = counted.type and archived_at is null
      and not stale and created_at >= cutoff
  ) as recent
  group by project)`;

/** Active flags only. */
export async function countFlagTypes(
  db: Db,
  project: string,
): Promise<{ type: string; count: number }[]> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type, sum(flags)::integer as count from flag_counts
    where project = ${project} and not archived
    group by type having sum(flags) > 0
    order by type collate "C"`.execute(db);
  return rows;
}
