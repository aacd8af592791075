import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * A table of how many active flags and projects reference each subject of a kind, with the columns
 * `subject`, `flags` and `projects`. Counts only projects that the caller may see.
 */
export const referenceCountsOf = (
  caller: Caller,
  kind: Tables['reference_counts']['kind'],
): RawBuilder<unknown> => sql`(
  select subject, sum(flags)::integer as flags, count(*) as projects
  from (
    select subject, project, sum(flags) as flags
    from reference_counts
    where kind = ${kind} and ${isVisible(caller, sql.ref('reference_counts.project'))}
    group by subject, project having sum(flags) > 0
  ) as referenced
  group by subject)`;
