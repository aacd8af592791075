import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import {
  executeDeferred,
  planOpaque,
  prepared,
  queryPipelined,
} from '../../platform/db/pipeline.ts';
import { given, namesOf, oneOf } from '../../platform/db/records.ts';
import { isUuid } from '../../platform/http/schema.ts';
import { lockLegalValues } from '../context-fields/queries.ts';
import type {
  FlagStrategySummary,
  SegmentData,
  StoredStrategy,
  StrategyContext,
  StrategyContextQuery,
  StrategyData,
} from './rules.ts';
import type { Constraint } from './schema.ts';

/** Through the path of another project, the flag does not exist. */
export type EnvironmentKey = { project: string; name: string; environment: string };

/** In the order of evaluation, in all environments or those given. */
export async function listStrategies(
  db: Db,
  flags: readonly string[],
  environments?: readonly string[],
): Promise<StoredStrategy[]> {
  const inEnvironments =
    environments === undefined ? sql`true` : sql`environment = ${oneOf(environments)}`;
  const { rows } = await prepared(sql<StoredStrategy>`${selectStrategies}
    where flag = ${oneOf(flags)} and ${inEnvironments}
    order by flag, environment, sort_order, added`).execute(db);
  return rows;
}

/** A statement; in the order of evaluation. */
export const strategySummaries = (wanted: {
  flags: readonly string[];
  environments: readonly string[];
  /** The ids of those returned with their data. */
  withData: readonly string[];
}) =>
  prepared(sql<FlagStrategySummary>`
    select id, flag as "featureName", environment, disabled, sort_order as "sortOrder",
      case when id = any(${planOpaque(wanted.withData, 'uuid[]')}) then (
        select row_to_json(data) from (select ${dataColumns}) as data) end as data
    from strategies
    where flag = any(${planOpaque(wanted.flags, 'text[]')})
      and environment = any(${planOpaque(wanted.environments, 'text[]')})
    order by sort_order, added`);

/** Undefined if the strategy is in another project, flag or environment. */
export async function findStrategy(
  db: Db,
  key: EnvironmentKey & { id: string },
): Promise<StoredStrategy | undefined> {
  if (!isUuid(key.id)) return undefined;
  const { rows } = await sql<StoredStrategy>`${selectStrategies}
    where id = ${key.id} and environment = ${key.environment} and flag = ${key.name}
      and exists (select from flags where flags.name = strategies.flag and project = ${key.project})`.execute(
    db,
  );
  return rows[0];
}

export async function findStrategyScope(db: Db, id: string): Promise<EnvironmentKey | undefined> {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom('strategies')
    .innerJoin('flags', 'flags.name', 'strategies.flag')
    .select(['flags.project', 'flags.name', 'strategies.environment'])
    .where('strategies.id', '=', id)
    .executeTakeFirst();
}

/** Strategies of archived flags that use the segment, in all projects or all but one. */
export async function listArchivedUses(
  tx: Tx,
  segment: number,
  { exceptProject, limit }: { exceptProject: string | undefined; limit: number },
): Promise<(StoredStrategy & { project: string })[]> {
  const elsewhere =
    exceptProject === undefined ? sql`true` : sql`flags.project <> ${exceptProject}`;
  const { rows } = await sql<StoredStrategy & { project: string }>`
    select strategy.*, flags.project
    from (
      ${selectStrategies}
      where id in (select strategy_id from strategy_segments where segment_id = ${segment})
    ) as strategy
    join flags on flags.name = strategy."featureName"
    where flags.archived_at is not null and ${elsewhere}
    order by flags.name, strategy.environment, strategy.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Undefined when the flag is not in the project or not in the environment. */
export async function findEnvironment(
  db: Db,
  { project, name, environment }: EnvironmentKey,
): Promise<{ enabled: boolean; version: number } | undefined> {
  return db
    .selectFrom('flag_environments')
    .innerJoin('flags', 'flags.name', 'flag_environments.flag')
    .select(['flag_environments.enabled', 'flag_environments.version'])
    .where('flags.name', '=', name)
    .where('flags.project', '=', project)
    .where('flag_environments.environment', '=', environment)
    .executeTakeFirst();
}

/** Flags that are not in the environment are left out. */
export const statesToLock = (flags: readonly string[], environment: string) =>
  sql<{ flag: string; enabled: boolean; version: number; strategies: StoredStrategy[] }>`
    select flag, enabled, version, coalesce((
      select json_agg(row_to_json(strategy)) from (
        ${selectStrategies}
        where flag = flag_environments.flag and environment = flag_environments.environment
        order by sort_order, added
      ) as strategy), '[]') as strategies
    from flag_environments
    where flag = ${oneOf(flags)} and environment = ${environment}
    order by flag
    for no key update`;

export async function saveEnabled(
  tx: Tx,
  flags: readonly string[],
  environment: string,
  enabled: boolean,
): Promise<void> {
  await executeDeferred(
    tx,
    sql`
    update flag_environments set enabled = ${enabled}, version = version + 1
    where flag = ${oneOf(flags)} and environment = ${environment}`,
  );
}

/** Inserts the strategies and their segments, in two statements. */
export async function insertStrategies(tx: Tx, strategies: readonly StoredStrategy[]) {
  if (strategies.length === 0) return;
  const rows = strategies.map(({ id, featureName, environment, ...data }) => ({
    id,
    flag: featureName,
    environment,
    name: data.name,
    title: data.title,
    disabled: data.disabled,
    sort_order: data.sortOrder,
    parameters: data.parameters,
    constraints: data.constraints,
    variants: data.variants,
  }));
  const names = namesOf(columns);
  await sql`
    insert into strategies (${names}) select ${names} from ${given(rows, columns)}`.execute(tx);
  await insertSegments(tx, strategies);
}

export async function saveStrategy(tx: Tx, { id, ...data }: StrategyData & { id: string }) {
  await executeDeferred(
    tx,
    sql`
    update strategies set name = ${data.name}, title = ${data.title},
      disabled = ${data.disabled}, sort_order = ${data.sortOrder},
      parameters = ${JSON.stringify(data.parameters)},
      constraints = ${JSON.stringify(data.constraints)},
      variants = ${JSON.stringify(data.variants)}, version = version + 1
    where id = ${id}`,
  );
}

export async function saveSegments(tx: Tx, id: string, segments: number[]): Promise<void> {
  await tx.deleteFrom('strategy_segments').where('strategy_id', '=', id).execute();
  await insertSegments(tx, [{ id, segments }]);
}

/** Removes the segment from the strategies and adds its constraints to theirs. */
export async function replaceSegmentRows(
  tx: Tx,
  ids: readonly string[],
  segment: { id: number; constraints: readonly Constraint[] },
): Promise<void> {
  const chosen = sql<string>`any(${ids}::uuid[])`;
  await tx
    .deleteFrom('strategy_segments')
    .where('segment_id', '=', segment.id)
    .where('strategy_id', '=', chosen)
    .execute();
  await sql`
    update strategies set version = version + 1,
      constraints = constraints || ${JSON.stringify(segment.constraints)}::jsonb
    where id = ${chosen}`.execute(tx);
}

export async function saveOrder(tx: Tx, order: readonly { id: string; sortOrder: number }[]) {
  await sql`
    update strategies set sort_order = wanted."sortOrder", version = version + 1
    from jsonb_to_recordset(${JSON.stringify(order)}::jsonb) as wanted (id uuid, "sortOrder" integer)
    where strategies.id = wanted.id`.execute(tx);
}

export async function enableStrategies(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('strategies')
    .set({ disabled: false, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function deleteStrategyRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('strategies').where('id', '=', id).execute();
}

/** Types, segments and context fields are locked until the transaction ends. */
export async function findStrategyContext(
  tx: Tx,
  project: string,
  query: StrategyContextQuery,
): Promise<StrategyContext> {
  return {
    project,
    ...(await findTypesAndStickiness(tx, project, query)),
    segments: await lockSegments(tx, query.segments),
    legalValues: await lockLegalValues(tx, query.contextNames),
  };
}

async function findTypesAndStickiness(tx: Tx, project: string, query: StrategyContextQuery) {
  if (query.types.length === 0 && !query.stickiness) return { types: [], stickiness: undefined };
  const [types, projects] = await queryPipelined(tx, [
    tx
      .selectFrom('strategy_types')
      .select('name')
      .where('name', '=', oneOf(query.types))
      .orderBy('name')
      .forKeyShare(),
    tx.selectFrom('projects').select('default_stickiness as stickiness').where('id', '=', project),
  ]);
  return { types: types.map(({ name }) => name), stickiness: projects[0]?.stickiness };
}

async function lockSegments(tx: Tx, ids: readonly number[]): Promise<SegmentData[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('segments')
    .select(['id', 'project'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forShare()
    .execute();
}

/** Null if none is set. */
export async function findDefaultStrategy(
  db: Db,
  project: string,
  environment: string,
): Promise<StrategyData | null> {
  const link = await db
    .selectFrom('project_environments')
    .select('default_strategy as strategy')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .executeTakeFirst();
  return (link?.strategy ?? null) as StrategyData | null;
}

async function insertSegments(tx: Tx, strategies: readonly { id: string; segments: number[] }[]) {
  const rows = strategies.flatMap(({ id, segments }) =>
    segments.map((segment) => ({ strategy_id: id, segment_id: segment })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into strategy_segments (strategy_id, segment_id) select strategy_id, segment_id
    from ${given(rows, { strategy_id: 'uuid', segment_id: 'integer' })}`.execute(tx);
}

const columns = {
  id: 'uuid',
  flag: 'text',
  environment: 'text',
  name: 'text',
  title: 'text',
  disabled: 'boolean',
  sort_order: 'integer',
  parameters: 'jsonb',
  constraints: 'jsonb',
  variants: 'jsonb',
} as const;

const dataColumns = sql`
  name, title, disabled, sort_order as "sortOrder", parameters, constraints, variants,
  array(
    select segment_id from strategy_segments where strategy_id = strategies.id order by 1
  ) as segments`;

const selectStrategies = sql`
  select id, flag as "featureName", environment, version, ${dataColumns} from strategies`;
