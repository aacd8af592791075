import { type RawBuilder, sql } from 'kysely';
import { typesChanging } from '../../events/catalogue.ts';
import type { SegmentPlan } from '../../flags/segments/rules.ts';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { planOpaque, prepared } from '../../platform/db/pipeline.ts';
import type { Defaults, FlagEnvironmentState, Parent, Scope, SegmentVersion } from './rules.ts';

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

export type SegmentRow = SegmentPlan & SegmentVersion;

export type DefaultsRow = Scope & Defaults;

/** One row, since most requests refer to few segments or none. */
export type References = { segments: SegmentRow[]; defaults: DefaultsRow[] };

/** Segments that are shared or belong to a project of the scopes, and the defaults of scopes. */
export const referencesOf = (
  segments: readonly number[],
  projects: readonly string[],
  scopes: readonly Scope[],
) =>
  prepared(sql<References>`
    select
      (select coalesce(json_agg(row_to_json(segment)), '[]') from (
        select id, name, description, project, constraints,
          ${versionOf(sql`constraints`)} as version
        from segments where id = any(${planOpaque(segments, 'integer[]')})
          and coalesce(project = any(${planOpaque(projects, 'text[]')}), true)
      ) as segment) as segments,
      (select coalesce(json_agg(row_to_json(defaults)), '[]') from (
        select scope.project, scope.environment, default_strategy as strategy,
          ${versionOf(sql`default_strategy`)} as "strategyVersion",
          (select coalesce(json_agg(json_build_object('id', id, 'name', name,
              'version', ${versionOf(sql`constraints`)}) order by id), '[]')
            from segments where id in (
              select segment::integer
              from jsonb_array_elements_text(default_strategy -> 'segments') as segment)
          ) as segments,
          projects.default_stickiness as stickiness
        from unnest(
          ${planOpaque(
            scopes.map(({ project }) => project),
            'text[]',
          )},
          ${planOpaque(
            scopes.map(({ environment }) => environment),
            'text[]',
          )}
        ) as wanted (project, environment)
        join project_environments as scope
          on scope.project = wanted.project and scope.environment = wanted.environment
        join projects on projects.id = scope.project
      ) as defaults) as defaults`);

/** A hash, so that a change that is taken back is none; collisions cannot be made on purpose. */
const versionOf = (content: RawBuilder<unknown>) =>
  sql`encode(sha256(convert_to(coalesce(${content}::text, ''), 'UTF8')), 'hex')`;

/**
 * Neither the default strategy nor the default stickiness can change until the transaction ends.
 * Returns the segments of the default strategy.
 */
export async function lockDefaults(tx: Tx, { project, environment }: Scope): Promise<number[]> {
  await sql`select from projects where id = ${project} for share`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select segment::integer as id
    from project_environments, jsonb_array_elements_text(default_strategy -> 'segments') as segment
    where project = ${project} and environment = ${environment}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * What the last change is looked up for: a flag, a project, or else a segment. `subject` is the id in
 * its events.
 */
export type Trace = {
  flag: string | null;
  project?: string;
  environment: string | null;
  subject: string | null;
  types: readonly string[];
};

/** Literals, since PostgreSQL uses the partial index of these types only with them. */
const changesSegment = sql`events.type in (${sql.join(
  typesChanging('segment').map((type) => sql.lit(type)),
)})`;

/** The last event that a wanted change matches. */
const lastEvent = (matches: RawBuilder<unknown>) => sql`
  select wanted.position, last.created_by as by, last.created_at as at,
    last.created_by_user_id as user_id
  from wanted cross join lateral (
    select created_by, created_at, created_by_user_id from events
    where ${matches}
    order by events.id desc limit 1
  ) as last`;

export type LastChange = {
  by: string;
  /** The name of the user now; that of the event if there is none. */
  name: string;
  at: string;
};

/** The author and time of the last change of each, by position in the list. */
export async function listLastChanges(
  db: Db,
  traces: readonly Trace[],
): Promise<Map<number, LastChange>> {
  if (traces.length === 0) return new Map();
  const wanted = traces.map((trace, position) => ({ ...trace, position }));
  const { rows } = await sql<LastChange & { position: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
        (position integer, flag text, project text, environment text, subject text, types text[])
    ), changes as (
      ${lastEvent(sql`events.feature_name = wanted.flag and events.type = any(wanted.types)
        and (wanted.environment is null or events.environment = wanted.environment)
        and (wanted.subject is null
          or coalesce(events.data, events.pre_data) ->> 'id' = wanted.subject)`)}
      union all
      ${lastEvent(sql`events.project = wanted.project and events.type = any(wanted.types)
        and (wanted.environment is null or events.environment = wanted.environment)`)}
      union all
      ${lastEvent(sql`${changesSegment} and events.pre_data ->> 'id' = wanted.subject
        and wanted.flag is null and wanted.project is null`)}
    )
    select position, by, at, coalesce(users.name, by) as name
    from changes left join users on users.id = changes.user_id`.execute(db);
  return new Map(rows.map(({ position, ...last }) => [position, last]));
}
