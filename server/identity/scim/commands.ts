import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { nameExists, notFound, preconditionFailed } from '../../platform/errors.ts';
import { createGroup, deleteGroup, setMembers, updateGroup } from '../groups/commands.ts';
import { lockGroup } from '../groups/queries.ts';
import { findOidcSettings } from '../oidc/queries.ts';
import { resolveRootRole } from '../users/checks.ts';
import { deleteUser } from '../users/commands.ts';
import { setActive } from '../users/deactivation.ts';
import { findTakenNames, insertUser, lockNames, lockUser, saveNames } from '../users/queries.ts';
import { type UserRow, userData } from '../users/rules.ts';
import { findGroupResource, findUserResource, saveScimGroup, saveScimUser } from './queries.ts';
import {
  type GroupPlan,
  type GroupResource,
  samePlan,
  type UserPlan,
  type UserResource,
} from './rules.ts';

export const deleteScimUser = deleteUser;
export const deleteScimGroup = deleteGroup;

export async function createScimUser(
  tx: Tx,
  caller: Caller,
  plan: UserPlan,
  configuredRole: string | undefined,
): Promise<UserResource> {
  await assertFree(tx, plan, 0);
  const user = await insertUser(tx, {
    username: plan.userName,
    email: plan.email,
    name: plan.name,
    accountType: 'User',
    rootRole: await findDefaultRole(tx, configuredRole),
    passwordHash: null,
    mustChangePassword: false,
  });
  await saveScimUser(tx, user.id, plan, { created: true });
  recordEvent(tx, caller, { type: 'user-created', data: userData(user) });
  if (!plan.active) await setActive(tx, caller, user, false);
  return existingUser(tx, user.id);
}

/** The role of users whom OpenID Connect creates. */
async function findDefaultRole(tx: Tx, configured: string | undefined): Promise<number> {
  const { values } = await findOidcSettings(tx);
  const stored = values?.defaultRootRoleId ?? values?.defaultRootRole ?? 'Viewer';
  return resolveRootRole(tx, configured ?? stored);
}

/** `change` returns the plan, or undefined if the version is not that of the client. */
export async function changeScimUser(
  tx: Tx,
  caller: Caller,
  id: number,
  change: (user: UserResource) => UserPlan | undefined,
): Promise<UserResource> {
  // Before the row: the order in which all transactions take both locks.
  await lockNames(tx);
  const stored = await lockUser(tx, id, 'User');
  if (!stored) throw notFound('User', id);
  const before = await existingUser(tx, id);
  const after = planOf(change(before));
  if (samePlan(after, before)) return before;
  await assertFree(tx, after, id);
  // A user without a username is shown with its e-mail.
  const username = after.userName === before.userName ? stored.username : after.userName;
  const user = { ...stored, username, email: after.email, name: after.name };
  await saveNames(tx, user);
  await saveScimUser(tx, id, after, { created: false });
  if (JSON.stringify(userData(user)) !== JSON.stringify(userData(stored))) {
    const [data, preData] = [userData(user), userData(stored)];
    recordEvent(tx, caller, { type: 'user-updated', data, preData });
  } else if (after.active === before.active) {
    recordProfile(tx, caller, { user, before, after });
  }
  if (after.active !== before.active) await setActive(tx, caller, user, after.active);
  return existingUser(tx, id);
}

/** Attributes that only SCIM knows. */
function recordProfile(
  tx: Tx,
  caller: Caller,
  { user, before, after }: { user: UserRow; before: UserPlan; after: UserPlan },
): void {
  const dataOf = ({ externalId, givenName, familyName }: UserPlan) => ({
    ...userData(user),
    externalId,
    givenName,
    familyName,
  });
  recordEvent(tx, caller, { type: 'user-updated', data: dataOf(after), preData: dataOf(before) });
}

export async function createScimGroup(
  tx: Tx,
  caller: Caller,
  { displayName, externalId, members }: GroupPlan,
): Promise<GroupResource> {
  const users = members.map((id) => ({ user: { id } }));
  const { id } = await createGroup(tx, caller, { name: displayName, users });
  await saveScimGroup(tx, id, externalId);
  return existingGroup(tx, id);
}

/** As for users. */
export async function changeScimGroup(
  tx: Tx,
  caller: Caller,
  id: number,
  change: (group: GroupResource) => GroupPlan | undefined,
): Promise<GroupResource> {
  await lockGroup(tx, id);
  const before = await existingGroup(tx, id);
  const after = planOf(change(before));
  const { displayName, externalId } = before;
  const members = before.members.map((member) => member.id);
  if (samePlan(after, { displayName, externalId, members })) return before;
  if (after.displayName !== displayName) {
    await updateGroup(tx, caller, id, { name: after.displayName });
  }
  await setMembers(tx, caller, { id, name: after.displayName, before: members }, after.members);
  await saveScimGroup(tx, id, after.externalId);
  return existingGroup(tx, id);
}

function planOf<T>(plan: T | undefined): T {
  if (plan === undefined) throw preconditionFailed('The resource has another version meanwhile.');
  return plan;
}

async function assertFree(tx: Tx, { userName, email }: UserPlan, ownId: number): Promise<void> {
  await lockNames(tx);
  const taken = await findTakenNames(tx, { username: userName, email }, ownId);
  if (taken.username) throw nameExists(`The userName "${userName}" already exists.`);
  if (taken.email) throw nameExists(`The e-mail "${email}" already exists.`);
}

async function existingUser(tx: Tx, id: number): Promise<UserResource> {
  const user = await findUserResource(tx, id);
  if (!user) throw notFound('User', id);
  return user;
}

async function existingGroup(tx: Tx, id: number): Promise<GroupResource> {
  const group = await findGroupResource(tx, id);
  if (!group) throw notFound('Group', id);
  return group;
}
