import { type RawBuilder, sql } from 'kysely';
import { isWithin } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import type { ApprovalInsights } from './schema.ts';

/** One project, or all that the caller may see. */
type Scope = { caller: Caller; project?: string };

/** Requests by the week in which they were applied; each week is a range of an index. */
export async function listLeadTimes(
  db: Db,
  { caller, project }: Scope,
  { weeks, now }: { weeks: number; now: string },
): Promise<ApprovalInsights['appliedByWeek']> {
  const { rows } = await sql<ApprovalInsights['appliedByWeek'][number]>`
    select first_day::text as "firstDay", count(applied.id)::integer as requests,
      ${median(sql`approved - submitted`)} as "medianHoursToApprove",
      ${median(sql`applied_at - approved`)} as "medianHoursToApply"
    from last_weeks(${now}::timestamptz, ${weeks}) as week
    left join lateral (
      select requests.id, application.created_at as applied_at, steps.submitted, steps.approved
      from change_request_history as application
      join change_requests as requests on requests.id = application.change_request_id
      cross join lateral (
        select min(created_at) filter (where action = 'submitted') as submitted,
          max(created_at) filter (where action = 'approved') as approved
        from change_request_history where change_request_id = requests.id
      ) as steps
      where application.action = 'applied' and application.created_at >= week.starts
        and application.created_at < week.ends
        and ${isWithin(caller, project, sql.ref('requests.project'))}
    ) as applied on true
    group by first_day order by first_day`.execute(db);
  return rows;
}

/** In hours; the median, because a few requests that wait for weeks would determine the mean. */
const median = (time: RawBuilder<unknown>) => sql`round((
  percentile_cont(0.5) within group (order by extract(epoch from ${time}) / 3600)
)::numeric, 1)::float`;
