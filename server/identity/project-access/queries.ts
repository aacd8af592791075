import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { grantedTo } from '../access/visibility.ts';
import type { Grant, Holder, StoredGrant } from './rules.ts';

/**
 * Until the transaction ends, no other one can change the grants of the project. FOR NO KEY UPDATE
 * does not block inserts that reference the project, such as new flags.
 */
export async function lockProject(tx: Tx, id: string) {
  return tx
    .selectFrom('projects')
    .select('archived_at as archivedAt')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** All grants of the project, or those of some users and groups. */
export async function listGrants(
  db: Db,
  project: string,
  only?: { users: readonly number[]; groups: readonly number[] },
): Promise<StoredGrant[]> {
  return db
    .selectFrom('role_grants')
    .select(['id', 'role_id as roleId', 'user_id as userId', 'group_id as groupId'])
    .where('project', '=', project)
    .$if(only !== undefined, (query) =>
      query.where(
        sql<boolean>`(user_id = any(${only?.users ?? []}::integer[])
          or group_id = any(${only?.groups ?? []}::integer[]))`,
      ),
    )
    .orderBy('id')
    .execute();
}

export const listGrantsOf = (db: Db, project: string, { kind, id }: Holder) =>
  listGrants(
    db,
    project,
    kind === 'user' ? { users: [id], groups: [] } : { users: [], groups: [id] },
  );

/** The grants of a user in all projects; no other transaction can delete them. */
export async function lockGrantsOfUser(tx: Tx, userId: number) {
  return tx
    .selectFrom('role_grants')
    .select(['id', 'project', 'role_id as roleId', 'user_id as userId', 'group_id as groupId'])
    .where('user_id', '=', userId)
    .orderBy('project')
    .orderBy('role_id')
    .forUpdate()
    .execute();
}

/** Existing grants are unchanged. */
export async function insertGrants(tx: Tx, project: string, grants: readonly Grant[]) {
  if (grants.length === 0) return;
  await sql`
    insert into role_grants (project, role_id, user_id, group_id)
    select ${project}, role_id, user_id, group_id
    from unnest(
      ${grants.map(({ roleId }) => roleId)}::integer[],
      ${grants.map(({ userId }) => userId)}::integer[],
      ${grants.map(({ groupId }) => groupId)}::integer[]
    ) as added (role_id, user_id, group_id)
    on conflict do nothing`.execute(tx);
}

export async function deleteGrants(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('role_grants')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
}

/** Direct roles and those of groups. */
export async function listAssignedRoles(
  db: Db,
  caller: Caller,
  project: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('role_grants')
    .select('role_id as id')
    .distinct()
    .where('project', '=', project)
    .where(grantedTo(caller.id))
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids that exist. */
export async function listKnownGroups(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Users with a direct role, ordered by their first grant. */
export async function listUsersWithRoles(db: Db, project: string) {
  return db
    .selectFrom('role_grants')
    .innerJoin('users', 'users.id', 'role_grants.user_id')
    .select(['users.id', 'users.name', 'users.username', 'users.email'])
    .select(['users.account_type as accountType', addedAt, roleIds])
    .where('role_grants.project', '=', project)
    .where('users.deleted_at', 'is', null)
    .groupBy('users.id')
    .orderBy('addedAt')
    .orderBy('users.id')
    .execute();
}

export async function listGroupsWithRoles(db: Db, project: string) {
  return db
    .selectFrom('role_grants')
    .innerJoin('groups', 'groups.id', 'role_grants.group_id')
    .select(['groups.id', 'groups.name', 'groups.description', addedAt, roleIds])
    .where('role_grants.project', '=', project)
    .groupBy('groups.id')
    .orderBy('addedAt')
    .orderBy('groups.id')
    .execute();
}

const addedAt = sql<string>`min(role_grants.created_at)`.as('addedAt');
const roleIds = sql<number[]>`array_agg(role_grants.role_id order by role_grants.role_id)`.as(
  'roles',
);
