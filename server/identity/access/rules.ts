import { badData, noAccess } from '../../platform/errors.ts';
import {
  findPermission,
  type PermissionEntry,
  permissionsOfType,
} from '../../platform/permissions.ts';
import type {
  NewRole,
  PermissionCatalogue,
  Role,
  RoleReplacement,
  RoleWithPermissions,
} from './schema.ts';

/** Clients rely on these ids. */
export const builtInRoles = { admin: 1, editor: 2, viewer: 3, owner: 4, member: 5 } as const;

/** A permission of a role; null means every environment. */
export type RolePermission = { name: string; environment: string | null };

export type StoredRole = Pick<Role, 'id' | 'name' | 'description' | 'type'> & {
  permissions: RolePermission[];
};

export type RolePlan = Omit<StoredRole, 'id'>;

export function planRole(input: NewRole): RolePlan {
  const type = input.type ?? 'custom';
  return {
    name: planRoleName(input.name),
    description: input.description ?? '',
    type,
    permissions: planPermissions(type, input.permissions),
  };
}

/** An omitted description is unchanged. */
export function replaceRole(role: StoredRole, input: RoleReplacement): StoredRole {
  assertCustom(role);
  if (input.type !== undefined && input.type !== role.type) {
    throw badData(`The type of a role cannot change. It is ${role.type}.`, '/body/type');
  }
  return {
    ...role,
    name: planRoleName(input.name),
    description: input.description ?? role.description,
    permissions: planPermissions(role.type, input.permissions),
  };
}

export function planRoleName(text: string): string {
  const name = text.trim();
  if (name === '') throw badData('"name" must not be blank.', '/body/name');
  return name;
}

export function assertCustom({ name, type }: StoredRole): void {
  if (type === 'custom' || type === 'root-custom') return;
  throw noAccess(`Role "${name}" is built in. It cannot be changed or deleted.`);
}

export type RoleUses = { users: number; groups: number; grants: number };

export function assertUnused({ name }: StoredRole, { users, groups, grants }: RoleUses): void {
  const uses = [
    counted(users, 'user'),
    counted(groups, 'group'),
    counted(grants, 'grant in projects', 'grants in projects'),
  ].filter((use) => use !== undefined);
  if (uses.length > 0) throw badData(`Role "${name}" is in use by ${uses.join(', ')}.`);
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;

/** Without permissions, as in lists. */
export const viewChangedRole = ({ permissions: _, ...role }: StoredRole) => ({
  version: 1 as const,
  roles: { ...role, project: null },
});

/** Permissions in the order of the catalogue. */
export function viewRole({ permissions, ...role }: StoredRole): RoleWithPermissions {
  return {
    ...role,
    permissions: inOrder(permissions).flatMap(({ name, environment }) => {
      const entry = findPermission({ name });
      return entry === undefined ? [] : [{ ...entry, ...boundTo(environment) }];
    }),
  };
}

/** A role as recorded in events. */
export const roleData = ({ permissions, ...role }: StoredRole) => ({
  ...role,
  permissions: inOrder(permissions).map(({ name, environment }) => ({
    name,
    ...boundTo(environment),
  })),
});

/** Without ADMIN, which only the built-in role has. */
export const viewCatalogue = (environments: readonly string[]): PermissionCatalogue => ({
  version: 1,
  permissions: {
    root: permissionsOfType('root').filter(({ name }) => name !== 'ADMIN'),
    project: [...permissionsOfType('project')],
    environments: environments.map((name) => ({
      name,
      permissions: [...permissionsOfType('environment')],
    })),
  },
});

type PermissionInput = NewRole['permissions'][number];

function planPermissions(
  type: Role['type'],
  permissions: readonly PermissionInput[],
): RolePermission[] {
  const planned = new Map<string, RolePermission>();
  permissions.forEach((permission, index) => {
    const path = `/body/permissions/${index}`;
    const { name } = resolvePermission(type, permission, path);
    const environment = permission.environment || null;
    planned.set(JSON.stringify([name, environment]), { name, environment });
  });
  return inOrder([...planned.values()]);
}

function resolvePermission(
  type: Role['type'],
  permission: PermissionInput,
  path: string,
): PermissionEntry {
  const given = [permission.name, permission.id]
    .filter((part) => part !== undefined)
    .join(' with id ');
  if (given === '') throw badData('A permission needs a name or an id.', path);
  const entry = findPermission(permission);
  if (entry === undefined) throw badData(`Permission "${given}" does not exist.`, path);
  if (entry.name === 'ADMIN') throw badData('Only the built-in role Admin can have ADMIN.', path);
  if ((entry.type === 'root') !== (type === 'root-custom')) {
    throw badData(`A ${type} role cannot have ${entry.name}, a ${entry.type} permission.`, path);
  }
  if (permission.environment && entry.type !== 'environment') {
    throw badData(`${entry.name} cannot be bound to an environment.`, `${path}/environment`);
  }
  return entry;
}

const boundTo = (environment: string | null) => (environment === null ? {} : { environment });

function inOrder(permissions: readonly RolePermission[]): RolePermission[] {
  const rank = ({ name }: RolePermission) => findPermission({ name })?.id ?? 0;
  return permissions.toSorted(
    (a, b) => rank(a) - rank(b) || compare(a.environment ?? '', b.environment ?? ''),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
