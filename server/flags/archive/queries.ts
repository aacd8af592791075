import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/records.ts';
import type { DependencyEdge } from './rules.ts';
import type { ArchivedFlag } from './schema.ts';

/** Of one project, or of all that the caller may see; most recently archived first. */
export async function listArchived(
  db: Db,
  caller: Caller,
  project?: string,
): Promise<ArchivedFlag[]> {
  const { rows } = await sql<ArchivedFlag>`
    select flags.name, flags.type, flags.description, flags.project, flags.stale,
      flags.impression_data as "impressionData", flags.created_at as "createdAt",
      flags.archived_at as "archivedAt", flag_last_seen.last_seen_at as "lastSeenAt",
      (select coalesce(json_agg(json_build_object(
          'name', environments.name, 'lastSeenAt', iso(flag_usage.last_seen_at),
          'enabled', flag_environments.enabled)
          order by environments.sort_order, environments.name), '[]')
        from flag_environments
        join environments on environments.name = flag_environments.environment
        left join flag_usage on flag_usage.flag = flag_environments.flag
          and flag_usage.environment = flag_environments.environment
        where flag_environments.flag = flags.name) as environments
    from flags join flag_last_seen on flag_last_seen.flag = flags.name
    where flags.archived_at is not null and ${isVisible(caller, sql.ref('flags.project'))}
      and ${project === undefined ? sql`true` : sql`flags.project = ${project}`}
    order by flags.archived_at desc, flags.name`.execute(db);
  return rows;
}

/** The dependencies in which any of the flags is child or parent. */
export async function listDependencyEdges(
  db: Db,
  names: readonly string[],
): Promise<DependencyEdge[]> {
  return db
    .selectFrom('dependencies')
    .select(['child', 'parent'])
    .where((eb) => eb.or([eb('child', '=', oneOf(names)), eb('parent', '=', oneOf(names))]))
    .orderBy('child')
    .execute();
}

/** Flags of the project that scanned code refers to, with the number of places. */
export async function listReferencedFlags(
  db: Db,
  project: string,
  names: readonly string[],
): Promise<{ name: string; references: number }[]> {
  const { rows } = await sql<{ name: string; references: number }>`
    select flags.name, count(*)::integer as references
    from code_references join flags on flags.name = code_references.flag
    where flags.project = ${project} and code_references.flag = any(${names}::text[])
      and not in_comment
    group by flags.name order by flags.name`.execute(db);
  return rows;
}

/** Archived is also the last lifecycle stage. */
export async function saveArchived(tx: Tx, names: readonly string[]): Promise<void> {
  await tx
    .updateTable('flags')
    .set({ archived_at: sql`clock_timestamp()`, version: sql`version + 1` })
    .where('name', '=', oneOf(names))
    .execute();
  await sql`
    insert into flag_stages (flag, stage)
    select name, 'archived' from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(tx);
}

/**
 * Revived flags are off in every environment and in the first lifecycle stage. When they first went
 * live is stored, for insights.
 */
export async function saveRevived(tx: Tx, names: readonly string[]): Promise<void> {
  const named = oneOf(names);
  await tx
    .updateTable('flags')
    .set({ archived_at: null, version: sql`version + 1` })
    .where('name', '=', named)
    .execute();
  await tx
    .updateTable('flag_environments')
    .set({ enabled: false, version: sql`version + 1` })
    .where('flag', '=', named)
    .where('enabled', '=', true)
    .execute();
  await sql`
    insert into flag_first_live (flag, entered_at)
    select flag, entered_at from flag_stages where flag = ${named} and stage = 'live'
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('flag_stages').where('flag', '=', named).execute();
  await sql`
    insert into flag_stages (flag, stage)
    select name, 'initial' from unnest(${names}::text[]) as name`.execute(tx);
}
