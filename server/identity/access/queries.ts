import { type RawBuilder, sql } from 'kysely';
import {
  type Authentication,
  type Caller,
  rootRolesAllow,
  type Scope,
} from '../../platform/caller.ts';
import type { DataVersion } from '../../platform/data-version.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/pipeline.ts';
import type { Permission } from '../../platform/permissions.ts';
import {
  builtInRoles,
  type RolePermission,
  type RolePlan,
  type RoleUses,
  type StoredRole,
} from './rules.ts';
import { grantedTo, isVisible } from './visibility.ts';

/** With the current root role of the user and those of their groups. */
export async function findCaller(db: Db, userId: number): Promise<Caller | undefined> {
  return (await findOwner(db, sql`select ${userId}::integer as "userId"`))?.caller;
}

/** Selected with the caller, so that a cached response takes a single statement. */
export const dataVersion = sql`(
  select json_build_object('newestEvent', newest, 'projectDeletion', project_deletion,
    'eventDeletion', event_deletion, 'flagVersion', version, 'displayVersion', display,
    'usageVersion', (select sum(changes) from usage_changes),
    'commentVersion', (select version from change_request_comment_version))
  from flag_search_version, event_log_version) as "dataVersion"`;

export async function findDataVersion(db: Db): Promise<DataVersion> {
  const { rows } = await sql<{ dataVersion: DataVersion }>`select ${dataVersion}`.execute(db);
  return (rows[0] as (typeof rows)[0]).dataVersion;
}

/** Selected with the caller, so that maintenance costs no statement. */
export const maintenance = sql`(select maintenance from installation_settings) as maintenance`;

/**
 * Finds the caller of a credential in one statement, because every request needs it. The query
 * returns "userId" and further columns of the credential that the lookup needs.
 */
export async function findOwner<Credential = unknown>(
  db: Db,
  credential: RawBuilder<unknown>,
): Promise<(Authentication & { credential: Credential }) | undefined> {
  const { rows } = await prepared(sql<OwnerRow<Credential>>`
    with credential as materialized (${credential}),
    assigned as (
      select root_role_id as role_id from users join credential on users.id = "userId"
      union
      select groups.root_role_id from groups
      join group_members on group_members.group_id = groups.id
      join credential on group_members.user_id = "userId"
      where groups.root_role_id is not null
    )
    select
      users.id, users.account_type as "accountType", row_to_json(credential) as credential,
      ${dataVersion}, ${maintenance},
      coalesce(users.email, users.username, 'user ' || users.id) as name,
      array(
        select distinct permission from role_permissions
        where role_id in (select role_id from assigned)
      ) as permissions,
      not exists (select from assigned where role_id <> ${builtInRoles.viewer}) as restricted
    from credential join users on users.id = "userId"
    where users.deleted_at is null and users.deactivated_at is null`).execute(db);
  const row = rows[0];
  if (!row) return undefined;
  return {
    caller: callerOf(row),
    dataVersion: row.dataVersion,
    maintenance: row.maintenance,
    credential: row.credential,
  };
}

type OwnerRow<Credential> = {
  id: number;
  accountType: 'User' | 'Service Account';
  name: string;
  permissions: string[];
  restricted: boolean;
  credential: Credential;
  dataVersion: DataVersion;
  maintenance: boolean;
};

function callerOf(row: OwnerRow<unknown>): Caller {
  return {
    kind: row.accountType === 'User' ? 'user' : 'service-account',
    id: row.id,
    name: row.name,
    admin: row.permissions.includes('ADMIN'),
    rootPermissions: row.permissions,
    restricted: row.restricted,
  };
}

/** False for a hidden project and for one that does not exist. */
export async function maySeeProject(db: Db, caller: Caller, project: string): Promise<boolean> {
  const { rows } = await prepared(sql`
    select from projects
    where id = ${project} and ${isVisible(caller, sql.ref('projects.id'))}`).execute(db);
  return rows.length > 0;
}

/** Whether the caller has at least one of the permissions in the scope. */
export async function holdsAnyPermission(
  db: Db,
  caller: Caller,
  permissions: readonly Permission[],
  scope: Scope,
): Promise<boolean> {
  if (rootRolesAllow(caller, permissions, scope)) return true;
  if (scope.project === undefined) return false;
  const grant = await db
    .selectFrom('role_grants')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'role_grants.role_id')
    .select('role_grants.id')
    .where('role_grants.project', '=', scope.project)
    .where('role_permissions.permission', 'in', permissions)
    .where((eb) =>
      eb.or([
        eb('role_permissions.environment', 'is', null),
        eb('role_permissions.environment', '=', scope.environment ?? null),
      ]),
    )
    .where(grantedTo(caller.id))
    .limit(1)
    .executeTakeFirst();
  return grant !== undefined;
}

export async function listRoles(db: Db) {
  return selectRoles(db).orderBy('id').execute();
}

/** The roles that can be granted in a project. */
export async function listProjectRoles(db: Db) {
  return selectRoles(db).where('type', 'in', ['project', 'custom']).orderBy('id').execute();
}

/** The roles that exist, ordered by id. */
export async function listRolesById(db: Db, ids: readonly number[]) {
  return selectRoles(db)
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .execute();
}

export async function findRole(db: Db, id: number): Promise<StoredRole | undefined> {
  const role = await selectRoles(db).where('id', '=', id).executeTakeFirst();
  if (!role) return undefined;
  const permissions: RolePermission[] = await db
    .selectFrom('role_permissions')
    .select(['permission as name', 'environment'])
    .where('role_id', '=', id)
    .orderBy('permission')
    .orderBy('environment')
    .execute();
  return { ...role, permissions };
}

export async function findRoleIdByName(db: Db, name: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('roles')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return found?.id;
}

/** Until the transaction ends, no other one can change the role or assign it. */
export async function lockRole(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('roles').select('id').where('id', '=', id).forUpdate().execute();
}

/** Undefined when the name is taken. */
export async function insertRole(tx: Tx, { permissions, ...role }: RolePlan) {
  const inserted = await tx
    .insertInto('roles')
    .values(role)
    .onConflict((clash) => clash.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return undefined;
  await insertPermissions(tx, inserted.id, permissions);
  return inserted.id;
}

export async function saveRole(tx: Tx, { id, name, description, permissions }: StoredRole) {
  await tx.updateTable('roles').set({ name, description }).where('id', '=', id).execute();
  await tx.deleteFrom('role_permissions').where('role_id', '=', id).execute();
  await insertPermissions(tx, id, permissions);
}

export async function deleteRoleRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).execute();
}

/** Deleted users do not count. */
export async function countRoleUses(tx: Tx, id: number): Promise<RoleUses> {
  const { rows } = await sql<RoleUses>`
    select
      (select count(*) from users where root_role_id = ${id} and deleted_at is null) as users,
      (select count(*) from groups where root_role_id = ${id}) as groups,
      (select count(*) from role_grants where role_id = ${id}) as grants`.execute(tx);
  return rows[0] ?? { users: 0, groups: 0, grants: 0 };
}

export async function listEnvironmentNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('environments')
    .select('name')
    .orderBy('sort_order')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** The given names that do not exist. */
export async function listUnknownEnvironments(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const known = await db
    .selectFrom('environments')
    .select('name')
    .where('name', 'in', names)
    .execute();
  return names.filter((name) => !known.some((environment) => environment.name === name));
}

const selectRoles = (db: Db) =>
  db.selectFrom('roles').select(['id', 'name', 'description', 'type']);

async function insertPermissions(tx: Tx, roleId: number, permissions: readonly RolePermission[]) {
  if (permissions.length === 0) return;
  await tx
    .insertInto('role_permissions')
    .values(
      permissions.map(({ name, environment }) => ({
        role_id: roleId,
        permission: name,
        environment,
      })),
    )
    .execute();
}

/** Roles with a permission that is bound to this environment. */
export async function listRolesBoundTo(db: Db, environment: string): Promise<number[]> {
  const rows = await db
    .selectFrom('role_permissions')
    .select('role_id as id')
    .distinct()
    .where('environment', '=', environment)
    .orderBy('role_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The given environments in which the caller lacks the permission. */
export async function listForbiddenEnvironments(
  db: Db,
  caller: Caller,
  permission: Permission,
  { project, environments }: { project: string; environments: readonly string[] },
): Promise<string[]> {
  if (environments.length === 0 || rootRolesAllow(caller, [permission], { project })) return [];
  const { rows } = await sql<{ environment: string }>`
    select wanted.environment from unnest(${environments}::text[]) as wanted (environment)
    where not exists (
      select from role_grants
      join role_permissions on role_permissions.role_id = role_grants.role_id
      where role_grants.project = ${project} and role_permissions.permission = ${permission}
        and coalesce(role_permissions.environment, wanted.environment) = wanted.environment
        and ${grantedTo(caller.id)}
    )
    order by 1`.execute(db);
  return rows.map(({ environment }) => environment);
}
