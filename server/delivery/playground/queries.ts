import { sql } from 'kysely';
import type { Constraint, StrategyVariant } from '../../flags/strategies/schema.ts';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Dependency, Variant } from '../evaluation/model.ts';

export type StrategyToEvaluate = {
  id: string;
  name: string;
  title: string | null;
  disabled: boolean;
  constraints: Constraint[];
  parameters: Record<string, string>;
  variants: StrategyVariant[];
  segments: number[];
};

/** An active flag in one environment, with disabled strategies. */
export type FlagToEvaluate = {
  name: string;
  project: string;
  environment: string;
  enabled: boolean;
  variants: Variant[];
  strategies: StrategyToEvaluate[];
  dependencies: Dependency[];
};

export type SegmentToEvaluate = { id: number; name: string; constraints: Constraint[] };

export type EvaluationScope = {
  environments: readonly string[];
  /** Undefined means all that the caller may see. */
  projects: readonly string[] | undefined;
  names: readonly string[];
  /** If absent, all of them. */
  limit?: number;
};

const inProjects = (projects: EvaluationScope['projects']) =>
  projects === undefined
    ? sql<boolean>`true`
    : sql<boolean>`flags.project = any(${projects}::text[])`;

/** The names of active flags, in order. */
export async function listNamesToEvaluate(
  db: Db,
  caller: Caller,
  { projects, limit }: Required<Pick<EvaluationScope, 'projects' | 'limit'>>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('flags')
    .select('name')
    .where('archived_at', 'is', null)
    .where(inProjects(projects))
    .where(isVisible(caller, sql.ref('flags.project')))
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/** The named flags and their parents; by name, then in the order of the given environments. */
export async function listFlagsToEvaluate(
  db: Db,
  caller: Caller,
  { environments, projects, names, limit }: EvaluationScope,
): Promise<FlagToEvaluate[]> {
  const { rows } = await sql<FlagToEvaluate>`
    select flags.name, flags.project, requested.environment,
      coalesce(flag_environments.enabled, false) as enabled,
      coalesce(flag_environments.variants, '[]') as variants,
      (select coalesce(json_agg(json_build_object('feature', parent, 'enabled', enabled,
          'variants', variants)), '[]')
        from dependencies where child = flags.name) as dependencies,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'name', strategies.name, 'title', title, 'disabled', disabled,
          'constraints', constraints, 'parameters', parameters, 'variants', variants,
          'segments', array(select segment_id from strategy_segments
            where strategy_id = strategies.id order by segment_id))
          order by sort_order, added), '[]')
        from strategies
        where strategies.flag = flags.name and strategies.environment = requested.environment
      ) as strategies
    from flags
    cross join unnest(${environments}::text[]) with ordinality as requested (environment, position)
    left join flag_environments on flag_environments.flag = flags.name
      and flag_environments.environment = requested.environment
    where flags.archived_at is null and ${inProjects(projects)}
      and flags.name in (
        select unnest(${names}::text[])
        union select parent from dependencies where child = any(${names}::text[]))
      and ${isVisible(caller, sql.ref('flags.project'))}
    order by flags.name, requested.position
    limit ${limit ?? null}::bigint`.execute(db);
  return rows;
}

export async function listSegmentsToEvaluate(
  db: Db,
  ids: readonly number[],
): Promise<SegmentToEvaluate[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SegmentToEvaluate>`
    select id, name, constraints from segments where id = any(${ids}::integer[])
    order by id`.execute(db);
  return rows;
}

/** Those of the names that do not exist. */
export async function listUnknownEnvironments(db: Db, names: readonly string[]): Promise<string[]> {
  const existing = await db
    .selectFrom('environments')
    .select('name')
    .where('name', 'in', [...names])
    .execute();
  return names.filter((name) => !existing.some((it) => it.name === name));
}
