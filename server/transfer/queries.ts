import { sql } from 'kysely';
import type { FieldData } from '../flags/context-fields/rules.ts';
import type { LegalValue } from '../flags/context-fields/schema.ts';
import type { Constraint, Variant } from '../flags/strategies/schema.ts';
import type { TagType } from '../flags/tag-types/schema.ts';
import { isUntil } from '../flags/versions/queries.ts';
import type { FlagConfiguration, Moment } from '../flags/versions/rules.ts';
import { isVisible } from '../identity/access/visibility.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { oneOf } from '../platform/db/records.ts';
import type { StoredDependency, StoredFlag, StoredSegment, StoredState } from './rules.ts';
import type { ExportQuery } from './schema.ts';

/** Must be the first statement of the transaction. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
}

export async function environmentExists(db: Db, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

/** Active flags of projects that the caller may see. */
export async function listFlagsToExport(
  db: Db,
  caller: Caller,
  { features = [], tag, project }: ExportQuery,
): Promise<StoredFlag[]> {
  return selectFlags(db)
    .where('flags.archived_at', 'is', null)
    .where(isVisible(caller, sql.ref('flags.project')))
    .$if(features.length > 0, (query) => query.where('flags.name', '=', oneOf(features)))
    .$if(project !== undefined, (query) => query.where('flags.project', '=', project ?? ''))
    .$if(tag !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (
          select from flag_tags where flag_tags.flag = flags.name and flag_tags.value = ${tag})`,
      ),
    )
    .execute();
}

export type ExportedVersion = {
  name: string;
  project: string;
  createdAt: string;
  configuration: FlagConfiguration;
};

/** Flags that were active then, in projects that the caller may see. */
export async function listVersionsToExport(
  db: Db,
  caller: Caller,
  { features = [], tag, project }: ExportQuery,
  at: Moment,
): Promise<ExportedVersion[]> {
  const named = features.length > 0 ? sql`versions.key = ${oneOf(features)}` : sql`true`;
  const inProject = project === undefined ? sql`true` : sql`versions.project = ${project}`;
  const { rows } = await sql<ExportedVersion>`
    select version.key as name, version.project, version.configuration,
      version.subject_created_at as "createdAt"
    from (
      select distinct key from versions where kind = 'flag' and ${named} and ${inProject}
    ) as candidate
    cross join lateral (
      select * from versions
      where kind = 'flag' and versions.key = candidate.key and ${isUntil(at)}
      order by event_id desc limit 1
    ) as version
    where version.configuration is not null
      and not (version.configuration ->> 'archived')::boolean
      and ${project === undefined ? sql`true` : sql`version.project = ${project}`}
      and (${tag ?? null}::text is null
        or version.configuration -> 'tags' @> ${JSON.stringify([{ value: tag }])}::jsonb)
      and ${isVisible(caller, sql.ref('version.project'))}`.execute(db);
  return rows;
}

/** Of all projects, archived flags included. */
export async function listFlagsNamed(db: Db, names: readonly string[]): Promise<StoredFlag[]> {
  return selectFlags(db).where('flags.name', '=', oneOf(names)).execute();
}

export async function listStates(
  db: Db,
  flags: readonly string[],
  environment: string,
): Promise<StoredState[]> {
  return db
    .selectFrom('flag_environments')
    .select(['flag', 'environment', 'enabled'])
    .select(sql<Variant[]>`variants`.as('variants'))
    .where('flag', '=', oneOf(flags))
    .where('environment', '=', environment)
    .execute();
}

/** By id or by name. */
export async function listSegments(
  db: Db,
  { ids, names }: { ids: readonly number[]; names: readonly string[] },
): Promise<StoredSegment[]> {
  return db
    .selectFrom('segments')
    .select(['id', 'name', 'description', 'project'])
    .select(sql<Constraint[]>`constraints`.as('constraints'))
    .where((eb) =>
      eb.or([eb('id', '=', sql<number>`any(${ids}::integer[])`), eb('name', '=', oneOf(names))]),
    )
    .execute();
}

export async function listFields(db: Db, names: readonly string[]): Promise<FieldData[]> {
  return db
    .selectFrom('context_fields')
    .select(['name', 'description', 'stickiness', 'sort_order as sortOrder'])
    .select(sql<LegalValue[]>`legal_values`.as('legalValues'))
    .where('name', '=', oneOf(names))
    .execute();
}

export async function listTagTypes(db: Db, names: readonly string[]): Promise<TagType[]> {
  return db
    .selectFrom('tag_types')
    .select(['name', 'description', 'icon', 'color'])
    .where('name', '=', oneOf(names))
    .execute();
}

/** Dependencies of the flags and, if `ofParents`, of their children. */
export async function listDependencies(
  db: Db,
  flags: readonly string[],
  { ofParents }: { ofParents: boolean },
): Promise<StoredDependency[]> {
  return db
    .selectFrom('dependencies')
    .select(['child', 'parent', 'enabled', 'variants'])
    .where((eb) =>
      eb.or([
        eb('child', '=', oneOf(flags)),
        ...(ofParents ? [eb('parent', '=', oneOf(flags))] : []),
      ]),
    )
    .execute();
}

/** Undefined if the project does not have the environment. */
export async function findSettings(db: Db, project: string, environment: string) {
  const { rows } = await sql<{ stickiness: string; strategyTypes: string[]; flagTypes: string[] }>`
    select
      projects.default_stickiness as stickiness,
      array(select name from strategy_types) as "strategyTypes",
      array(select id from flag_types) as "flagTypes"
    from project_environments
    join projects on projects.id = project_environments.project
    where project = ${project} and environment = ${environment}`.execute(db);
  return rows[0];
}

const selectFlags = (db: Db) =>
  db
    .selectFrom('flags')
    .select(['flags.name', 'flags.type', 'flags.description', 'flags.project', 'flags.stale'])
    .select(['flags.impression_data as impressionData', 'flags.created_at as createdAt'])
    .select('flags.archived_at as archivedAt');
