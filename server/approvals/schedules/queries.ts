import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { planOpaque, prepared } from '../../platform/db/pipeline.ts';
import { segmentKey } from '../previews/rules.ts';
import type { ScheduledChange, ScheduledRequest, Subjects } from './rules.ts';

/** Pending again, whatever the outcome of an earlier schedule. */
export async function saveSchedule(
  tx: Tx,
  requestId: number,
  { scheduledAt, scheduledBy }: { scheduledAt: string; scheduledBy: number },
): Promise<void> {
  const columns = {
    scheduled_at: scheduledAt,
    scheduled_by: scheduledBy,
    status: 'pending',
    reason: null,
  } as const;
  await tx
    .insertInto('change_request_schedules')
    .values({ change_request_id: requestId, ...columns })
    .onConflict((clash) => clash.column('change_request_id').doUpdateSet(columns))
    .execute();
}

export async function deleteSchedule(tx: Tx, requestId: number): Promise<void> {
  await tx
    .deleteFrom('change_request_schedules')
    .where('change_request_id', '=', requestId)
    .execute();
}

/** The request stays Scheduled until a user schedules, applies or rejects it. */
export async function saveOutcome(
  tx: Tx,
  requestId: number,
  outcome: { status: 'failed' | 'suspended'; reason: string },
): Promise<void> {
  await tx
    .updateTable('change_request_schedules')
    .set(outcome)
    .where('change_request_id', '=', requestId)
    .execute();
}

/**
 * Requests with a pending schedule that change one of the flags or segments, refer to one of the
 * dependencies, or were scheduled by one of the users. The requests are locked with their schedules.
 */
export async function lockScheduled(
  tx: Tx,
  { flags, segments, users, dependencies }: Subjects,
): Promise<ScheduledRequest[]> {
  const { rows } = await sql<ScheduledRequest>`
    select requests.id, coalesce(requests.title, 'Change request #' || requests.id) as title,
      requests.project, requests.environment, schedules.scheduled_at as "scheduledAt",
      schedules.scheduled_by as "scheduledBy",
      (select coalesce(json_agg(json_build_object('id', id, 'flag', flag, 'segmentId', segment_id,
          'action', action, 'payload', payload, 'base', base, 'proposed', proposed,
          'dependsOn', depends_on) order by id), '[]')
        from change_request_changes where change_request_id = requests.id) as changes
    from change_request_schedules as schedules
    join change_requests as requests on requests.id = schedules.change_request_id
    where schedules.status = 'pending' and schedules.change_request_id in (
      select change_request_id from change_request_changes where flag = any(${flags}::text[])
      union
      select change_request_id from change_request_changes
      where segment_id = any(${segments}::integer[])
      union
      select change_request_id from change_request_schedules
      where scheduled_by = any(${users}::integer[]) and status = 'pending'
      union
      select change_request_id from change_request_changes
      join change_request_schedules using (change_request_id)
      where status = 'pending' and depends_on ?| ${dependencies}::text[])
    order by requests.id
    for update of requests, schedules`.execute(tx);
  return rows;
}

/** An expression that fails with PN001 if `lockScheduled` would find a request. */
export const failIfScheduled = ({ flags, segments, users, dependencies }: Subjects) =>
  sql`fail_if_scheduled(${flags}::text[], ${segments}::integer[], ${users}::integer[],
    ${dependencies}::text[])`;

/** The changes of scheduled requests to any of these, or that refer to one of the segments. */
export const scheduledChanges = (about: {
  projects: readonly string[];
  flags: readonly string[];
  segments: readonly number[];
}) =>
  prepared(sql<ScheduledChange>`
    select requests.id as "requestId", requests.project, requests.environment,
      coalesce(requests.title, 'Change request #' || requests.id) as title,
      change.flag, change.segment_id as "segmentId", change.action, change.payload,
      change.depends_on as "dependsOn"
    from (
      select * from change_request_changes where flag = any(${planOpaque(about.flags, 'text[]')})
      union all
      select * from change_request_changes
      where segment_id = any(${planOpaque(about.segments, 'integer[]')})
      ${about.segments.length === 0 ? sql`` : referringTo(about.segments)}
    ) as change
    join change_request_schedules as schedules
      on schedules.change_request_id = change.change_request_id and schedules.status = 'pending'
    join change_requests as requests on requests.id = schedules.change_request_id
    where requests.project = any(${planOpaque(about.projects, 'text[]')})
    order by requests.id, change.id`);

/** Most requests change no segment, and there is no index of dependencies. */
const referringTo = (segments: readonly number[]) => sql`
  union all
  select changes.* from change_request_changes as changes
  join change_request_schedules using (change_request_id)
  where status = 'pending' and depends_on ?| ${planOpaque(segments.map(segmentKey), 'text[]')}`;

export type Due = { id: number; project: string; scheduledBy: number; scheduledAt: string };

/**
 * The next due request that no other process is applying. Requests of one project are applied one
 * at a time, in the order of their times.
 */
export async function claimDue(tx: Tx): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select requests.id, requests.project, due.scheduled_by as "scheduledBy",
      due.scheduled_at as "scheduledAt"
    from change_request_schedules as due
    join change_requests as requests on requests.id = due.change_request_id
    where due.status = 'pending' and due.scheduled_at <= clock_timestamp()
      and not exists (
        select from change_request_schedules as earlier
        join change_requests as others on others.id = earlier.change_request_id
        where earlier.status = 'pending' and others.project = requests.project
          and (earlier.scheduled_at, earlier.change_request_id)
            < (due.scheduled_at, due.change_request_id))
    order by due.scheduled_at, due.change_request_id
    limit 1
    for update of requests, due skip locked`.execute(tx);
  return rows[0];
}

export type ScheduledFilter = {
  flags: readonly string[];
  strategies: readonly string[];
  variantsOf: readonly string[];
};

/** Scheduled requests of the project, including failed and suspended ones, that match the filter. */
export async function listScheduled(db: Db, project: string, filter: ScheduledFilter) {
  const { flags, strategies, variantsOf } = filter;
  const { rows } = await sql<{ id: number; title: string; environment: string }>`
    select requests.id, coalesce(requests.title, 'Change request #' || requests.id) as title,
      requests.environment
    from change_requests as requests
    where requests.project = ${project} and requests.state = 'Scheduled'
      and (${flags.length + strategies.length + variantsOf.length}::integer = 0 or exists (
        select from change_request_changes as change
        where change.change_request_id = requests.id and (
          change.flag = any(${flags}::text[])
          or (change.action in ('updateStrategy', 'deleteStrategy')
            and lower(change.payload ->> 'id') = any(${strategies}::text[]))
          or (change.action = 'patchVariant' and change.flag = any(${variantsOf}::text[])))))
    order by requests.id`.execute(db);
  return rows;
}
