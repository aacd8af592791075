import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { LeadTime, ProjectInsights } from './schema.ts';

/** Where the two windows begin. */
export type Windows = { current: string; past: string };

/** What was made, put away and done in both windows; each by its own index. */
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
    select made.*, (
        select count(*) from events, starts
        where project = ${project} and id >= starts.current
      )::integer as "projectActivityCurrentWindow", (
        select count(*) from events, starts
        where project = ${project} and id >= starts.past and id < starts.current
      )::integer as "projectActivityPastWindow", (
        select coalesce(round(avg(${days})::numeric, 1), 0)::float
        from flags cross join ${arrival}
        where flags.project = ${project} and flags.type = 'release'
          and entered_at >= ${current}::timestamptz
      ) as "avgTimeToProdCurrentWindow"
    from (
      select ${created.now}::integer as "createdCurrentWindow",
        ${created.before}::integer as "createdPastWindow",
        ${archived.now}::integer as "archivedCurrentWindow",
        ${archived.before}::integer as "archivedPastWindow"
      from flags where flags.project = ${project}
    ) as made`.execute(db);
  return rows[0] as Omit<ProjectInsights['stats'], 'projectMembersAddedCurrentWindow'>;
}

/** When a flag got to production. By flag, lest the planner go through those of all projects. */
const arrival = sql`lateral (
  select entered_at from flag_stages where flag = flags.name and stage = 'live' offset 0
) as arrival`;

/** A stage may be told with an earlier time than the flag's own, by a client with a slow clock. */
const days = sql`greatest(0, extract(epoch from entered_at - flags.created_at)) / 86400`;

const leadTimesMax = 1000;

/** Live flags of the type that is meant to go to production, the latest to get there first. */
export async function listLeadTimes(db: Db, project: string): Promise<LeadTime['features']> {
  const { rows } = await sql<LeadTime['features'][number]>`
    select flags.name, round(${days}::numeric, 1)::float as "timeToProduction"
    from flags cross join ${arrival}
    where flags.project = ${project} and flags.type = 'release' and flags.archived_at is null
    order by entered_at desc, flags.name collate "C" limit ${leadTimesMax}`.execute(db);
  return rows;
}

/** People with a role in it, groups counted by head; and who of them has none from before. */
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
