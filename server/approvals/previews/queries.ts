import { sql } from 'kysely';
import { typesChanging } from '../../events/catalogue.ts';
import type { SegmentPlan } from '../../flags/segments/rules.ts';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { planOpaque, prepared } from '../../platform/db/pipeline.ts';
import type { FlagEnvironmentState, Parent } from './rules.ts';

/**
 * The first active flags, visible to the caller, whose evaluation may depend on these flags and
 * segments, and the total: first those given, then those that use the segments, and the children of
 * either.
 */
export async function listAffectedFlags(
  db: Db,
  caller: Caller,
  about: { flags: readonly string[]; segments: readonly number[]; limit: number },
): Promise<{ names: string[]; total: number }> {
  const { flags, segments, limit } = about;
  const { rows } = await sql<{ name: string; total: number }>`
    with affected as (
      select unnest(${flags}::text[]) as name
      union
      select strategies.flag from strategy_segments
      join strategies on strategies.id = strategy_segments.strategy_id
      where strategy_segments.segment_id = any(${segments}::integer[])
    )
    select flags.name, count(*) over () as total from flags
    where flags.archived_at is null and flags.name in (
        select name from affected
        union select child from dependencies join affected on affected.name = dependencies.parent)
      and ${isVisible(caller, sql.ref('flags.project'))}
    order by flags.name <> all(${flags}::text[]), flags.name
    limit ${limit}`.execute(db);
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 };
}

/** `environment` is null for flags that are only referred to. */
export type FlagEnvironmentKey = { flag: string; environment: string | null };

export type FlagEnvironmentRow = FlagEnvironmentKey & {
  project: string;
  archivedAt: string | null;
  parent: Parent | null;
} & ({ enabled: null; variants: null } | Omit<FlagEnvironmentState, 'strategies'>);

/**
 * Flags, active or archived, each with its parent and its state in the environment without
 * strategies; `enabled` is null if the flag is not in the environment.
 */
export const flagEnvironmentsWith = (keys: readonly FlagEnvironmentKey[]) =>
  prepared(sql<FlagEnvironmentRow>`
    select wanted.flag, wanted.environment, flags.project, flags.archived_at as "archivedAt",
      case when dependencies.parent is not null then json_build_object(
        'feature', dependencies.parent, 'enabled', dependencies.enabled,
        'variants', dependencies.variants) end as parent,
      fe.enabled, fe.variants
    from unnest(
      ${planOpaque(
        keys.map(({ flag }) => flag),
        'text[]',
      )},
      ${planOpaque(
        keys.map(({ environment }) => environment),
        'text[]',
      )}
    ) as wanted (flag, environment)
    join flags on flags.name = wanted.flag
    left join dependencies on dependencies.child = wanted.flag
    left join flag_environments as fe
      on fe.flag = wanted.flag and fe.environment = wanted.environment`);

export type SegmentRow = SegmentPlan & { id: number };

export const segmentsWith = (ids: readonly number[]) =>
  prepared(sql<SegmentRow>`
    select id, name, description, project, constraints
    from segments where id = any(${planOpaque(ids, 'integer[]')})`);

/** What the last change is looked up for; `subject` is the id in its events. */
export type Trace = {
  flag: string | null;
  environment: string | null;
  subject: string | null;
  types: readonly string[];
};

/** Literals, since PostgreSQL uses the partial index of these types only with them. */
const changesSegment = sql`events.type in (${sql.join(
  typesChanging('segment').map((type) => sql.lit(type)),
)})`;

/** The author and time of the last change of each, by position in the list. */
export async function listLastChanges(
  db: Db,
  traces: readonly Trace[],
): Promise<Map<number, { by: string; at: string }>> {
  if (traces.length === 0) return new Map();
  const wanted = traces.map((trace, position) => ({ ...trace, position }));
  const { rows } = await sql<{ position: number; by: string; at: string }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
        (position integer, flag text, environment text, subject text, types text[])
    )
    select wanted.position, last.created_by as by, last.created_at as at
    from wanted cross join lateral (
      select created_by, created_at from events
      where events.feature_name = wanted.flag and events.type = any(wanted.types)
        and (wanted.environment is null or events.environment = wanted.environment)
        and (wanted.subject is null
          or coalesce(events.data, events.pre_data) ->> 'id' = wanted.subject)
      order by events.id desc limit 1
    ) as last
    union all
    select wanted.position, last.created_by, last.created_at
    from wanted cross join lateral (
      select created_by, created_at from events
      where ${changesSegment}
        and events.pre_data ->> 'id' = wanted.subject
      order by events.id desc limit 1
    ) as last
    where wanted.flag is null`.execute(db);
  return new Map(rows.map(({ position, by, at }) => [position, { by, at }]));
}
