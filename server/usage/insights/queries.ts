import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { LeadTime, ProjectInsights } from './schema.ts';

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

/** `offset 0` prevents the planner from joining the stages of all projects. */
const wentLive = sql`lateral (
  select entered_at from flag_stages where flag = flags.name and stage = 'live' offset 0
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
