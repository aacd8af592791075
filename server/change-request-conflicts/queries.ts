import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { kept } from '../db/trips.ts';
import type { SegmentPlan } from '../segments/rules.ts';
import type { FlagPlace, Parent, Surroundings } from './rules.ts';

export type FlagRow = { name: string; project: string; archivedAt: string | null } & {
  parent: Parent | null;
};

/** Flags, live or archived, each with the one it depends on. */
export async function listFlags(db: Db, names: readonly string[]): Promise<FlagRow[]> {
  const { rows } = await sql<FlagRow>`${kept}
    select flags.name, flags.project, flags.archived_at as "archivedAt",
      case when dependencies.parent is not null then json_build_object(
        'feature', dependencies.parent, 'enabled', dependencies.enabled,
        'variants', dependencies.variants) end as parent
    from flags left join dependencies on dependencies.child = flags.name
    where flags.name = any(${names}::text[])`.execute(db);
  return rows;
}

export type PlaceKey = { flag: string; environment: string };

/** What flags do in environments; those that are not there are not in the list. */
export async function listPlaces(
  db: Db,
  keys: readonly PlaceKey[],
): Promise<(PlaceKey & FlagPlace)[]> {
  const { rows } = await sql<PlaceKey & FlagPlace>`${kept}
    select flag, environment, enabled, variants, coalesce((
      select json_agg(json_build_object(
          'id', id, 'featureName', strategies.flag, 'environment', strategies.environment,
          'name', name, 'title', title, 'disabled', disabled, 'sortOrder', sort_order,
          'parameters', parameters, 'version', version, 'constraints', constraints,
          'variants', strategies.variants, 'segments', array(
            select segment_id from strategy_segments where strategy_id = id order by segment_id))
        order by sort_order, added)
      from strategies
      where strategies.flag = flag_environments.flag
        and strategies.environment = flag_environments.environment), '[]') as strategies
    from flag_environments
    join unnest(
      ${keys.map(({ flag }) => flag)}::text[], ${keys.map((key) => key.environment)}::text[]
    ) as wanted (flag, environment) using (flag, environment)`.execute(db);
  return rows;
}

export async function listSegments(
  db: Db,
  ids: readonly number[],
): Promise<Surroundings['segments']> {
  const { rows } = await sql<SegmentPlan & { id: number }>`
    select id, name, description, project, constraints
    from segments where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...segment }) => [id, segment]));
}

/** A thing whose last change is asked for; `subject` is the id that its events carry. */
export type Trace = {
  flag: string | null;
  environment: string | null;
  subject: string | null;
  types: readonly string[];
};

/** Who changed each of the things last, by the place of the question in the list. */
export async function listLastChanges(
  db: Db,
  traces: readonly Trace[],
): Promise<Map<number, { by: string; at: string }>> {
  if (traces.length === 0) return new Map();
  const asked = traces.map((trace, position) => ({ ...trace, position }));
  const { rows } = await sql<{ position: number; by: string; at: string }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked
        (position integer, flag text, environment text, subject text, types text[])
    )
    select asked.position, last.created_by as by, last.created_at as at
    from asked cross join lateral (
      select created_by, created_at from events
      where events.feature_name = asked.flag and events.type = any(asked.types)
        and (asked.environment is null or events.environment = asked.environment)
        and (asked.subject is null
          or coalesce(events.data, events.pre_data) ->> 'id' = asked.subject)
      order by events.id desc limit 1
    ) as last
    union all
    select asked.position, last.created_by, last.created_at
    from asked cross join lateral (
      select created_by, created_at from events
      where events.type in ('segment-updated', 'segment-deleted')
        and events.pre_data ->> 'id' = asked.subject
      order by events.id desc limit 1
    ) as last
    where asked.flag is null`.execute(db);
  return new Map(rows.map(({ position, by, at }) => [position, { by, at }]));
}
