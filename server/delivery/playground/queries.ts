import { sql } from 'kysely';
import type { Constraint, StrategyVariant } from '../../flags/strategies/schema.ts';
import { isUntil, listSegmentsAt } from '../../flags/versions/queries.ts';
import type { Moment } from '../../flags/versions/rules.ts';
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
  /** As it was at that moment; if absent, as it is. */
  at?: Moment | undefined;
};

const inProjects = (projects: EvaluationScope['projects']) =>
  projects === undefined
    ? sql<boolean>`true`
    : sql<boolean>`flags.project = any(${projects}::text[])`;

/** The names of active flags, in order. */
export async function listNamesToEvaluate(
  db: Db,
  caller: Caller,
  { projects, limit, at }: Pick<EvaluationScope, 'projects' | 'at'> & { limit: number },
): Promise<string[]> {
  if (at) return listNamesAt(db, caller, { projects, limit, at });
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
  { environments, projects, names, limit, at }: EvaluationScope,
): Promise<FlagToEvaluate[]> {
  if (at) return listFlagsAt(db, caller, { environments, projects, names, at });
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

type PastScope = Omit<EvaluationScope, 'limit' | 'at'> & { at: Moment };

/** The newest version until then of the flag that `key` is the name of. */
const versionAt = (key: string, at: Moment) => sql`(
  select versions.key, versions.project, versions.configuration from versions
  where versions.kind = 'flag' and versions.key = ${sql.ref(key)} and ${isUntil(at)}
  order by versions.event_id desc limit 1)`;

const isActiveVersion = (caller: Caller, projects: EvaluationScope['projects']) => sql`
  version.configuration is not null and not (version.configuration ->> 'archived')::boolean
  and ${projects === undefined ? sql`true` : sql`version.project = any(${projects}::text[])`}
  and ${isVisible(caller, sql.ref('version.project'))}`;

async function listNamesAt(
  db: Db,
  caller: Caller,
  { projects, limit, at }: Pick<PastScope, 'projects' | 'at'> & { limit: number },
): Promise<string[]> {
  const inAny =
    projects === undefined ? sql`true` : sql`versions.project = any(${projects}::text[])`;
  const { rows } = await sql<{ name: string }>`
    select candidate.key as name
    from (select distinct key from versions where kind = 'flag' and ${inAny}) as candidate
    cross join lateral ${versionAt('candidate.key', at)} as version
    where ${isActiveVersion(caller, projects)}
    order by candidate.key
    limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

async function listFlagsAt(
  db: Db,
  caller: Caller,
  { environments, projects, names, at }: PastScope,
): Promise<FlagToEvaluate[]> {
  const { rows } = await sql<FlagToEvaluate>`
    with named as materialized (
      select version.* from unnest(${names}::text[]) as wanted (name)
      cross join lateral ${versionAt('wanted.name', at)} as version
    ),
    parents as (
      select distinct dependency ->> 'feature' as name
      from named, jsonb_array_elements(named.configuration -> 'dependencies') as dependency
    )
    select version.key as name, version.project, requested.environment,
      coalesce((configured ->> 'enabled')::boolean, false) as enabled,
      coalesce(configured -> 'variants', '[]') as variants,
      version.configuration -> 'dependencies' as dependencies,
      coalesce(configured -> 'strategies', '[]') as strategies
    from (
      select * from named
      union all
      select version.* from parents
      cross join lateral ${versionAt('parents.name', at)} as version
      where parents.name <> all (${names}::text[])
    ) as version
    cross join unnest(${environments}::text[]) with ordinality as requested (environment, position)
    cross join lateral (
      select version.configuration -> 'environments' -> requested.environment as configured
    ) as configurations
    where ${isActiveVersion(caller, projects)}
    order by version.key, requested.position`.execute(db);
  return rows;
}

/** The time of a moment, for constraints by date. */
export async function findTimeOf(db: Db, at: Moment): Promise<number> {
  if ('time' in at) return Date.parse(at.time);
  const event = await db
    .selectFrom('events')
    .select('created_at as time')
    .where('id', '<=', at.event)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event ? Date.parse(event.time) : 0;
}

export async function listSegmentsToEvaluate(
  db: Db,
  ids: readonly number[],
  at?: Moment,
): Promise<SegmentToEvaluate[]> {
  if (ids.length === 0) return [];
  if (at) return listSegmentsAt(db, ids, at);
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
