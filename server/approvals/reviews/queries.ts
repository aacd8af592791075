import { sql } from 'kysely';
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

export async function countApprovals(tx: Tx, requestId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('change_request_approvals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('change_request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  return count;
}

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
    with holders as (
      select role_grants.user_id, role_grants.group_id
      from role_grants
      join role_permissions on role_permissions.role_id = role_grants.role_id
      where role_grants.project = ${project}
        and role_permissions.permission = 'APPROVE_CHANGE_REQUEST'
        and coalesce(role_permissions.environment, ${environment}) = ${environment}
    ),
    root_holders as (
      select role_id from role_permissions
      where permission = 'ADMIN'
        or (permission = 'APPROVE_CHANGE_REQUEST' and ${project}::text = 'default')
    )
    select users.id, users.name, users.username, users.email
    from users
    where users.deleted_at is null and (
      users.id in (select user_id from holders)
      or users.root_role_id in (select role_id from root_holders)
      or exists (
        select from group_members join groups on groups.id = group_members.group_id
        where group_members.user_id = users.id and (
          groups.id in (select group_id from holders)
          or groups.root_role_id in (select role_id from root_holders))))
    order by users.id`.execute(db);
  return rows;
}
