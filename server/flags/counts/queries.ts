import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * A table of in how many flags, and in how many projects, each thing of a kind is used by strategies:
 * `subject`, `flags`, `projects`. Counted in what the caller may see, so that no number tells of
 * hidden projects; archived flags do not count.
 */
export const usesOf = (
  caller: Caller,
  kind: Tables['use_tallies']['kind'],
): RawBuilder<unknown> => sql`(
  select subject, sum(flags)::integer as flags, count(*) as projects
  from (
    select subject, project, sum(flags) as flags
    from use_tallies
    where kind = ${kind} and ${isVisible(caller, sql.ref('use_tallies.project'))}
    group by subject, project having sum(flags) > 0
  ) as used
  group by subject)`;

/**
 * A table of the live flags of the projects whose ids another table has: `project`, `total`, `stale`
 * for those that are marked, and `potentially_stale` for others that have outlived their type. Those
 * are the rest, so that what is counted one by one is what is marked and what is young: of flags as
 * of most things, few are.
 */
export const liveFlagsOf = (
  projects: RawBuilder<unknown>,
  now: RawBuilder<unknown> = sql`now()`,
): RawBuilder<unknown> => sql`(
  select project, sum(total)::integer as total, sum(marked.flags)::integer as stale,
    sum(case when born_before is null then 0 else total - marked.flags - young.flags end)::integer
      as potentially_stale
  from (
    select project, type, sum(flags) as total
    from flag_tallies
    where not archived and project in (select id from ${projects})
    group by project, type having sum(flags) > 0
  ) as kind
  join (
    select id as type, outlived_if_born_before(lifetime_days, ${now}) as born_before
    from flag_types
  ) as age using (type)
  cross join lateral (
    select count(*) as flags from flags
    where flags.project = kind.project and flags.type = kind.type and archived_at is null and stale
  ) as marked
  cross join lateral (
    select count(*) as flags from flags
    where flags.project = kind.project and flags.type = kind.type and archived_at is null
      and not stale and created_at >= born_before
  ) as young
  group by project)`;

/** How many live flags of each type the project has. */
export async function countFlagTypes(
  db: Db,
  project: string,
): Promise<{ type: string; count: number }[]> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type, sum(flags)::integer as count from flag_tallies
    where project = ${project} and not archived
    group by type having sum(flags) > 0
    order by type collate "C"`.execute(db);
  return rows;
}
