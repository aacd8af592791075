import { sql } from 'kysely';
import type { Constraint, StrategyVariant } from '../../flags/strategies/schema.ts';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Dependency, Variant } from '../evaluation/model.ts';

export type PlayedStrategy = {
  id: string;
  name: string;
  title: string | null;
  disabled: boolean;
  constraints: Constraint[];
  parameters: Record<string, string>;
  variants: StrategyVariant[];
  segments: number[];
};

/** A live flag in one environment, disabled strategies included. */
export type PlayedFlag = {
  name: string;
  project: string;
  environment: string;
  enabled: boolean;
  variants: Variant[];
  strategies: PlayedStrategy[];
  dependencies: Dependency[];
};

export type PlayedSegment = { id: number; name: string; constraints: Constraint[] };

export type Played = {
  environments: readonly string[];
  /** Undefined means all that the caller may see. */
  projects: readonly string[] | undefined;
  /** Given, only these flags and those they depend on. */
  names?: readonly string[];
  limit: number;
};

/** By name, then in the order of the environments asked for. */
export async function listPlayedFlags(
  db: Db,
  caller: Caller,
  { environments, projects, names, limit }: Played,
): Promise<PlayedFlag[]> {
  const chosen = projects === undefined ? sql`true` : sql`flags.project = any(${projects}::text[])`;
  const named =
    names === undefined
      ? sql`true`
      : sql`flags.name in (
          select unnest(${names}::text[])
          union select parent from dependencies where child = any(${names}::text[]))`;
  const { rows } = await sql<PlayedFlag>`
    select flags.name, flags.project, asked.environment,
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
        where strategies.flag = flags.name and strategies.environment = asked.environment
      ) as strategies
    from flags
    cross join unnest(${environments}::text[]) with ordinality as asked (environment, place)
    left join flag_environments on flag_environments.flag = flags.name
      and flag_environments.environment = asked.environment
    where flags.archived_at is null and ${chosen} and ${named}
      and ${isVisible(caller, sql.ref('flags.project'))}
    order by flags.name, asked.place
    limit ${limit}`.execute(db);
  return rows;
}

export async function listPlayedSegments(db: Db, ids: readonly number[]): Promise<PlayedSegment[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PlayedSegment>`
    select id, name, constraints from segments where id = any(${ids}::integer[])
    order by id`.execute(db);
  return rows;
}

/** Of the names given, those that are not there. */
export async function listUnknownEnvironments(db: Db, names: readonly string[]): Promise<string[]> {
  const known = await db
    .selectFrom('environments')
    .select('name')
    .where('name', 'in', [...names])
    .execute();
  return names.filter((name) => !known.some((it) => it.name === name));
}
