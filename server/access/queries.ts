import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { type Caller, rootRolesAllow, type Scope } from './caller.ts';
import type { Permission } from './permissions.ts';
import { heldBy, isVisible } from './visibility.ts';

/** The predefined role that restricts what its holders see; every other root role lifts that. */
const viewerRoleId = 3;

/** The caller that a user is right now: own root role and those of their groups. */
export async function findCaller(db: Db, userId: number): Promise<Caller | undefined> {
  const { rows } = await sql<{
    accountType: 'User' | 'Service Account';
    name: string;
    permissions: string[];
    restricted: boolean;
  }>`
    with held as (
      select root_role_id as role_id from users where id = ${userId}
      union
      select groups.root_role_id from groups
      join group_members on group_members.group_id = groups.id
      where group_members.user_id = ${userId} and groups.root_role_id is not null
    )
    select
      users.account_type as "accountType",
      coalesce(users.email, users.username, 'user ' || users.id) as name,
      array(
        select distinct permission from role_permissions where role_id in (select role_id from held)
      ) as permissions,
      not exists (select from held where role_id <> ${viewerRoleId}) as restricted
    from users
    where users.id = ${userId} and users.deleted_at is null`.execute(db);
  const row = rows[0];
  return row && callerOf(userId, row);
}

function callerOf(
  id: number,
  row: { accountType: string; name: string; permissions: string[]; restricted: boolean },
): Caller {
  return {
    kind: row.accountType === 'User' ? 'user' : 'service-account',
    id,
    name: row.name,
    admin: row.permissions.includes('ADMIN'),
    rootPermissions: row.permissions,
    restricted: row.restricted,
  };
}

/** False alike for a project that is hidden and for one that does not exist. */
export async function maySeeProject(db: Db, caller: Caller, project: string): Promise<boolean> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', project)
    .where(isVisible(caller, sql.ref('projects.id')))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether any one of the permissions is held where the action takes place. */
export async function holdsAnyPermission(
  db: Db,
  caller: Caller,
  permissions: readonly Permission[],
  scope: Scope,
): Promise<boolean> {
  if (rootRolesAllow(caller, permissions, scope)) return true;
  if (scope.project === undefined) return false;
  const held = await db
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
    .where(heldBy(caller.id))
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}
