import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { type Columns, given, oneOf } from '../../platform/db/records.ts';
import {
  creatorOf,
  type FlagData,
  type FlagPlan,
  flagData,
  type ProjectLimits,
  type TagKey,
} from './rules.ts';
import type { Flag, FlagSummary, Lifecycle } from './schema.ts';

/** Through the path of another project, the flag does not exist. */
export type FlagKey = { project: string; name: string };

/** Every change of a flag or its configuration takes this lock, so that no update is lost. */
export async function lockFlag(tx: Tx, { project, name }: FlagKey): Promise<FlagData | undefined> {
  const [flag] = await lockFlags(tx, project, [name]);
  return flag;
}

/** Flags of the project only, always locked in the same order. */
export async function lockFlags(
  tx: Tx,
  project: string,
  names: readonly string[],
): Promise<FlagData[]> {
  return (await flagsToLock(project, names).execute(tx)).rows;
}

/** A statement, for a pipeline. */
export const flagsToLock = (project: string, names: readonly string[]) => sql<FlagData>`
  select ${dataColumns} from flags
  where name = ${oneOf(names)} and project = ${project}
  order by name
  for update`;

/** All flags of the project, including archived ones. */
export async function lockFlagsOfProject(tx: Tx, project: string): Promise<void> {
  await lockFlagsWhere(tx, sql`project = ${project}`);
}

/** All flags in the environment, of every project. */
export async function lockFlagsInEnvironment(tx: Tx, environment: string): Promise<void> {
  await lockFlagsWhere(
    tx,
    sql`name in (select flag from flag_environments where environment = ${environment})`,
  );
}

/** All flags that have the tag or, without a value, any tag of the type. */
export async function lockTaggedFlags(
  tx: Tx,
  { type, value }: Pick<TagKey, 'type'> & Partial<TagKey>,
): Promise<void> {
  const tag = value === undefined ? sql`type = ${type}` : sql`type = ${type} and value = ${value}`;
  await lockFlagsWhere(tx, sql`name in (select flag from flag_tags where ${tag})`);
}

/** Of any project. */
export async function lockFlagsNamed(tx: Tx, names: readonly string[]): Promise<void> {
  await lockFlagsWhere(tx, sql`name = ${oneOf(names)}`);
}

/**
 * For commands that change many flags by a shared project, environment or tag. All are locked
 * before what belongs to them, as in commands that change one flag, so that they do not deadlock.
 */
async function lockFlagsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select count(*) from (select from flags where ${condition} order by name for update) as locked`.execute(
    tx,
  );
}

/** Flags of the project only. */
export async function listFlagsNamed(db: Db, project: string, names: readonly string[]) {
  return db
    .selectFrom('flags')
    .select('name')
    .where('name', '=', oneOf(names))
    .where('project', '=', project)
    .orderBy('name')
    .execute();
}

export async function findProjectOfFlag(db: Db, name: string): Promise<string | undefined> {
  const flag = await db
    .selectFrom('flags')
    .select('project')
    .where('name', '=', name)
    .executeTakeFirst();
  return flag?.project;
}

/** Names are unique across all projects, including archived flags. */
export async function findFlagByName(db: Db, caller: Caller, name: string) {
  return db
    .selectFrom('flags')
    .select(['project', 'archived_at as archivedAt'])
    .select(isVisible(caller, sql.ref('flags.project')).as('visible'))
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Without a lock. */
export async function findProjectLimits(db: Db, id: string): Promise<ProjectLimits | undefined> {
  return (await selectProjectLimits(id).execute(db)).rows[0];
}

/**
 * Until the transaction ends, the project and its environments cannot change; if it has a flag
 * limit, no concurrent transaction can add flags.
 */
export async function lockProjectLimits(tx: Tx, id: string): Promise<ProjectLimits | undefined> {
  return (await projectLimitsToLock(id).execute(tx)).rows[0];
}

/**
 * A statement, for a pipeline. An advisory lock serializes transactions that count flags: two that
 * already share the row lock would deadlock when upgrading it.
 */
export const projectLimitsToLock = (id: string) => sql<ProjectLimits>`
  with limits as materialized (${selectProjectLimits(id)} for share)
  select limits.* from limits left join lateral (
    select pg_advisory_xact_lock(${countingLock}, hashtext(id)) where "flagLimit" is not null
  ) as counting on true`;

const countingLock = 7_366_019;

/** Returns only the flags whose names were free. */
export async function insertFlags(
  tx: Tx,
  plans: readonly FlagPlan[],
  createdByUserId: number,
): Promise<FlagData[]> {
  return (await flagsToInsert(plans, createdByUserId).execute(tx)).rows;
}

/** Inserts nothing if the name is taken. */
export async function insertAndFindFlag(tx: Tx, caller: Caller, plan: FlagPlan) {
  const [inserted, [found]] = await queryPipelined(tx, [
    flagsToInsert([plan], caller.id),
    flagToFind(caller, plan),
  ]);
  return { inserted, found: found && detailOf(found) };
}

/**
 * The flags are off in every environment of their project and in the first lifecycle stage. They are
 * inserted in order of name, so that concurrent inserts of the same names do not deadlock.
 */
const flagsToInsert = (plans: readonly FlagPlan[], createdByUserId: number) => sql<FlagData>`
  with inserted as (
    insert into flags (name, project, type, description, stale, impression_data, created_at,
      created_by_user_id)
    select name, project, type, description, stale, "impressionData",
      coalesce("createdAt", now()), ${createdByUserId}::integer
    from ${given(plans, planColumns)}
    order by name
    on conflict (name) do nothing
    returning ${dataColumns}
  ),
  environments as (
    insert into flag_environments (flag, environment)
    select name, environment from inserted join project_environments using (project)
  ),
  stages as (
    insert into flag_stages (flag, stage) select name, 'initial' from inserted
  )
  select * from inserted`;

export async function saveFlag(tx: Tx, flag: FlagData): Promise<void> {
  await tx
    .updateTable('flags')
    .set({
      project: flag.project,
      description: flag.description,
      type: flag.type,
      stale: flag.stale,
      impression_data: flag.impressionData,
      version: flag.version,
    })
    .where('name', '=', flag.name)
    .execute();
}

export async function saveStale(tx: Tx, names: readonly string[], stale: boolean): Promise<void> {
  await tx
    .updateTable('flags')
    .set({ stale, version: sql`version + 1` })
    .where('name', '=', oneOf(names))
    .execute();
}

/**
 * Deletes archived flags of a project, all of them or those named, and returns each as events
 * contain it, with its tags.
 */
export async function deleteArchivedFlags(tx: Tx, project: string, names?: readonly string[]) {
  const chosen = names === undefined ? sql`true` : sql`name = ${oneOf(names)}`;
  const { rows } = await sql<FlagData & { tags: TagKey[] }>`
    delete from flags where project = ${project} and archived_at is not null and ${chosen}
    returning ${dataColumns}, (
      select coalesce(json_agg(json_build_object('type', flag_tags.type, 'value', value)
        order by flag_tags.type, value), '[]')
      from flag_tags where flag_tags.flag = flags.name
    ) as tags`.execute(tx);
  return rows
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ tags, ...flag }) => ({ flag: flagData(flag), tags }));
}

/** Adds the environment, switched off, to every flag of the project, including archived ones. */
export async function insertFlagEnvironments(
  tx: Tx,
  project: string,
  environment: string,
): Promise<void> {
  await sql`
    insert into flag_environments (flag, environment)
    select name, ${environment}::text from flags where project = ${project}
    on conflict do nothing`.execute(tx);
}

/** Deletes the configuration of every flag of the project in the environment. */
export async function deleteFlagEnvironments(
  tx: Tx,
  project: string,
  environment: string,
): Promise<void> {
  await tx
    .deleteFrom('flag_environments')
    .where('environment', '=', environment)
    .where('flag', 'in', (query) =>
      query.selectFrom('flags').select('name').where('project', '=', project),
    )
    .execute();
}

/** Undefined if the flag is not in the project. */
export async function findFlag(
  db: Db,
  caller: Caller,
  key: FlagKey,
): Promise<(Flag & { version: number }) | undefined> {
  const { rows } = await flagToFind(caller, key).execute(db);
  return rows[0] && detailOf(rows[0]);
}

const flagToFind = (caller: Caller, { project, name }: FlagKey) => sql<DetailRow>`
  select ${shared(caller)}, flags.project, flags.version,
    flags.archived_at is not null as archived, flags.archived_at as "archivedAt",
    flags.created_by_user_id as "creatorId", users.name as "creatorName",
    users.username, users.email,
    stage.stage, stage.status, stage.entered_at as "enteredStageAt",
    ${environments(sql`, 'featureName', flags.name, 'environment', environments.name,
      'variants', flag_environments.variants, 'strategies', ${strategies},
      'yes', case when ${isRecent} then flag_usage.yes else 0 end,
      'no', case when ${isRecent} then flag_usage.no else 0 end`)},
    (select coalesce(json_agg(child order by child), '[]') from dependencies
      where parent = flags.name) as children,
    (select coalesce(json_agg(json_build_object(
        'feature', parent, 'enabled', enabled, 'variants', variants)), '[]')
      from dependencies where child = flags.name) as dependencies,
    (select coalesce(json_agg(json_build_object('id', id, 'url', url, 'title', title)
        order by added), '[]')
      from flag_links where flag = flags.name) as links
  from flags
  left join users on users.id = flags.created_by_user_id
  left join lateral (
    select flag_stages.stage, status, entered_at from flag_stages where flag = flags.name
    order by array_position(${stages}::text[], flag_stages.stage) desc limit 1
  ) as stage on true
  where flags.name = ${name} and flags.project = ${project}`;

/** Active flags only, ordered by name. */
export async function listFlags(
  db: Db,
  caller: Caller,
  { project, tags, prefix }: { project: string; tags: readonly TagKey[]; prefix: string },
): Promise<FlagSummary[]> {
  const tagged = sql`exists (
    select from flag_tags
    join unnest(
      ${tags.map(({ type }) => type)}::text[], ${tags.map(({ value }) => value)}::text[]
    ) as wanted (type, value) on wanted.type = flag_tags.type and wanted.value = flag_tags.value
    where flag_tags.flag = flags.name)`;
  const { rows } = await sql<FlagSummary>`
    select ${shared(caller)}, ${environments(sql``)}
    from flags
    where flags.project = ${project} and flags.archived_at is null
      and starts_with(flags.name, ${prefix}) and ${tags.length === 0 ? sql`true` : tagged}
    order by flags.name`.execute(db);
  return rows;
}

type DetailRow = Omit<Flag, 'createdBy' | 'lifecycle'> & {
  version: number;
  creatorId: number | null;
  creatorName: string | null;
  username: string | null;
  email: string | null;
  stage: Lifecycle['stage'] | null;
  status: string | null;
  enteredStageAt: string | null;
};

function detailOf(row: DetailRow): Flag & { version: number } {
  const { creatorId, creatorName, username, email, stage, status, enteredStageAt, ...flag } = row;
  return {
    ...flag,
    createdBy: creatorOf({ creatorId, creatorName, username, email }),
    ...(stage === null || enteredStageAt === null
      ? {}
      : { lifecycle: { stage, enteredStageAt, ...(status === null ? {} : { status }) } }),
  };
}

/** In order: the furthest stage that was entered is the current one. */
const stages: readonly Lifecycle['stage'][] = [
  'initial',
  'pre-live',
  'live',
  'completed',
  'archived',
];

/** The columns of a flag both in lists and in detail. */
const shared = (caller: Caller) => sql`
  flags.name, flags.type, flags.description, flags.stale,
  flags.impression_data as "impressionData", flags.created_at as "createdAt",
  (select last_seen_at from flag_last_seen where flag = flags.name) as "lastSeenAt",
  exists (select from flag_favorites
    where flag_favorites.user_id = ${caller.id} and flag_favorites.flag = flags.name) as favorite,
  (select coalesce(json_agg(json_build_object(
      'type', flag_tags.type, 'value', flag_tags.value, 'color', tag_types.color)
      order by flag_tags.type, flag_tags.value), '[]')
    from flag_tags join tag_types on tag_types.name = flag_tags.type
    where flag_tags.flag = flags.name) as tags`;

/** The environments of a flag in their sort order; `more` adds members to each. */
const environments = (more: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object(
      'name', environments.name, 'type', environments.type, 'enabled', flag_environments.enabled,
      'sortOrder', environments.sort_order,
      'variantCount', jsonb_array_length(flag_environments.variants),
      'lastSeenAt', iso(flag_usage.last_seen_at),
      'hasStrategies', used.total > 0, 'hasEnabledStrategies', used.enabled > 0 ${more})
      order by environments.sort_order, environments.name), '[]')
  from flag_environments
  join environments on environments.name = flag_environments.environment
  left join flag_usage on flag_usage.flag = flag_environments.flag
    and flag_usage.environment = flag_environments.environment
  cross join lateral (
    select count(*) as total, count(*) filter (where not disabled) as enabled from strategies
    where strategies.flag = flag_environments.flag
      and strategies.environment = flag_environments.environment
  ) as used
  where flag_environments.flag = flags.name) as environments`;

/** The newest hour of usage is the current or the previous one, as in flag search. */
const isRecent = sql`flag_usage.hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour'`;

const strategies = sql`(
  select coalesce(json_agg(json_build_object(
      'id', id, 'name', strategies.name, 'title', title, 'disabled', disabled,
      'featureName', flags.name, 'sortOrder', strategies.sort_order,
      'segments', array(select segment_id from strategy_segments
        where strategy_id = strategies.id order by segment_id),
      'constraints', constraints, 'variants', strategies.variants, 'parameters', parameters)
      order by strategies.sort_order, strategies.added), '[]')
  from strategies
  where strategies.flag = flag_environments.flag
    and strategies.environment = flag_environments.environment)`;

const planColumns: Columns<Required<FlagPlan>> = {
  name: 'text',
  description: 'text',
  type: 'text',
  project: 'text',
  stale: 'boolean',
  impressionData: 'boolean',
  createdAt: 'timestamptz',
};

const dataColumns = sql`name, description, type, project, stale,
  impression_data as "impressionData", created_at as "createdAt", archived_at as "archivedAt",
  version`;

const selectProjectLimits = (id: string) => sql<ProjectLimits>`
  select id, archived_at as "archivedAt", flag_limit as "flagLimit", naming_pattern as pattern,
    naming_example as example
  from projects where id = ${id}`;
