import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { viewNames } from '../users/rules.ts';
import type { GroupPlan } from './rules.ts';
import type { Group, GroupMember } from './schema.ts';

/** Ordered by name. */
export async function listGroups(db: Db): Promise<Group[]> {
  const groups = await selectGroups(db).orderBy(sql`lower(name)`).orderBy('id').execute();
  return withMembers(db, groups);
}

export async function findGroup(db: Db, id: number): Promise<Group | undefined> {
  const groups = await selectGroups(db).where('id', '=', id).execute();
  return (await withMembers(db, groups))[0];
}

/** By group id, in the order of joining. */
export async function listMembers(
  db: Db,
  groupIds: readonly number[],
): Promise<Map<number, GroupMember[]>> {
  const rows = await db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['group_id as groupId', 'joined_at as joinedAt', 'created_by as createdBy'])
    .select(['users.id', 'users.name', 'users.username', 'users.email'])
    .where('group_id', '=', sql<number>`any(${groupIds}::integer[])`)
    .where('users.deleted_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('users.id')
    .execute();
  const members = new Map<number, GroupMember[]>(groupIds.map((id) => [id, []]));
  for (const { groupId, joinedAt, createdBy, ...person } of rows) {
    members.get(groupId)?.push({ joinedAt, createdBy, user: viewNames(person) });
  }
  return members;
}

/** Prevents their deletion until the transaction ends; called before any project is locked. */
export async function lockUsedGroups(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** The groups with SSO mappings; prevents their deletion until the transaction ends. */
export async function lockMappedGroups(tx: Tx) {
  return tx
    .selectFrom('groups')
    .select(['id', 'name', 'mappings_sso as mappingsSSO'])
    .where(sql<boolean>`mappings_sso <> '{}'`)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** The groups of the user among the given ones. */
export async function listGroupIdsOf(tx: Tx, userId: number, among: readonly number[]) {
  const rows = await tx
    .selectFrom('group_members')
    .select('group_id as id')
    .where('user_id', '=', userId)
    .where('group_id', '=', sql<number>`any(${among}::integer[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** False if the user was a member. */
export async function insertMember(
  tx: Tx,
  { groupId, userId, createdBy }: { groupId: number; userId: number; createdBy: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId, created_by: createdBy })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if the user was no member. */
export async function deleteMember(tx: Tx, groupId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Until the transaction ends, no other one can change the group or grant it a role. */
export async function lockGroup(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('groups').select('id').where('id', '=', id).forUpdate().execute();
}

export async function findGroupIdByName(db: Db, name: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return found?.id;
}

/** Undefined if the name exists. */
export async function insertGroup(tx: Tx, group: GroupPlan, createdBy: string) {
  const inserted = await tx
    .insertInto('groups')
    .values({ ...columnsOf(group), created_by: createdBy })
    .onConflict((clash) => clash.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function saveGroup(tx: Tx, id: number, group: GroupPlan): Promise<void> {
  await tx.updateTable('groups').set(columnsOf(group)).where('id', '=', id).execute();
}

/** Replaces the members; those who remain retain `joined_at`. */
export async function saveMembers(
  tx: Tx,
  id: number,
  { users, createdBy }: { users: readonly number[]; createdBy: string },
): Promise<void> {
  await tx
    .deleteFrom('group_members')
    .where('group_id', '=', id)
    .where(sql<boolean>`user_id <> all(${users}::integer[])`)
    .execute();
  await tx
    .insertInto('group_members')
    .columns(['group_id', 'user_id', 'created_by'])
    .expression((query) =>
      query
        .selectFrom(
          sql<{ user_id: number }>`unnest(${users}::integer[])`.as<'added'>(sql`added (user_id)`),
        )
        .select([
          sql<number>`${id}::integer`.as('group_id'),
          'user_id',
          sql<string>`${createdBy}`.as('created_by'),
        ]),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}

export async function deleteGroupRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('groups').where('id', '=', id).execute();
}

/** Returns the ids that exist and prevents their deletion until the transaction ends. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const users = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return users.map(({ id }) => id);
}

/** Until the transaction ends, no other one can change grants in the projects of the group. */
export async function lockProjectsOfGroup(tx: Tx, id: number): Promise<void> {
  await tx
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('role_grants').select('project').where('group_id', '=', id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The roles of a group by project. */
export async function listGroupRoles(db: Db, id: number) {
  return db
    .selectFrom('role_grants')
    .select(['project', sql<number[]>`array_agg(role_id order by role_id)`.as('roles')])
    .where('group_id', '=', id)
    .groupBy('project')
    .orderBy('project')
    .execute();
}

function selectGroups(db: Db) {
  return db
    .selectFrom('groups')
    .select(['id', 'name', 'description', 'mappings_sso as mappingsSSO'])
    .select(['root_role_id as rootRole', 'created_by as createdBy', 'created_at as createdAt'])
    .select(
      sql<string[]>`array(
        select distinct project from role_grants where group_id = groups.id order by project
      )`.as('projects'),
    );
}

async function withMembers(
  db: Db,
  groups: readonly Omit<Group, 'users' | 'userCount'>[],
): Promise<Group[]> {
  const members = await listMembers(
    db,
    groups.map(({ id }) => id),
  );
  return groups.map((group) => {
    const users = members.get(group.id) ?? [];
    return { ...group, users, userCount: users.length };
  });
}

const columnsOf = ({ name, description, mappingsSSO, rootRole }: GroupPlan) => ({
  name,
  description,
  mappings_sso: mappingsSSO,
  root_role_id: rootRole,
});

/** Returns the ids of the groups. */
export async function deleteMemberships(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('group_members')
    .where('user_id', '=', userId)
    .returning('group_id as id')
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
