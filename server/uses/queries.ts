import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { isVisible } from '../access/visibility.ts';
import type { Tables } from '../db/tables.ts';

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
