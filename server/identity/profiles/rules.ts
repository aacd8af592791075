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

/** A role somebody holds, and where: no project for root roles. */
export type AssignedRole = Omit<Role, 'project'> & {
  project: string | null;
  permissions: { name: string; environment: string | null }[];
};

export const viewAccount = viewUser;

/** The caller, who is told when the password was somebody else's choice. */
export const viewMe = (account: UserRow): User => ({
  ...viewUser(account),
  mustChangePassword: account.mustChangePassword,
});

/** An API token, shown where a user is expected. */
export const userOfToken = ({ id, name }: Caller): User => ({
  ...viewNames({ id, name, username: name, email: null }),
  isAPI: true,
});

/** Everything the caller may do, and where; an Admin needs no list. */
export function permissionsOf(caller: Caller, held: readonly AssignedRole[]): OwnPermission[] {
  if (caller.admin) return [{ permission: 'ADMIN' }];
  const all = [
    ...[...caller.rootPermissions].sort().map(ofRootRole),
    ...held.flatMap(({ project, permissions }) =>
      project === null ? [] : permissions.map((permission) => inProject(project, permission)),
    ),
  ];
  return [...new Map(all.map((permission) => [JSON.stringify(permission), permission])).values()];
}

/** What root roles hold of project type counts in project default. */
const ofRootRole = (permission: string): OwnPermission =>
  isPermission(permission) && typeOfPermission(permission) !== 'root'
    ? { permission, project: 'default' }
    : { permission };

const inProject = (
  project: string,
  { name, environment }: AssignedRole['permissions'][number],
): OwnPermission => ({
  permission: name,
  project,
  ...(environment === null ? {} : { environment }),
});

/** The whole catalogue, each entry with whether the user holds it there. */
export function overviewOf(user: Caller, held: readonly AssignedRole[], scope: Scope) {
  const check = (type: PermissionType) =>
    permissionCatalogue
      .filter((entry) => entry.type === type)
      .map((entry) => ({
        ...entry,
        environment: type === 'environment' ? (scope.environment ?? null) : null,
        hasPermission: holds(user, held, { entry, scope }),
      }));
  return {
    root: check('root'),
    project: check('project'),
    environment: check('environment'),
  };
}

/** Roles in that project, or in all, their permissions as the catalogue describes them. */
export const projectRolesOf = (held: readonly AssignedRole[], project: string | undefined) =>
  held
    .filter((role) => role.project !== null && role.project === (project ?? role.project))
    .map((role) => ({ ...role, permissions: role.permissions.flatMap(describe) }));

const describe = ({ name, environment }: AssignedRole['permissions'][number]) =>
  permissionCatalogue
    .filter((entry) => entry.name === name)
    .map((entry) => ({ ...entry, environment }));

function holds(
  user: Caller,
  held: readonly AssignedRole[],
  { entry, scope }: { entry: PermissionEntry; scope: Scope },
): boolean {
  if (rootRolesAllow(user, [entry.name], scope)) return true;
  return held.some(
    ({ project, permissions }) =>
      project !== null &&
      project === scope.project &&
      permissions.some(
        ({ name, environment }) =>
          name === entry.name && (environment === null || environment === scope.environment),
      ),
  );
}
