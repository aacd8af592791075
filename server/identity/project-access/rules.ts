import type { Caller } from '../../platform/caller.ts';
import { badData, noAccess } from '../../platform/errors.ts';
import { ascending } from '../groups/rules.ts';
import type { AccessList, NewAccess } from './schema.ts';

/** A role of a user or of a group in a project. */
export type Grant = { roleId: number; userId: number | null; groupId: number | null };

export type StoredGrant = Grant & { id: number };

/** One user or one group. */
export type Holder = { kind: 'user' | 'group'; id: number };

/** Every role for all users and groups. */
export const grantsToAll = ({ roles, users, groups }: NewAccess): Grant[] =>
  grantsOf({ roles: roles.map((id) => ({ id, users, groups })) });

/** Without duplicates. */
export function grantsOf({ roles }: AccessList): Grant[] {
  const grants = roles.flatMap(({ id: roleId, users = [], groups = [] }) => [
    ...users.map((userId) => ({ roleId, userId, groupId: null })),
    ...groups.map((groupId) => ({ roleId, userId: null, groupId })),
  ]);
  return [...new Map(grants.map((grant) => [keyOf(grant), grant])).values()];
}

export const grantsToHolder = (holder: Holder, roles: readonly number[]): Grant[] =>
  ascending(roles).map((roleId) => ({
    roleId,
    userId: holder.kind === 'user' ? holder.id : null,
    groupId: holder.kind === 'group' ? holder.id : null,
  }));

/** In a fixed order, so that equal access has equal JSON. */
export function accessListOf(grants: readonly Grant[]): AccessList {
  return {
    roles: rolesOf(grants).map((id) => {
      const ofRole = grants.filter(({ roleId }) => roleId === id);
      return {
        id,
        users: ascending(ofRole.flatMap(({ userId }) => userId ?? [])),
        groups: ascending(ofRole.flatMap(({ groupId }) => groupId ?? [])),
      };
    }),
  };
}

/** Ascending, without duplicates. */
export const rolesOf = (grants: readonly Grant[]) => ascending(grants.map(({ roleId }) => roleId));

export type GrantChange = { added: Grant[]; removed: StoredGrant[] };

export function changeBetween(
  before: readonly StoredGrant[],
  after: readonly Grant[],
): GrantChange {
  const had = new Set(before.map(keyOf));
  const has = new Set(after.map(keyOf));
  return {
    added: after.filter((grant) => !had.has(keyOf(grant))),
    removed: before.filter((grant) => !has.has(keyOf(grant))),
  };
}

/** Owners and admins grant any role, others only the roles assigned to them in the project. */
export function assertMayGrant(
  caller: Caller,
  project: string,
  {
    owner,
    assigned,
    changed,
  }: { owner: boolean; assigned: readonly number[]; changed: readonly number[] },
): void {
  if (owner || caller.admin) return;
  const foreign = changed.filter((role) => !assigned.includes(role));
  if (foreign.length === 0) return;
  throw noAccess(
    `Only an owner of project "${project}" or a holder of the role may grant or revoke role ${foreign.join(', ')}.`,
  );
}

type KnownRole = { id: number; name: string; type: string };

/** Root roles are assigned to users and groups, not granted in projects. */
export function assertGrantable(
  roles: readonly number[],
  known: readonly KnownRole[],
  path: string,
): void {
  for (const id of roles) {
    const role = known.find((candidate) => candidate.id === id);
    if (role === undefined) throw badData(`Role ${id} does not exist.`, path);
    if (role.type === 'project' || role.type === 'custom') continue;
    throw badData(
      `Role ${id} (${role.name}) is a root role. It cannot be granted in a project.`,
      path,
    );
  }
}

const keyOf = ({ roleId, userId, groupId }: Grant) => `${roleId}:${userId}:${groupId}`;
