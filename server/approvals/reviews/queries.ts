import { type RawBuilder, sql } from 'kysely';
import { grantedTo } from '../../identity/access/visibility.ts';
import { type Caller, rootRolesAllow } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { mayApprove } from '../approvers/queries.ts';
import type { RequestHead } from '../change-requests/rules.ts';
import type { HistoryAction } from '../change-requests/schema.ts';
import type { EditRow } from './rules.ts';

/** False if the user has already approved it. */
export async function insertApproval(tx: Tx, requestId: number, userId: number): Promise<boolean> {
  const inserted = await tx
    .insertInto('change_request_approvals')
    .values({ change_request_id: requestId, user_id: userId })
    .onConflict((clash) => clash.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The author of a request and everyone who wrote one of its changes: they do not review it. */
const writersOf = (id: RawBuilder<unknown>) => sql`(
  select created_by from change_requests where id = ${id}
  union all select created_by from change_request_changes where change_request_id = ${id})`;

export async function listWriters(db: Db, requestId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select created_by as id from ${writersOf(sql`${requestId}::integer`)} as writers`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the user may not approve `requests`, unless its settings let authors do it. */
export const isWrittenBy = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(${userId} in ${writersOf(sql`requests.id`)})`;

/** Only those that count. */
export async function countApprovals(tx: Tx, requestId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from change_requests as requests, ${countedApprovals} as approval
    where requests.id = ${requestId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Archiving, dependencies and segments affect every environment of the project. */
export const affectsAllEnvironments = (id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from change_request_changes where change_request_id = ${id}
    and (segment_id is not null
      or action in ('archiveFeature', 'addDependency', 'deleteDependency')))`;

/** The settings of every environment that a request takes effect in, its own first. */
export async function listRulesFor(
  db: Db,
  request: Pick<RequestHead, 'id' | 'project' | 'environment'>,
) {
  const { id, project, environment } = request;
  const { rows } = await sql<{
    environment: string;
    requiredApprovals: number | null;
    authorMayApprove: boolean;
  }>`
    select environment, required_approvals as "requiredApprovals",
      author_may_approve as "authorMayApprove"
    from project_environments
    where project = ${project} and (environment = ${environment}
      or (required_approvals is not null and ${affectsAllEnvironments(sql`${id}::integer`)}))
    order by environment <> ${environment}, environment`.execute(db);
  return rows;
}

/**
 * The approvals of `requests` by users who may approve it now, in each environment that it takes
 * effect in; of a closed request, all.
 */
export const countedApprovals = sql`lateral (
  select review.user_id, review.created_at from change_request_approvals as review
  join users on users.id = review.user_id
  where review.change_request_id = requests.id and (
    requests.state not in ('Draft', 'In review', 'Approved', 'Scheduled')
    or (users.deleted_at is null and not exists (
      select from project_environments as scope
      where scope.project = requests.project
        and (scope.environment = requests.environment
          or (scope.required_approvals is not null
            and ${affectsAllEnvironments(sql`requests.id`)}))
        and not ((scope.author_may_approve or not ${isWrittenBy(sql`users.id`)})
          and ${mayApprove(sql`scope.project`, sql`scope.environment`)})))))`;

/** The state of `requests`: an approved one that lost an approval is in review. */
export const currentState = sql<string>`
  case when requests.state = 'Approved'
    and (select count(*) from ${countedApprovals} as approval) < requests.min_approvals
  then 'In review' else requests.state end`;

export async function insertRejection(tx: Tx, requestId: number, userId: number): Promise<void> {
  await tx
    .insertInto('change_request_rejections')
    .values({ change_request_id: requestId, user_id: userId })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Approvals and rejections of earlier changes are void. */
export async function deleteReviews(tx: Tx, requestId: number): Promise<void> {
  await tx
    .deleteFrom('change_request_approvals')
    .where('change_request_id', '=', requestId)
    .execute();
  await tx
    .deleteFrom('change_request_rejections')
    .where('change_request_id', '=', requestId)
    .execute();
}

/** The server and API tokens are no users. */
export async function insertHistory(
  tx: Tx,
  caller: Caller,
  requestId: number,
  entry: {
    action: HistoryAction;
    comment?: string | undefined;
    reason?: string | undefined;
    scheduledAt?: string | undefined;
    subjects?: readonly string[] | undefined;
  },
): Promise<void> {
  await tx
    .insertInto('change_request_history')
    .values({
      change_request_id: requestId,
      action: entry.action,
      user_id: caller.id > 0 ? caller.id : null,
      comment: entry.comment ?? null,
      reason: entry.reason ?? null,
      scheduled_at: entry.scheduledAt ?? null,
      subjects: entry.subjects ? [...entry.subjects] : null,
    })
    .execute();
}

/** The edits of changes of the flags in a request that the log has, oldest first. */
export async function listEdits(
  db: Db,
  { id, project }: Pick<RequestHead, 'id' | 'project'>,
  flags: readonly string[],
): Promise<EditRow[]> {
  const change = (data: string) =>
    sql`json_build_object('action', ${sql.ref(data)} -> 'action', 'payload', ${sql.ref(data)} -> 'payload')`;
  const { rows } = await sql<EditRow>`
    select created_at as "createdAt", feature_name as flag,
      ${change('pre_data')} as before, ${change('data')} as after
    from events
    where feature_name = any(${flags}::text[]) and type = 'change-edited'
      and project = ${project} and data ->> 'changeRequestId' = ${id}::text
    order by events.id`.execute(db);
  return rows;
}

export async function insertComment(
  tx: Tx,
  requestId: number,
  { text, userId }: { text: string; userId: number },
): Promise<void> {
  await tx
    .insertInto('change_request_comments')
    .values({ change_request_id: requestId, text, created_by: userId })
    .execute();
}

/** Replaces the reviewers; those already requested keep their time. */
export async function saveReviewers(tx: Tx, requestId: number, ids: readonly number[]) {
  await tx
    .deleteFrom('change_request_reviewers')
    .where('change_request_id', '=', requestId)
    .where('user_id', '<>', sql<number>`all(${ids}::integer[])`)
    .execute();
  await sql`
    insert into change_request_reviewers (change_request_id, user_id)
    select ${requestId}::integer, id from unnest(${ids}::integer[]) as id
    on conflict do nothing`.execute(tx);
}

/**
 * In review, written by other users only, and the caller may approve it and has not. What the caller
 * may approve is selected once, not for each request.
 */
export function needsReviewBy(caller: Caller): RawBuilder<boolean> {
  if (caller.id <= 0) return sql<boolean>`false`;
  return sql<boolean>`(
    requests.state in ('In review', 'Approved') and ${mayBeApprovedBy(caller)}
    and not ${isWrittenBy(sql`${caller.id}::integer`)} and ${currentState} = 'In review'
    and not exists (select from change_request_approvals
      where change_request_id = requests.id and user_id = ${caller.id})
    and exists (select from project_environments as own where own.project = requests.project
      and own.environment = requests.environment and own.required_approvals is not null))`;
}

/** The projects come first, so that the plan starts from those where the caller may approve at all. */
function mayBeApprovedBy(caller: Caller): RawBuilder<boolean> {
  if (caller.admin) return sql<boolean>`true`;
  const inDefault = rootRolesAllow(caller, ['APPROVE_CHANGE_REQUEST'], { project: 'default' });
  const granted = sql`from role_grants join role_permissions using (role_id)
    where role_permissions.permission = 'APPROVE_CHANGE_REQUEST' and ${grantedTo(caller.id)}`;
  const orDefault = sql`union select 'default' where ${inDefault}::boolean`;
  return sql<boolean>`(
    requests.project = any(array(select role_grants.project ${granted} ${orDefault}))
    and not exists (
      select from project_environments as scope
      where scope.project = requests.project
        and (scope.environment = requests.environment or (scope.required_approvals is not null
          and ${affectsAllEnvironments(sql`requests.id`)}))
        and not (scope.project = any(array(select role_grants.project ${granted}
            and role_permissions.environment is null ${orDefault}))
          or (scope.project, scope.environment) in (select role_grants.project,
            role_permissions.environment ${granted} and role_permissions.environment is not null))))`;
}
