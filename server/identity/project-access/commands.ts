import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData, conflict, notFound } from '../../platform/errors.ts';
import { listProjectRoles, listRolesById } from '../access/queries.ts';
import { builtInRoles } from '../access/rules.ts';
import { listMembers, lockUsedGroups, lockUsers } from '../groups/queries.ts';
import { ascending, without } from '../groups/rules.ts';
import { viewNames } from '../users/rules.ts';
import {
  deleteGrants,
  insertGrants,
  listAssignedRoles,
  listGrants,
  listGrantsOf,
  listGroupsWithRoles,
  listKnownGroups,
  listUsersWithRoles,
  lockGrantsOfUser,
  lockProject,
} from './queries.ts';
import {
  accessListOf,
  assertGrantable,
  assertMayGrant,
  changeBetween,
  type Grant,
  type GrantChange,
  grantsOf,
  grantsToAll,
  grantsToHolder,
  type Holder,
  rolesOf,
} from './rules.ts';
import type { AccessList, NewAccess, ProjectAccess } from './schema.ts';

export async function readAccess(db: Db, project: string): Promise<ProjectAccess> {
  const users = await listUsersWithRoles(db, project);
  const groups = await listGroupsWithRoles(db, project);
  const members = await listMembers(
    db,
    groups.map(({ id }) => id),
  );
  return {
    version: 1,
    users: users.map(({ accountType, addedAt, roles, ...person }) => ({
      ...viewNames(person),
      ...grantedRoles(addedAt, roles),
      isAPI: false,
      accountType,
    })),
    groups: groups.map(({ addedAt, roles, ...group }) => {
      const people = members.get(group.id) ?? [];
      return { ...group, ...grantedRoles(addedAt, roles), users: people, userCount: people.length };
    }),
    roles: await listProjectRoles(db),
  };
}

/** Grants every role to all users and groups; `path` locates the roles in the request. */
export async function addAccess(
  tx: Tx,
  caller: Caller,
  project: string,
  { path = '/body/roles', ...input }: NewAccess & { path?: string },
): Promise<void> {
  await lockUsedGroups(tx, input.groups);
  await lockLiveProject(tx, project);
  const wanted = grantsToAll(input);
  await assertRoles(tx, input.roles, path);
  await assertUsers(tx, input.users, '/body/users');
  await assertGroups(tx, input.groups, '/body/groups');
  const before = await listGrants(tx, project, input);

  const added = changeBetween(before, wanted).added;
  await saveChange(tx, caller, project, { added, removed: [] });
  if (added.length === 0) return;
  recordEvent(tx, caller, { type: 'project-access-added', project, data: additionsOf(added) });
}

/** Revokes all access that is not listed. */
export async function replaceAccess(tx: Tx, caller: Caller, project: string, list: AccessList) {
  const { roles } = list;
  const groups = roles.flatMap((role) => role.groups ?? []);
  await lockUsedGroups(tx, groups);
  await lockLiveProject(tx, project);
  const wanted = grantsOf(list);
  await assertRoles(
    tx,
    roles.map(({ id }) => id),
    '/body/roles',
  );
  await assertUsers(
    tx,
    roles.flatMap(({ users }) => users ?? []),
    '/body/roles',
  );
  await assertGroups(tx, groups, '/body/roles');
  const before = await listGrants(tx, project);

  const change = changeBetween(before, wanted);
  await saveChange(tx, caller, project, change);
  if (isEmpty(change)) return;
  recordEvent(tx, caller, {
    type: 'project-access-updated',
    project,
    data: accessListOf(wanted),
    preData: accessListOf(before),
  });
}

/** Replaces the roles of a user or group; an empty list removes their access. */
export async function setRoles(
  tx: Tx,
  caller: Caller,
  project: string,
  { holder, roles }: { holder: Holder; roles: readonly number[] },
): Promise<void> {
  if (holder.kind === 'group') await lockUsedGroups(tx, [holder.id]);
  await lockLiveProject(tx, project);
  await assertExists(tx, holder);
  await assertRoles(tx, roles, '/body/roles');
  const before = await listGrantsOf(tx, project, holder);
  const wanted = grantsToHolder(holder, roles);

  const change = changeBetween(before, wanted);
  await saveChange(tx, caller, project, change);
  if (isEmpty(change)) return;
  const dataOf = (grants: readonly Grant[]) => ({
    roles: rolesOf(grants),
    [holder.kind === 'user' ? 'userId' : 'groupId']: holder.id,
  });
  recordEvent(tx, caller, {
    type: `project-access-${holder.kind}-roles-${wanted.length === 0 ? 'deleted' : 'updated'}`,
    project,
    data: wanted.length === 0 ? null : dataOf(wanted),
    preData: dataOf(before),
  });
}

/** For the creator of a project; part of the event project-created. */
export async function grantOwnerRole(tx: Tx, project: string, userId: number): Promise<void> {
  await insertGrants(tx, project, [{ roleId: builtInRoles.owner, userId, groupId: null }]);
}

/** For a user who is being deleted; recorded in each project. */
export async function revokeAccessOfUser(tx: Tx, caller: Caller, userId: number): Promise<void> {
  const grants = await lockGrantsOfUser(tx, userId);
  await deleteGrants(
    tx,
    grants.map(({ id }) => id),
  );
  for (const project of new Set(grants.map((grant) => grant.project))) {
    const roles = rolesOf(grants.filter((grant) => grant.project === project));
    recordEvent(tx, caller, {
      type: 'project-access-user-roles-deleted',
      project,
      preData: { roles, userId },
    });
  }
}

async function lockLiveProject(tx: Tx, id: string): Promise<void> {
  const project = await lockProject(tx, id);
  if (!project) throw notFound('Project', id);
  if (project.archivedAt !== null) {
    throw conflict(`Project "${id}" is archived. Revive it first.`);
  }
}

/** Checks after the lock, so that a role that was just revoked does not count. */
async function saveChange(tx: Tx, caller: Caller, project: string, change: GrantChange) {
  const { added, removed } = change;
  const changed = rolesOf([...added, ...removed]);
  const assigned = await listAssignedRoles(tx, caller, project);
  assertMayGrant(caller, project, {
    owner: assigned.includes(builtInRoles.owner),
    assigned,
    changed,
  });
  await deleteGrants(
    tx,
    removed.map(({ id }) => id),
  );
  await insertGrants(tx, project, added);
}

async function assertRoles(tx: Tx, roles: readonly number[], path: string): Promise<void> {
  assertGrantable(roles, await listRolesById(tx, roles), path);
}

async function assertUsers(tx: Tx, ids: readonly number[], path: string): Promise<void> {
  const unknown = without(ascending(ids), await lockUsers(tx, ids));
  if (unknown.length === 0) return;
  throw badData(`User ${unknown.join(', ')} does not exist.`, path);
}

async function assertGroups(tx: Tx, ids: readonly number[], path: string): Promise<void> {
  const unknown = without(ascending(ids), await listKnownGroups(tx, ids));
  if (unknown.length === 0) return;
  throw badData(`Group ${unknown.join(', ')} does not exist.`, path);
}

async function assertExists(tx: Tx, { kind, id }: Holder): Promise<void> {
  const known = kind === 'user' ? await lockUsers(tx, [id]) : await listKnownGroups(tx, [id]);
  if (known.length === 0) throw notFound(kind === 'user' ? 'User' : 'Group', id);
}

const isEmpty = ({ added, removed }: GrantChange) => added.length + removed.length === 0;

const additionsOf = (added: readonly Grant[]) => ({
  roles: accessListOf(added).roles.map(({ id, users, groups }) => ({
    roleId: id,
    groupIds: groups,
    userIds: users,
  })),
});

const grantedRoles = (addedAt: string, roles: number[]) => ({
  addedAt,
  roles,
  roleId: roles[0] ?? 0,
});
