import { sql } from 'kysely';
import { isWithin } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { ageLimits, type CountedFlags, changeTypes, type StaleFlags } from './rules.ts';
import type { ActivityInsights, LeadTime, ProjectInsights } from './schema.ts';

/** Start times of the two windows. */
export type Windows = { current: string; past: string };

/** Created and archived flags and events in both windows; each count uses a separate index. */
export async function findStats(
  db: Db,
  project: string,
  { current, past }: Windows,
): Promise<Omit<ProjectInsights['stats'], 'projectMembersAddedCurrentWindow'>> {
  const since = (column: 'created_at' | 'archived_at') => {
    const at = sql.ref(`flags.${column}`);
    return {
      now: sql`count(*) filter (where ${at} >= ${current}::timestamptz)`,
      before: sql`count(*) filter (
        where ${at} >= ${past}::timestamptz and ${at} < ${current}::timestamptz)`,
    };
  };
  const [created, archived] = [since('created_at'), since('archived_at')];
  const { rows } = await sql<Omit<ProjectInsights['stats'], 'projectMembersAddedCurrentWindow'>>`
    with starts as (
      select coalesce((select min(first_id) from event_days where day >= ${current}::date),
          9223372036854775807) as current,
        coalesce((select min(first_id) from event_days where day >= ${past}::date),
          9223372036854775807) as past
    )
    select counts.*, (
        select count(*) from events, starts
        where project = ${project} and id >= starts.current
      )::integer as "projectActivityCurrentWindow", (
        select count(*) from events, starts
        where project = ${project} and id >= starts.past and id < starts.current
      )::integer as "projectActivityPastWindow", (
        select coalesce(round(avg(${days})::numeric, 1), 0)::float
        from flags cross join ${wentLive}
        where flags.project = ${project} and flags.type = 'release'
          and entered_at >= ${current}::timestamptz
      ) as "avgTimeToProdCurrentWindow"
    from (
      select ${created.now}::integer as "createdCurrentWindow",
        ${created.before}::integer as "createdPastWindow",
        ${archived.now}::integer as "archivedCurrentWindow",
        ${archived.before}::integer as "archivedPastWindow"
      from flags where flags.project = ${project}
    ) as counts`.execute(db);
  return rows[0] as Omit<ProjectInsights['stats'], 'projectMembersAddedCurrentWindow'>;
}

/**
 * The first time, also of flags that were revived since. `offset 0` prevents the planner from
 * joining the stages of all projects.
 */
const wentLive = sql`lateral (
  select coalesce(first.entered_at, stage.entered_at) as entered_at
  from (select entered_at from flag_stages where flag = flags.name and stage = 'live') as stage
  full join (select entered_at from flag_first_live where flag = flags.name) as first on true
  offset 0
) as went_live`;

/** A client with a slow clock can report a stage before the creation of the flag. */
const days = sql`greatest(0, extract(epoch from entered_at - flags.created_at)) / 86400`;

const leadTimesMax = 1000;

/** Active release flags, by the time they went live, newest first. */
export async function listLeadTimes(db: Db, project: string): Promise<LeadTime['features']> {
  const { rows } = await sql<LeadTime['features'][number]>`
    select flags.name, round(${days}::numeric, 1)::float as "timeToProduction"
    from flags cross join ${wentLive}
    where flags.project = ${project} and flags.type = 'release' and flags.archived_at is null
    order by entered_at desc, flags.name collate "C" limit ${leadTimesMax}`.execute(db);
  return rows;
}

/** Users with a role in it, including members of groups; `change` counts those added since. */
export async function countMembers(
  db: Db,
  project: string,
  since: string,
): Promise<ProjectInsights['members']> {
  const { rows } = await sql<ProjectInsights['members']>`
    select count(*)::integer as "currentMembers",
      (count(*) filter (where first >= ${since}::timestamptz))::integer as change
    from (
      select min(role_grants.created_at) as first
      from role_grants
      left join group_members on group_members.group_id = role_grants.group_id
      join users on users.id = coalesce(role_grants.user_id, group_members.user_id)
      where role_grants.project = ${project} and users.deleted_at is null
      group by users.id
    ) as people`.execute(db);
  return rows[0] as ProjectInsights['members'];
}

/** One project, or all that the caller may see. */
export type Scope = { caller: Caller; project?: string };

const within = ({ caller, project }: Scope, column: string) =>
  isWithin(caller, project, sql.ref(column));

/** Active flags by type, and by stage; from maintained counts. */
export async function countTypesAndStages(db: Db, scope: Scope): Promise<CountedFlags[]> {
  const { rows } = await sql<CountedFlags>`
    select type, stage, sum(flags)::integer as flags from flag_counts
    where not archived and ${within(scope, 'flag_counts.project')}
    group by grouping sets ((type), (stage)) having sum(flags) > 0
    order by type collate "C"`.execute(db);
  return rows;
}

/** Stale flags by age; the groups are those between the limits, those without flags are left out. */
export async function countStale(db: Db, scope: Scope, now: string): Promise<StaleFlags[]> {
  const { rows } = await sql<StaleFlags>`
    select width_bucket(extract(epoch from ${now}::timestamptz - created_at)::float / 86400,
        ${ageLimits}::float[]) as position,
      (count(*) filter (where stale))::integer as "staleFlags",
      (count(*) filter (where not stale))::integer as "potentiallyStaleFlags"
    from flags
    join (
      select id as type, lifetime_cutoff(lifetime_days, ${now}::timestamptz) as cutoff
      from flag_types
    ) as age using (type)
    where archived_at is null and (stale or created_at < cutoff)
      and ${within(scope, 'flags.project')}
    group by position order by position`.execute(db);
  return rows;
}

/** The counted changes, and those since. */
export async function listChanges(
  db: Db,
  scope: Scope,
  { weeks, now }: { weeks: number; now: string },
): Promise<ActivityInsights['changesByDay']> {
  const production = sql`environments.type = 'production'`;
  const { rows } = await sql<ActivityInsights['changesByDay'][number]>`
    with since as (
      select min(first_day) as day from last_weeks(${now}::timestamptz, ${weeks})
    ),
    counted as (
      select day, environment, sum(changes) as changes from (
        select day, environment, changes from change_counts
        where day >= (select day from since) and ${within(scope, 'change_counts.project')}
        union all
        select (created_at at time zone 'UTC')::date, environment, 1 from events
        where id > (select up_to from change_counting) and type = any (${changeTypes}::text[])
          and ${within(scope, 'events.project')}
      ) as changes
      group by day, environment
    )
    select days.day::date::text as day,
      coalesce(sum(changes) filter (where ${production}), 0)::integer as production,
      coalesce(sum(changes) filter (where environment is not null and ${production} is not true), 0)
        ::integer as "otherEnvironments",
      coalesce(sum(changes) filter (where environment is null), 0)::integer as "noEnvironment"
    from generate_series((select day from since)::timestamp,
      (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') as days (day)
    left join counted on counted.day = days.day::date
    left join environments on environments.name = counted.environment
    group by days.day order by days.day`.execute(db);
  return rows;
}

/** Flags by the week in which they were first used in production; each week is a range of an index. */
export async function listWentLive(
  db: Db,
  scope: Scope,
  { weeks, now }: { weeks: number; now: string },
): Promise<ActivityInsights['wentLiveByWeek']> {
  const { rows } = await sql<ActivityInsights['wentLiveByWeek'][number]>`
    select first_day::text as "firstDay", count(days)::integer as flags,
      round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float as "medianDays"
    from last_weeks(${now}::timestamptz, ${weeks}) as week
    left join lateral (
      select ${days} as days from (
        select flag, entered_at from flag_first_live
        where entered_at >= week.starts and entered_at < week.ends
        union all
        select flag, entered_at from flag_stages
        where stage = 'live' and entered_at >= week.starts and entered_at < week.ends
          and flag not in (select flag from flag_first_live)
      ) as first join flags on flags.name = first.flag
      where ${within(scope, 'flags.project')}
    ) as went_live on true
    group by first_day order by first_day`.execute(db);
  return rows;
}

/** Undefined while another process counts. */
export async function lockPosition(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ upTo: number }>`
    select up_to as "upTo" from change_counting for update skip locked`.execute(tx);
  return rows[0]?.upTo;
}

/** The last of the next events, and how many there are. */
export async function findNextEvents(tx: Tx, after: number, limit: number) {
  const { rows } = await sql<{ last: number | null; events: number }>`
    select max(id) as last, count(*) as events from (
      select id from events where id > ${after} order by id limit ${limit}
    ) as next`.execute(tx);
  return rows[0] ?? { last: null, events: 0 };
}

/** Adds the changes of a range of events; ids become visible in order, so none is missed. */
export async function addChanges(tx: Tx, after: number, upTo: number): Promise<void> {
  await sql`
    insert into change_counts (project, day, environment, changes)
    select project, (created_at at time zone 'UTC')::date as day, environment, count(*)
    from events
    where id > ${after} and id <= ${upTo} and type = any (${changeTypes}::text[])
      and project is not null
    group by project, day, environment
    on conflict (project, day, environment)
      do update set changes = change_counts.changes + excluded.changes`.execute(tx);
  await sql`update change_counting set up_to = ${upTo}`.execute(tx);
}
