import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/open.ts';
import { type Columns, given, namesOf } from '../platform/db/records.ts';

type FlagTables = {
  flags: FlagRow;
  flag_environments: { flag: string; environment: string; enabled: boolean };
  flag_stages: { flag: string; stage: string; entered_at: string; status: string | null };
  strategies: StrategyRow;
  strategy_segments: { strategy_id: string; segment_id: number };
  flag_tags: { flag: string; type: string; value: string };
};

/** Rows of flags by their table. */
export type FlagRows = { [T in keyof FlagTables]: () => FlagTables[T][] };

type FlagRow = {
  name: string;
  project: string;
  type: string;
  description: string | null;
  stale: boolean;
  impression_data: boolean;
  created_at: string;
  created_by_user_id: number | null;
  archived_at: string | null;
};

type StrategyRow = {
  id: string;
  flag: string;
  environment: string;
  name: string;
  title: string | null;
  disabled: boolean;
  parameters: object;
  constraints: object[];
  variants: object[];
  sort_order: number;
  created_at: string;
};

/** The administrator of the first start. */
export async function findFirstUser(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** A flag in an environment, with the rollout and the variants of its first strategy. */
export type Switch = {
  flag: string;
  project: string;
  environment: string;
  enabled: boolean;
  rollout: number;
  variants: { name: string; weight: number }[];
  /** The values before each change of the last days, oldest first. */
  changes: { at: number; enabled: boolean | null; rollout: number | null }[];
};

/** Of flags that are not archived, by name, with their changes since a time. */
export async function listSwitches(db: Db, since: string): Promise<Switch[]> {
  const { rows } = await sql<Switch>`
    select flags.name as flag, project, environment, enabled,
      coalesce((first.parameters ->> 'rollout')::integer, 100) as rollout,
      coalesce(first.variants, '[]') as variants, coalesce(changes, '[]') as changes
    from flags join flag_environments as switch on switch.flag = flags.name
    left join lateral (
      select id, parameters, variants from strategies
      where strategies.flag = flags.name and strategies.environment = switch.environment
      order by sort_order limit 1
    ) as first on true
    left join lateral (
      select json_agg(json_build_object(
          'at', extract(epoch from created_at) * 1000,
          'enabled', case type when 'feature-environment-enabled' then false
            when 'feature-environment-disabled' then true end,
          'rollout', (pre_data -> 'parameters' ->> 'rollout')::integer) order by id) as changes
      from events
      where feature_name = flags.name and events.environment = switch.environment
        and created_at >= ${since}::timestamptz
        and (type like 'feature-environment-%abled' or pre_data ->> 'id' = first.id::text)
    ) as changed on true
    where archived_at is null and exists (
      select from flag_stages where flag_stages.flag = flags.name and stage <> 'initial')
    order by flags.name, environment`.execute(db);
  return rows;
}

export async function listEnabledEnvironments(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('environments')
    .select('name')
    .where('enabled', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

export type PersonRow = { username: string; name: string; root_role_id: number };

/** Users without a password, returned in the given order. */
export async function insertPeople(tx: Tx, people: readonly PersonRow[], createdAt: string) {
  return tx
    .insertInto('users')
    .values(people.map((person) => ({ ...person, created_at: createdAt })))
    .returning(['id', 'username', 'name', 'root_role_id as rootRole'])
    .execute();
}

export async function insertProjects(
  tx: Tx,
  projects: readonly { id: string; name: string; description: string }[],
  environments: readonly string[],
  createdAt: string,
): Promise<void> {
  await sql`
    insert into projects (id, name, description, created_at, updated_at)
    select id, name, description, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from ${given(projects, { id: 'text', name: 'text', description: 'text' })}`.execute(tx);
  await sql`
    insert into project_environments (project, environment)
    select id, environment
    from unnest(${projects.map(({ id }) => id)}::text[]) as id,
      unnest(${environments}::text[]) as environment
  `.execute(tx);
}

export async function insertSegments(
  tx: Tx,
  segments: readonly { name: string; description: string; constraints: object[] }[],
  { createdBy, createdAt }: { createdBy: string; createdAt: string },
) {
  return tx
    .insertInto('segments')
    .values(
      segments.map(({ constraints, ...segment }) => ({
        ...segment,
        constraints: JSON.stringify(constraints),
        created_by: createdBy,
        created_at: createdAt,
      })),
    )
    .returning(['id', 'name', 'description', 'project', 'constraints'])
    .returning(['created_by as createdBy', 'created_at as createdAt'])
    .execute();
}

/** Returns the new tags. */
export async function insertTags(
  tx: Tx,
  tags: readonly { type: string; value: string }[],
  createdAt: string,
) {
  return tx
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...tag, created_at: createdAt })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['type', 'value'])
    .execute();
}

/** A request with one change; its reviewer applied it. */
export type AppliedRequest = {
  project: string;
  environment: string;
  title: string;
  flag: string;
  authorId: number;
  reviewerId: number;
  action: string;
  payload: object;
  base: object;
  proposed: object;
  createdAt: string;
  submittedAt: string;
  approvedAt: string;
  appliedAt: string;
};

/** Returns its id and that of its change. */
export async function insertAppliedRequest(tx: Tx, request: AppliedRequest) {
  const { project, environment, title, flag, action, authorId, reviewerId } = request;
  const { submittedAt, approvedAt, appliedAt } = request;
  const created = { created_by: authorId, created_at: request.createdAt };
  const { id } = await tx
    .insertInto('change_requests')
    .values({ project, environment, title, state: 'Applied', min_approvals: 1, ...created })
    .returning('id')
    .executeTakeFirstOrThrow();
  const json = {
    payload: JSON.stringify(request.payload),
    base: JSON.stringify(request.base),
    proposed: JSON.stringify(request.proposed),
  };
  const change = await tx
    .insertInto('change_request_changes')
    .values({ change_request_id: id, flag, action, ...json, ...created })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('change_request_approvals')
    .values({ change_request_id: id, user_id: reviewerId, created_at: approvedAt })
    .execute();
  const steps = [
    { action: 'submitted', user_id: authorId, created_at: submittedAt },
    { action: 'approved', user_id: reviewerId, created_at: approvedAt },
    { action: 'applied', user_id: reviewerId, created_at: appliedAt },
  ] as const;
  await tx
    .insertInto('change_request_history')
    .values(steps.map((step) => ({ change_request_id: id, ...step })))
    .execute();
  return { id, changeId: change.id };
}

/** In the order of the foreign keys. */
const flagColumns: { [T in keyof FlagTables]: Columns<FlagTables[T]> } = {
  flags: {
    name: 'text',
    project: 'text',
    type: 'text',
    description: 'text',
    stale: 'boolean',
    impression_data: 'boolean',
    created_at: 'timestamptz',
    created_by_user_id: 'integer',
    archived_at: 'timestamptz',
  },
  flag_environments: { flag: 'text', environment: 'text', enabled: 'boolean' },
  flag_stages: { flag: 'text', stage: 'text', entered_at: 'timestamptz', status: 'text' },
  strategies: {
    id: 'uuid',
    flag: 'text',
    environment: 'text',
    name: 'text',
    title: 'text',
    disabled: 'boolean',
    parameters: 'jsonb',
    constraints: 'jsonb',
    variants: 'jsonb',
    sort_order: 'integer',
    created_at: 'timestamptz',
  },
  strategy_segments: { strategy_id: 'uuid', segment_id: 'integer' },
  flag_tags: { flag: 'text', type: 'text', value: 'text' },
};

/** One statement per table for any number of flags. */
export function* flagInsertions(rows: FlagRows): Generator<RawBuilder<unknown>> {
  for (const table of Object.keys(flagColumns) as (keyof FlagTables)[]) {
    yield insertion(table, rows);
  }
}

/** Refreshes the read model of the affected flags; once for all batches would take too long. */
export const refreshOfAffected = sql`select refresh_affected_flags()`;

/** The same for a bulk load, which disables the triggers that mark affected flags. */
export const refreshOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql`select refresh_flag_search(${names}::text[])`;

/** Runs once all flags are inserted. */
export const countOfAll = sql`select rebuild_flag_search_counts()`;

function insertion<T extends keyof FlagTables>(table: T, rows: FlagRows): RawBuilder<unknown> {
  const columns: Columns<FlagTables[T]> = flagColumns[table];
  const names = namesOf(columns);
  return sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from ${given(rows[table](), columns)}`;
}

/** Sets the creation time of rows that commands just created to that of their events. */
export async function backdateEverything(tx: Tx, createdAt: string): Promise<void> {
  const at = sql`${createdAt}::timestamptz`;
  await sql`update users set created_at = ${at}`.execute(tx);
  await sql`update groups set created_at = ${at}`.execute(tx);
  await sql`update group_members set joined_at = ${at}`.execute(tx);
  await sql`update projects set created_at = ${at}, updated_at = ${at}`.execute(tx);
  await sql`update role_grants set created_at = ${at}`.execute(tx);
  await sql`update segments set created_at = ${at}`.execute(tx);
  await sql`update tag_types set created_at = ${at}`.execute(tx);
  await sql`update api_tokens set created_at = ${at}`.execute(tx);
}

/**
 * Updates the planner statistics, which are stale after a bulk load. JSON columns are left out:
 * no query filters by them, and they take longest.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  await flagStatistics.execute(db);
  await sql`analyze projects, project_environments, users, segments, tags,
    events (id, created_at, type, created_by, created_by_user_id, project, environment,
      feature_name)`.execute(db);
}

/** Run after the first batch, so that the planner knows how many rows a flag has. */
export const flagStatistics = sql`analyze flags, flag_environments (flag, environment, enabled),
  flag_stages, flag_tags, strategy_segments,
  strategies (id, flag, environment, name, title, disabled, sort_order, version, created_at, added)`;

export async function countFlags(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('flags')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The tables that a load of flags fills, directly and by triggers. */
const flagTables = [
  ...Object.keys(flagColumns),
  'flag_search',
  'flag_items',
  'flag_last_seen',
  'flag_counts',
  'reference_counts',
  'setting_counts',
];

export type Load = 'flags' | 'events';

const loadTables: Record<Load, readonly string[]> = { flags: flagTables, events: ['events'] };

/** Excludes readers and writers, from before the first write, so that no deadlock is possible. */
export async function lockTables(tx: Tx, loads: readonly Load[]): Promise<void> {
  const tables = loads.flatMap((load) => loadTables[load]).map((table) => sql.table(table));
  if (tables.length > 0) {
    await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(tx);
  }
}

/**
 * Runs the work without the indexes, foreign keys and read model triggers of the tables it fills, and
 * then creates them again: building an index or checking a key once takes a fraction of the time of
 * doing so row by row. On failure the rollback restores them.
 */
export async function withoutIndexes<T>(tx: Tx, load: Load, work: () => Promise<T>): Promise<T> {
  const definitions = await listDefinitions(tx, loadTables[load]);
  // A table with pending triggers, such as one that a key references, cannot be altered.
  await sql`set constraints increment_display_version, write_versions_at_commit immediate`.execute(
    tx,
  );
  for (const { drop } of definitions) await sql.raw(drop).execute(tx);
  await sql`set local work_mem = '64MB'`.execute(tx);
  // The rows are in memory, so an index lookup is cheaper than the default cost suggests.
  await sql`set local random_page_cost = 1.1`.execute(tx);
  const result = await work();
  // Building a large index takes longer than the statement timeout.
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
  for (const { create } of definitions) await sql.raw(create).execute(tx);
  return result;
}

/** Dated by the newest event about each flag. */
export async function writeMissingVersions(tx: Tx): Promise<void> {
  await sql`select write_missing_versions()`.execute(tx);
}

/**
 * Read from the system catalog, so that none is missed. Unique indexes stay, and those by flag, which
 * the refresh of the read model uses during the load.
 */
async function listDefinitions(tx: Tx, tables: readonly string[]) {
  const { rows } = await sql<{ drop: string; create: string }>`
    select format('drop index %s', indexrelid::regclass) as drop,
      -- Also in the partitions of the table.
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as create
    from pg_index
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = any (${tables}::regclass[]) and not indisunique
      and attname is distinct from 'flag'
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
    from pg_constraint
    where conrelid = any (${tables}::regclass[]) and contype = 'f'
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger
    where tgrelid = any (${tables}::regclass[]) and tgenabled = 'O'
      and tgfoid = any ('{mark_affected_flags,refresh_at_commit,update_flag_counts,
        update_setting_counts}'::regproc[])`.execute(tx);
  return rows;
}
