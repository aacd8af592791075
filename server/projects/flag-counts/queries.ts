import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/**
 * A table of the counts of live flags in the projects whose ids another table has: `project`, `total`,
 * `stale` for those that are marked, and `potentially_stale` for others past the lifetime of their
 * type. The last is the rest of the total, because few flags are marked or young: only those are
 * counted one by one.
 */
export const liveFlagsOf = (
  projects: RawBuilder<unknown>,
  now: RawBuilder<unknown> = sql`now()`,
): RawBuilder<unknown> => sql`(
  select project, sum(total)::integer as total, sum(marked.flags)::integer as stale,
    sum(case when cutoff is null then 0 else total - marked.flags - young.flags end)::integer
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
  ) as young
  group by project)`;

/** How many live flags of each type the project has. */
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
