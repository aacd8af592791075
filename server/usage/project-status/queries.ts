import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { DayCount } from './rules.ts';
import type { ProjectStatus } from './schema.ts';

type Resources = Omit<ProjectStatus['resources'], 'members'>;

export async function countResources(db: Db, project: string): Promise<Resources> {
  const { rows } = await sql<Resources>`
    select
      (select count(*)::integer from api_token_projects where project = ${project}) as "apiTokens",
      (select count(*)::integer from segments where project = ${project}) as segments`.execute(db);
  return rows[0] as Resources;
}

/** `after` and `upTo` are ids of events; `from` is a day. */
export type ActivityRange = { after: number; upTo: number; from: string };

/** The events of the project by day (UTC), oldest first; each day is a range of an index. */
export async function listActivity(
  db: Db,
  project: string,
  { after, upTo, from }: ActivityRange,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    with days as (
      select day, first_id,
        lead(first_id, 1, 9223372036854775807) over (order by first_id) as next_id
      from event_days
    )
    select day::text as date, sum(events)::integer as count
    from days cross join lateral (
      select count(*) as events from events
      where project = ${project} and id >= greatest(first_id, ${after}::bigint + 1)
        and id < next_id and id <= ${upTo}::bigint
    ) as counted
    where day >= ${from}::date and next_id > ${after}::bigint and first_id <= ${upTo}::bigint
    group by day having sum(events) > 0
    order by day`.execute(db);
  return rows;
}

/**
 * The time of a flag in a stage ends with the next stage that it entered, or now. Stages are read flag
 * by flag, because a join would read those of all projects.
 */
export async function findLifecycleSummary(
  db: Db,
  project: string,
  now: string,
): Promise<ProjectStatus['lifecycleSummary']> {
  const days = (from: string, ...next: readonly string[]) => sql`(
    select round(avg(greatest(0, extract(epoch from
      coalesce(${sql.join(next.map((name) => sql.ref(name)))}, ${now}::timestamptz)
      - ${sql.ref(from)}) / 86400)) filter (where ${sql.ref(from)} is not null)::numeric, 1)::float
    from entered)`;
  const flags = (stage: string) => sql`(
    select coalesce(sum(flags), 0)::integer from flag_counts
    where project = ${project} and stage = ${stage})`;
  const stage = (name: string, ...columns: readonly [string, ...string[]]) => sql`
    json_build_object('averageDays', ${days(...columns)}, 'currentFlags', ${flags(name)})`;
  const { rows } = await sql<{ summary: ProjectStatus['lifecycleSummary'] }>`
    with entered as (
      select stages.* from flags cross join lateral (
        select max(entered_at) filter (where stage = 'initial') as initial,
          max(entered_at) filter (where stage = 'pre-live') as pre_live,
          max(entered_at) filter (where stage = 'live') as live,
          max(entered_at) filter (where stage = 'completed') as completed,
          max(entered_at) filter (where stage = 'archived') as archived
        from flag_stages where flag_stages.flag = flags.name
      ) as stages
      where flags.project = ${project}
    )
    select json_build_object(
      'initial', ${stage('initial', 'initial', 'pre_live', 'live', 'completed', 'archived')},
      'preLive', ${stage('pre-live', 'pre_live', 'live', 'completed', 'archived')},
      'live', ${stage('live', 'live', 'completed', 'archived')},
      'completed', ${stage('completed', 'completed', 'archived')},
      'archived', json_build_object('currentFlags', ${flags('archived')}, 'last30Days', (
        select count(*) from flags
        where project = ${project} and archived_at > ${now}::timestamptz - interval '30 days')))
      as summary`.execute(db);
  return rows[0]?.summary as ProjectStatus['lifecycleSummary'];
}
