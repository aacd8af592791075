import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';

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
        and not ((users.id <> requests.created_by or scope.author_may_approve)
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

export type ReviewerRow = {
  id: number;
  name: string | null;
  username: string | null;
  email: string | null;
};

/** Users and service accounts who may approve in the environment of the project, by id. */
export async function listApprovers(
  db: Db,
  project: string,
  environment: string,
): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    select users.id, users.name, users.username, users.email
    from users
    where users.deleted_at is null
      and ${mayApprove(sql`${project}::text`, sql`${environment}::text`)}
    order by users.id`.execute(db);
  return rows;
}

/** Whether the row of `users` has the permission: by a role in the project, or by a root role. */
function mayApprove(project: RawBuilder<unknown>, environment: RawBuilder<unknown>) {
  const inProject = sql`role_grants.project = ${project}
    and role_permissions.permission = 'APPROVE_CHANGE_REQUEST'
    and coalesce(role_permissions.environment, ${environment}) = ${environment}`;
  const everywhere = sql`(role_permissions.permission = 'ADMIN'
    or (role_permissions.permission = 'APPROVE_CHANGE_REQUEST' and ${project} = 'default'))`;
  return sql<boolean>`(
    exists (select from role_grants join role_permissions using (role_id)
      where role_grants.user_id = users.id and ${inProject})
    or exists (select from group_members join role_grants using (group_id)
      join role_permissions using (role_id)
      where group_members.user_id = users.id and ${inProject})
    or exists (select from role_permissions
      where role_permissions.role_id = users.root_role_id and ${everywhere})
    or exists (select from group_members join groups on groups.id = group_members.group_id
      join role_permissions on role_permissions.role_id = groups.root_role_id
      where group_members.user_id = users.id and ${everywhere}))`;
}
