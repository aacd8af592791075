import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/pipeline.ts';
import { type Columns, given } from '../../platform/db/records.ts';
import { liveFlagsOf } from '../../projects/flag-counts/queries.ts';
import type { FlagCounts } from '../../projects/projects/rules.ts';
import {
  type Change,
  type CurrentState,
  type DroppedUsage,
  dayOf,
  type FlagState,
  firstPastDay,
  flagChangeTypes,
  type HealthDay,
  pastDays,
  rebuildDays,
  type UnhealthyFlag,
} from './rules.ts';

/** Undefined when the project does not exist. */
export async function findCounts(db: Db, project: string, now: string) {
  const { rows } = await sql<FlagCounts & { createdAt: string }>`
    ${countsOf(project, now)}`.execute(db);
  return rows[0];
}

const countsOf = (project: string, now: string) => sql`
  select projects.created_at as "createdAt", coalesce(counts.total, 0) as total,
    coalesce(counts.stale, 0) as stale,
    coalesce(counts.potentially_stale, 0) as "potentiallyStale"
  from projects
  left join ${liveFlagsOf(sql`(select ${project} as id) as this`, sql`${now}::timestamptz`)}
    as counts on true
  where projects.id = ${project}`;

type HealthRow = FlagCounts & { createdAt: string; recorded: HealthDay[] };

/** The current counts and the recorded days of both windows; no row when the project does not exist. */
export const healthStatement = (project: string, now: string) =>
  prepared(sql<HealthRow>`
    select current.*, (
      select coalesce(json_agg(recorded), '[]')
      from (${recordedDays(project, now)}) as recorded
    ) as recorded
    from (${countsOf(project, now)}) as current`);

/** The counts, and the past days of both windows, with one more statement if a day is not recorded. */
export async function completeHealth(
  db: Db,
  { createdAt, recorded, ...counts }: HealthRow,
  { project, now }: { project: string; now: string },
) {
  return { counts, past: await addMissingDays(db, recorded, { project, createdAt, now }) };
}

/** Undefined when the project does not exist. */
export async function findHealth(db: Db, project: string, now: string) {
  const { rows } = await healthStatement(project, now).execute(db);
  return rows[0] && completeHealth(db, rows[0], { project, now });
}

type PastOfProject = { project: string; createdAt: string; now: string };

/** The past days of both windows, oldest first. */
export async function listPastDays(db: Db, past: PastOfProject): Promise<HealthDay[]> {
  const { rows } = await sql<HealthDay>`${recordedDays(past.project, past.now)}`.execute(db);
  return addMissingDays(db, rows, past);
}

/** Days that are not recorded are rebuilt from the event log, with one more statement. */
async function addMissingDays(
  db: Db,
  recorded: readonly HealthDay[],
  { project, createdAt, now }: PastOfProject,
): Promise<HealthDay[]> {
  const days = pastDays(now, createdAt);
  const known = new Set(recorded.map(({ day }) => day));
  const missing = days.filter((day) => !known.has(day));
  const [oldest] = missing;
  if (oldest === undefined) return [...recorded];
  const rebuilt = rebuildDays(
    project,
    await findCurrentState(db, project, { now, oldest }),
    missing,
  );
  return [...recorded, ...rebuilt].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** A project has none before its creation. */
const recordedDays = (project: string, now: string) => sql`
  select day::text, total, stale, potentially_stale as "potentiallyStale"
  from project_health
  where project = ${project} and day >= ${firstPastDay(now)}::date and day < ${dayOf(now)}::date
  order by project_health.day`;

/**
 * The flags that are or were in the project, and their changes since the oldest day. One
 * statement, so that both are from the same snapshot.
 */
async function findCurrentState(
  db: Db,
  project: string,
  { now, oldest }: { now: string; oldest: string },
): Promise<CurrentState> {
  const { rows } = await sql<StoredState>`
    with since as (
      select coalesce(min(first_id), 9223372036854775807) as id from event_days
      where day >= ${oldest}::date
    ),
    moved as (
      select feature_name from events, since
      where events.id >= since.id and type = 'feature-project-change'
        and (project = ${project} or data ->> 'oldProject' = ${project})
    ),
    replayed as (
      select events.id, type, created_at, feature_name, project, data, pre_data from events, since
      where events.id >= since.id and type = any (${flagChangeTypes}::text[])
        and (project = ${project} or feature_name in (select feature_name from moved))
      union all
      select events.id, type, created_at, feature_name, project, data, pre_data from events, since
      where events.id >= since.id and type = 'feature-type-updated'
    ),
    named as (select distinct feature_name from replayed)
    select (
      select coalesce(json_agg(json_build_object(
          'type', type, 'createdAt', iso(created_at), 'flag', feature_name, 'project', project,
          'oldProject', data ->> 'oldProject', 'before', ${before}, 'lifetime', ${lifetime})
        order by created_at desc, id desc), '[]')
      from replayed
    ) as changes, (
      select coalesce(json_agg(json_build_object('name', name, 'project', project, 'type', type,
        'stale', stale, 'archived', archived_at is not null, 'createdAt', iso(created_at))), '[]')
      from flags where project = ${project} or name in (select feature_name from named)
    ) as flags, (
      select json_agg(json_build_array(id, lifetime_days)) from flag_types
    ) as lifetimes`.execute(db);
  const { lifetimes, ...state } = rows[0] ?? { changes: [], flags: [], lifetimes: [] };
  return { ...state, now, lifetimes: new Map(lifetimes) };
}

type StoredState = {
  changes: Change[];
  flags: FlagState[];
  lifetimes: [string, number | null][];
};

const before = sql`case when pre_data ->> 'createdAt' is not null then json_build_object(
  'type', pre_data ->> 'type', 'stale', pre_data -> 'stale',
  'createdAt', pre_data ->> 'createdAt') end`;

const lifetime = sql`case when type = 'feature-type-updated' then json_build_object(
  'type', pre_data ->> 'id', 'days', pre_data -> 'lifetimeDays') end`;

/** Arbitrary, but no other advisory lock of the database may use it. */
const recorderLock = 7_366_018;

/** False while another process records, to avoid reading the event log twice. */
export async function tryLockRecorder(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${recorderLock}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** A project that existed yesterday without a record for that day. */
export async function findUnrecorded(tx: Tx, yesterday: string) {
  const { rows } = await sql<{ project: string; createdAt: string }>`
    select id as project, created_at as "createdAt" from projects
    where created_at < (${yesterday}::date + 1)::timestamp at time zone 'UTC'
      and not exists (
        select from project_health where project = projects.id and day = ${yesterday}::date
      )
    order by id limit 1`.execute(tx);
  return rows[0];
}

export async function saveHealth(
  tx: Tx,
  project: string,
  days: readonly HealthDay[],
): Promise<void> {
  await sql`
    insert into project_health (project, day, total, stale, potentially_stale)
    select ${project}::text, day::date, total, stale, "potentiallyStale"
    from ${given(days, dayColumns)}
    on conflict do nothing`.execute(tx);
}

/** Stale and potentially stale flags: marked flags first, then by age. */
export async function listUnhealthyFlags(
  db: Db,
  project: string,
  now: string,
): Promise<UnhealthyFlag[]> {
  const { rows } = await sql<UnhealthyFlag>`
    select flags.name, flags.type, flags.stale, flags.created_at as "createdAt",
      flag_types.lifetime_days as "lifetimeDays", marking.created_at as "markedAt"
    from flags
    join flag_types on flag_types.id = flags.type
    left join lateral (
      select events.created_at from events
      where flags.stale and feature_name = flags.name and events.type = 'feature-stale-on'
      order by events.id desc limit 1
    ) as marking on true
    where flags.project = ${project} and flags.archived_at is null and (
      flags.stale or is_past_lifetime(flags.created_at, flag_types.lifetime_days, ${now}::timestamptz))
    order by flags.stale desc, flags.created_at, flags.name collate "C"`.execute(db);
  return rows;
}

const dayColumns: Columns<HealthDay> = {
  day: 'text',
  total: 'integer',
  stale: 'integer',
  potentiallyStale: 'integer',
};

/** What was dropped from usage reports for the project or for the whole installation, by reason. */
export async function listDroppedUsage(db: Db, project: string): Promise<DroppedUsage[]> {
  const { rows } = await sql<DroppedUsage>`
    select reason, sum(dropped)::float as dropped, iso(min(since)) as since, iso(max(last_at)) as "lastAt"
    from dropped_usage where project = ${project} or project is null
    group by reason order by reason`.execute(db);
  return rows;
}
