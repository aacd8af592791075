import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';

/**
 * The live flags whose answer may depend on these flags and segments and whom the caller may see:
 * those named first, then those that use the segments, and whatever depends on either.
 */
export async function listFlagsInReach(
  db: Db,
  caller: Caller,
  { flags, segments }: { flags: readonly string[]; segments: readonly number[] },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with touched as (
      select unnest(${flags}::text[]) as name
      union
      select strategies.flag from strategy_segments
      join strategies on strategies.id = strategy_segments.strategy_id
      where strategy_segments.segment_id = any(${segments}::integer[])
    )
    select flags.name from flags
    where flags.archived_at is null and flags.name in (
        select name from touched
        union select child from dependencies join touched on touched.name = dependencies.parent)
      and ${isVisible(caller, sql.ref('flags.project'))}
    order by flags.name <> all(${flags}::text[]), flags.name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function listEnvironmentNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('environments')
    .select('name')
    .orderBy('sort_order')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
