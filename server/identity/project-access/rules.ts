import type { Caller } from '../../platform/caller.ts';
import { badData, noAccess } from '../../platform/errors.ts';
import { ascending } from '../groups/rules.ts';
import type { AccessList, NewAccess } from './schema.ts';

/** A role held in a project, by a user or else by a group. */
export type Grant = { roleId: number; userId: number | null; groupId: number | null };

/** A grant that the database has, so that it can be taken away. */
export type StoredGrant = Grant & { id: number };

/** One user or one group. */
export type Holder = { kind: 'user' | 'group'; id: number };

/** Every role for everybody named. */
export const grantsToAll = ({ roles, users, groups }: NewAccess): Grant[] =>
  grantsOf({ roles: roles.map((id) => ({ id, users, groups })) });

/** The grants of a list, each once. */
export function grantsOf({ roles }: AccessList): Grant[] {
  const grants = roles.flatMap(({ id: roleId, users, groups }) => [
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

/** The grants as one list in a fixed order, so that equal access is equal text. */
export function accessListOf(grants: readonly Grant[]): AccessList {
  return {
    roles: rolesOf(grants).map((id) => {
      const held = grants.filter(({ roleId }) => roleId === id);
      return {
        id,
        users: ascending(held.flatMap(({ userId }) => userId ?? [])),
        groups: ascending(held.flatMap(({ groupId }) => groupId ?? [])),
      };
    }),
  };
}

/** The roles of the grants, ascending. */
export const rolesOf = (grants: readonly Grant[]) => ascending(grants.map(({ roleId }) => roleId));

export type GrantChange = { added: Grant[]; removed: StoredGrant[] };

/** What must be added and taken away to get from one to the other; the rest is not touched. */
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

/** Owners and admins grant anything; others only the roles that they hold here themselves. */
export function assertMayGrant(
  caller: Caller,
  project: string,
  { owner, held, touched }: { owner: boolean; held: readonly number[]; touched: readonly number[] },
): void {
  if (owner || caller.admin) return;
  const foreign = touched.filter((role) => !held.includes(role));
  if (foreign.length === 0) return;
  throw noAccess(
    `Only an owner of project "${project}" or a holder of the role may grant or revoke role ${foreign.join(', ')}.`,
  );
}

type KnownRole = { id: number; name: string; type: string };

/** Root roles belong to users and groups as such, not to their place in a project. */
export function assertGrantable(
  roles: readonly number[],
  known: readonly KnownRole[],
  path: string,
): void {
  for (const id of roles) {
    const role = known.find((candidate) => candidate.id === id);
    if (role === undefined) throw badData(`Role ${id} does not exist.`, path);
    if (role.type === 'project' || role.type === 'custom') continue;
    throw badData(`Role ${id} (${role.name}) is a root role. No project can grant it.`, path);
  }
}

const keyOf = ({ roleId, userId, groupId }: Grant) => `${roleId}:${userId}:${groupId}`;
