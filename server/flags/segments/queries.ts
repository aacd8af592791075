import { type RawBuilder, sql } from 'kysely';
import { isNameable, isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { isUuid } from '../../platform/http/schema.ts';
import { referenceCountsOf } from '../references/queries.ts';
import type { Constraint } from '../strategies/schema.ts';
import {
  namedMax,
  type SegmentData,
  type SegmentPlan,
  type SegmentUses,
  type StoredSegment,
} from './rules.ts';
import type { StrategyUse } from './schema.ts';

/** Segments for all projects and segments of projects the caller may see, by name. */
export async function listSegments(db: Db, caller: Caller): Promise<StoredSegment[]> {
  return selectWithUses(db, caller, sql`true`);
}

export async function findSegment(db: Db, caller: Caller, id: number) {
  const [segment] = await selectWithUses(db, caller, sql`segments.id = ${id}`);
  return segment;
}

/** Of a segment that exists. */
export async function findSegmentVersion(db: Db, id: number): Promise<number> {
  const { version } = await db
    .selectFrom('segments')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return version;
}

/** Undefined when the strategy is unknown or its flag is in a project the caller may not see. */
export async function listSegmentsOfStrategy(
  db: Db,
  caller: Caller,
  strategyId: string,
): Promise<StoredSegment[] | undefined> {
  if (!isUuid(strategyId)) return undefined;
  const found = await db
    .selectFrom('strategies')
    .innerJoin('flags', 'flags.name', 'strategies.flag')
    .select('strategies.id')
    .where('strategies.id', '=', strategyId)
    .where(isVisible(caller, sql.ref('flags.project')))
    .executeTakeFirst();
  if (!found) return undefined;
  const used = sql`segments.id in (
    select segment_id from strategy_segments where strategy_id = ${strategyId}::uuid)`;
  return selectWithUses(db, caller, used);
}

/** Of active flags; archived ones do not prevent the deletion of the segment. */
export async function listStrategiesUsing(
  db: Db,
  caller: Caller,
  segmentId: number,
): Promise<StrategyUse[]> {
  return db
    .selectFrom('strategy_segments')
    .innerJoin('strategies', 'strategies.id', 'strategy_segments.strategy_id')
    .innerJoin('flags', 'flags.name', 'strategies.flag')
    .select(['strategies.id', 'strategies.flag as featureName', 'flags.project as projectId'])
    .select(['strategies.environment', 'strategies.name as strategyName'])
    .where('strategy_segments.segment_id', '=', segmentId)
    .where('flags.archived_at', 'is', null)
    .where(isVisible(caller, sql.ref('flags.project')))
    .orderBy('strategies.flag')
    .orderBy('strategies.environment')
    .orderBy('strategies.sort_order')
    .orderBy('strategies.id')
    .execute();
}

export async function findSegmentIdByName(db: Db, name: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('segments')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.id;
}

/** Undefined when it is hidden. */
export async function findSegmentData(
  db: Db,
  caller: Caller,
  id: number,
): Promise<SegmentData | undefined> {
  return selectReachable(db, caller, id).executeTakeFirst();
}

/** The same; no strategy can start to use it until the transaction ends. */
export async function lockSegment(
  tx: Tx,
  caller: Caller,
  id: number,
): Promise<SegmentData | undefined> {
  return selectReachable(tx, caller, id).forUpdate().executeTakeFirst();
}

/** Locks the segments that exist, always in the same order; `forUse`: only against changes. */
export async function lockSegments(
  tx: Tx,
  ids: readonly number[],
  { forUse = false } = {},
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom('segments')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .$call((query) => (forUse ? query.forShare() : query.forUpdate()))
    .execute();
}

export async function lockSegmentsOfProject(tx: Tx, project: string): Promise<SegmentData[]> {
  return selectData(tx).where('project', '=', project).orderBy('id').forUpdate().execute();
}

/** It cannot be deleted or archived until the transaction ends. Undefined when it is hidden. */
export async function lockProjectForUse(tx: Tx, caller: Caller, id: string) {
  return tx
    .selectFrom('projects')
    .select(['id', 'archived_at as archivedAt'])
    .where('id', '=', id)
    .where(isVisible(caller, sql.ref('projects.id')))
    .forShare()
    .executeTakeFirst();
}

/**
 * The first `namedMax` + 1 active flags with strategies that use the segment, and the first
 * `namedMax` + 1 projects whose default strategies use it; without private projects that the caller
 * may not see.
 */
export async function listUses(
  tx: Tx,
  caller: Caller,
  id: number,
  exceptProject?: string,
): Promise<SegmentUses> {
  const counts = exceptProject === undefined ? sql`true` : sql`project <> ${exceptProject}`;
  const { rows } = await sql<SegmentUses>`
    with uses as (
      select distinct flags.name as flag, flags.project
      from strategy_segments
      join strategies on strategies.id = strategy_segments.strategy_id
      join flags on flags.name = strategies.flag
      where segment_id = ${id} and flags.archived_at is null
      union all
      select distinct null, project
      from project_environments
      where default_strategy -> 'segments' @> to_jsonb(${id}::integer)
    ),
    counted as (
      select flag, project, ${isNameable(caller, sql.ref('uses.project'))} as named
      from uses where ${counts}
    )
    select
      array(
        select flag from counted where named and flag is not null
        order by flag limit ${namedMax + 1}
      ) as flags,
      array(
        select project from counted where named and flag is null
        order by project limit ${namedMax + 1}
      ) as projects,
      exists (select from counted where not named) as hidden`.execute(tx);
  return rows[0] ?? { flags: [], projects: [], hidden: false };
}

/** Undefined when the name is taken. */
export async function insertSegment(
  tx: Tx,
  plan: SegmentPlan,
  createdBy: string,
): Promise<SegmentData | undefined> {
  return tx
    .insertInto('segments')
    .values({ ...columnsOf(plan), created_by: createdBy })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning(dataColumns)
    .returning(constraintColumn)
    .executeTakeFirst();
}

/** Its new version. */
export async function saveSegment(tx: Tx, { id, ...plan }: SegmentData): Promise<number> {
  const { version } = await tx
    .updateTable('segments')
    .set(columnsOf(plan))
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deleteSegmentRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('segments').where('id', '=', sql<number>`any(${ids}::integer[])`).execute();
}

const columnsOf = ({ name, description, project, constraints }: SegmentPlan) => ({
  name,
  description,
  project,
  constraints: JSON.stringify(constraints),
});

const dataColumns = [
  'id',
  'name',
  'description',
  'project',
  'created_by as createdBy',
  'created_at as createdAt',
] as const;

const constraintColumn = sql<Constraint[]>`constraints`.as('constraints');

const selectData = (db: Db) =>
  db.selectFrom('segments').select(dataColumns).select(constraintColumn);

const selectReachable = (db: Db, caller: Caller, id: number) =>
  selectData(db).where('id', '=', id).where(isReachable(caller));

const isReachable = (caller: Caller) => sql<boolean>`(
  segments.project is null or ${isVisible(caller, sql.ref('segments.project'))})`;

async function selectWithUses(
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
): Promise<StoredSegment[]> {
  const { rows } = await sql<StoredSegment>`
    select
      segments.id, segments.name, segments.description, segments.project, segments.constraints,
      segments.version,
      segments.created_by as "createdBy", segments.created_at as "createdAt",
      coalesce(uses.flags, 0) as "usedInFeatures", coalesce(uses.projects, 0) as "usedInProjects"
    from segments
    left join ${referenceCountsOf(caller, 'segment')} as uses on uses.subject = segments.id::text
    where ${where} and ${isReachable(caller)}
    order by lower(segments.name), segments.id`.execute(db);
  return rows;
}
