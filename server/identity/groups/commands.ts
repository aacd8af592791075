import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { alreadyExists, badData, notFound } from '../../platform/errors.ts';
import { listRolesById } from '../access/queries.ts';
import {
  deleteGroupRow,
  deleteMember,
  deleteMemberships,
  findGroup,
  findGroupIdByName,
  insertGroup,
  insertMember,
  listGroupIdsOf,
  listGroupRoles,
  lockGroup,
  lockProjectsOfGroup,
  lockUsers,
  saveGroup,
  saveMembers,
} from './queries.ts';
import { groupData, patchGroup, planGroup, without } from './rules.ts';
import type { Group, GroupPatch, NewGroup } from './schema.ts';

export async function createGroup(tx: Tx, caller: Caller, input: NewGroup): Promise<Group> {
  const plan = planGroup(input);
  await assertRootRole(tx, plan.rootRole);
  await assertUsers(tx, plan.users);
  const id = await insertGroup(tx, plan, caller.name);
  if (id === undefined) throw nameTaken(plan.name);
  await saveMembers(tx, id, { users: plan.users, createdBy: caller.name });
  const group = await existingGroup(tx, id);
  recordEvent(tx, caller, { type: 'group-created', data: groupData(group) });
  return group;
}

/** Locks first: rows joined by the locking statement may be older than the lock. */
export async function updateGroup(
  tx: Tx,
  caller: Caller,
  id: number,
  patch: GroupPatch,
): Promise<Group> {
  await lockGroup(tx, id);
  const group = await existingGroup(tx, id);
  const before = groupData(group);
  const after = patchGroup(before, patch);
  if (patch.users !== undefined) await assertUsers(tx, after.users);
  if (JSON.stringify(after) === JSON.stringify(before)) return group;

  if (after.rootRole !== before.rootRole) await assertRootRole(tx, after.rootRole);
  await assertNameFree(tx, after.name, id);
  await saveGroup(tx, id, after);
  if (patch.users !== undefined) {
    await saveMembers(tx, id, { users: after.users, createdBy: caller.name });
  }
  recordEvent(tx, caller, { type: 'group-updated', data: after, preData: before });
  return existingGroup(tx, id);
}

/** Revokes the roles of the group first, which is recorded in each project. */
export async function deleteGroup(tx: Tx, caller: Caller, id: number): Promise<void> {
  await lockGroup(tx, id);
  const group = await existingGroup(tx, id);
  await lockProjectsOfGroup(tx, id);
  for (const { project, roles } of await listGroupRoles(tx, id)) {
    recordEvent(tx, caller, {
      type: 'project-access-group-roles-deleted',
      project,
      preData: { roles, groupId: id },
    });
  }
  await deleteGroupRow(tx, id);
  recordEvent(tx, caller, { type: 'group-deleted', preData: groupData(group) });
}

/** For a user who is being deleted; each removal is recorded. */
export async function removeFromAllGroups(tx: Tx, caller: Caller, userId: number): Promise<void> {
  for (const groupId of await deleteMemberships(tx, userId)) {
    recordEvent(tx, caller, { type: 'group-user-removed', preData: { groupId, userId } });
  }
}

type MappedGroup = { id: number; name: string; mappingsSSO: readonly string[] };

/**
 * Adds the user to the groups that are mapped to one of the names, and removes it from the other
 * mapped groups. The transaction must have locked `groups`, which are all mapped ones, and the user.
 */
export async function followMappings(
  tx: Tx,
  caller: Caller,
  { userId, username, groups }: { userId: number; username: string; groups: MappedGroup[] },
  names: readonly string[],
): Promise<void> {
  const claimed = new Set(names);
  const ids = groups.map(({ id }) => id);
  const joined = new Set(await listGroupIdsOf(tx, userId, ids));
  for (const { id: groupId, name: groupName, mappingsSSO } of groups) {
    const belongs = mappingsSSO.some((name) => claimed.has(name));
    if (belongs === joined.has(groupId)) continue;
    const member = { groupId, groupName, userId, username };
    if (belongs) {
      await insertMember(tx, { groupId, userId, createdBy: caller.name });
      recordEvent(tx, caller, { type: 'group-user-added', data: member });
    } else {
      await deleteMember(tx, groupId, userId);
      recordEvent(tx, caller, { type: 'group-user-removed', preData: member });
    }
  }
}

/** Records each joining and leaving. The transaction must have locked the group. */
export async function setMembers(
  tx: Tx,
  caller: Caller,
  { id: groupId, name: groupName, before }: { id: number; name: string; before: number[] },
  users: number[],
): Promise<void> {
  const [added, removed] = [without(users, before), without(before, users)];
  if (added.length === 0 && removed.length === 0) return;
  await assertUsers(tx, added);
  await saveMembers(tx, groupId, { users, createdBy: caller.name });
  for (const userId of added) {
    const data = { groupId, groupName, userId };
    recordEvent(tx, caller, { type: 'group-user-added', data });
  }
  for (const userId of removed) {
    const preData = { groupId, groupName, userId };
    recordEvent(tx, caller, { type: 'group-user-removed', preData });
  }
}

async function existingGroup(tx: Tx, id: number): Promise<Group> {
  const group = await findGroup(tx, id);
  if (!group) throw notFound('Group', id);
  return group;
}

async function assertNameFree(tx: Tx, name: string, except: number): Promise<void> {
  const id = await findGroupIdByName(tx, name);
  if (id !== undefined && id !== except) throw nameTaken(name);
}

const nameTaken = (name: string) => alreadyExists('Group', name);

async function assertRootRole(tx: Tx, rootRole: number | null): Promise<void> {
  if (rootRole === null) return;
  const [role] = await listRolesById(tx, [rootRole]);
  if (role?.type === 'root' || role?.type === 'root-custom') return;
  const reason = role === undefined ? 'does not exist' : `is a ${role.type} role, not a root role`;
  throw badData(`Role ${rootRole} ${reason}.`, '/body/rootRole');
}

async function assertUsers(tx: Tx, users: readonly number[]): Promise<void> {
  const unknown = without(users, await lockUsers(tx, users));
  if (unknown.length === 0) return;
  throw badData(`User ${unknown.join(', ')} does not exist.`, '/body/users');
}
