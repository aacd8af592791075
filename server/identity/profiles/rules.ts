import { type Caller, rootRolesAllow, type Scope } from '../../platform/caller.ts';
import {
  isPermission,
  type PermissionEntry,
  type PermissionType,
  permissionCatalogue,
  typeOfPermission,
} from '../../platform/permissions.ts';
import type { Role } from '../access/schema.ts';
import { type UserRow, viewNames, viewUser } from '../users/rules.ts';
import type { User } from '../users/schema.ts';
import type { OwnPermission } from './schema.ts';

/** `project` is null for root roles. */
export type AssignedRole = Omit<Role, 'project'> & {
  project: string | null;
  permissions: { name: string; environment: string | null }[];
};

export const viewAccount = viewUser;

/** Only the current user is shown whether the password must be changed. */
export const viewMe = (account: UserRow): User => ({
  ...viewUser(account),
  mustChangePassword: account.mustChangePassword,
});

/** An API token in the format of a user. */
export const userOfToken = ({ id, name }: Caller): User => ({
  ...viewNames({ id, name, username: name, email: null }),
  isAPI: true,
});

/** The permissions of the caller by scope; only ADMIN for an Admin. */
export function permissionsOf(caller: Caller, assigned: readonly AssignedRole[]): OwnPermission[] {
  if (caller.admin) return [{ permission: 'ADMIN' }];
  const all = [
    ...[...caller.rootPermissions].sort().map(ofRootRole),
    ...assigned.flatMap(({ project, permissions }) =>
      project === null ? [] : permissions.map((permission) => ofProjectRole(project, permission)),
    ),
  ];
  return [...new Map(all.map((permission) => [JSON.stringify(permission), permission])).values()];
}

/** Project permissions of root roles apply to project default. */
const ofRootRole = (permission: string): OwnPermission =>
  isPermission(permission) && typeOfPermission(permission) !== 'root'
    ? { permission, project: 'default' }
    : { permission };

const ofProjectRole = (
  project: string,
  { name, environment }: AssignedRole['permissions'][number],
): OwnPermission => ({
  permission: name,
  project,
  ...(environment === null ? {} : { environment }),
});

/** All permissions, and whether the user has them in the scope. */
export function overviewOf(user: Caller, assigned: readonly AssignedRole[], scope: Scope) {
  const check = (type: PermissionType) =>
    permissionCatalogue
      .filter((entry) => entry.type === type)
      .map((entry) => ({
        ...entry,
        environment: type === 'environment' ? (scope.environment ?? null) : null,
        hasPermission: holds(user, assigned, { entry, scope }),
      }));
  return {
    root: check('root'),
    project: check('project'),
    environment: check('environment'),
  };
}

/** Roles in the project, or in all projects. */
export const projectRolesOf = (assigned: readonly AssignedRole[], project: string | undefined) =>
  assigned
    .filter((role) => role.project !== null && role.project === (project ?? role.project))
    .map((role) => ({ ...role, permissions: role.permissions.flatMap(describe) }));

const describe = ({ name, environment }: AssignedRole['permissions'][number]) =>
  permissionCatalogue
    .filter((entry) => entry.name === name)
    .map((entry) => ({ ...entry, environment }));

function holds(
  user: Caller,
  assigned: readonly AssignedRole[],
  { entry, scope }: { entry: PermissionEntry; scope: Scope },
): boolean {
  if (rootRolesAllow(user, [entry.name], scope)) return true;
  return assigned.some(
    ({ project, permissions }) =>
      project !== null &&
      project === scope.project &&
      permissions.some(
        ({ name, environment }) =>
          name === entry.name && (environment === null || environment === scope.environment),
      ),
  );
}
