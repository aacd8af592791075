import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, noAccess, notFound, unauthenticated } from '../../platform/errors.ts';
import { insertMail } from '../../platform/mail/queries.ts';
import { createLink } from '../password-links/links.ts';
import { deleteUnusedLinks } from '../password-links/queries.ts';
import { deleteSessionsOfUser } from '../sessions/queries.ts';
import { assertAdminRemains, assertNamesFree, resolveRootRole } from './checks.ts';
import { hashPassword, matchesAny, verifyPassword } from './passwords.ts';
import {
  insertUser,
  listFormerPasswordHashes,
  lockFirstAdmin,
  lockNames,
  lockUser,
  savePassword,
  saveUser,
} from './queries.ts';
import { removeUser } from './removal.ts';
import {
  adminRoleId,
  assertSamePassword,
  assertStrongPassword,
  patchNames,
  planUser,
  type UserRow,
  userData,
  viewUser,
} from './rules.ts';
import type { NewPassword, NewUser, OwnPasswordChange, User, UserPatch } from './schema.ts';

/** The strength of the first password is left to the creator of the user. */
export async function createUser(
  tx: Tx,
  caller: Caller,
  input: NewUser & { mustChangePassword?: boolean },
): Promise<User> {
  const { password, ...names } = planUser(input);
  const rootRole = await resolveRootRole(tx, input.rootRole);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  await assertNamesFree(tx, names);
  const user = await insertUser(tx, {
    ...names,
    accountType: 'User',
    rootRole,
    passwordHash,
    mustChangePassword: input.mustChangePassword ?? false,
  });
  recordEvent(tx, caller, { type: 'user-created', data: userData(user) });
  return viewUser(user);
}

/** A user without a password gets a link to set one: by e-mail, or from the caller. */
export async function createUserWithLink(
  tx: Tx,
  caller: Caller,
  input: NewUser,
  { baseUrl, sendsMail }: { baseUrl: string; sendsMail: boolean },
): Promise<User> {
  const user = await createUser(tx, caller, input);
  if (input.password !== undefined) return { ...user, emailSent: false };
  if (sendsMail && input.sendEmail !== false && user.email !== undefined) {
    await insertMail(tx, { template: 'first-password', recipient: user.email });
    return { ...user, emailSent: true };
  }
  const source = { createdBy: caller.name };
  const link = { userId: user.id, source, purpose: 'first-password' as const };
  return { ...user, emailSent: false, inviteLink: await createLink(tx, link, baseUrl) };
}

/** Returns false if there is or was an Admin. */
export async function ensureFirstAdmin(
  tx: Tx,
  caller: Caller,
  admin: { username: string; password: string; mustChangePassword: boolean },
): Promise<boolean> {
  if (await lockFirstAdmin(tx)) return false;
  await createUser(tx, caller, { ...admin, rootRole: adminRoleId });
  return true;
}

export async function updateUser(tx: Tx, caller: Caller, id: number, patch: UserPatch) {
  // Before the row: the order in which all transactions take both locks.
  if (patch.email !== undefined) await lockNames(tx);
  const before = await lockPerson(tx, id);
  const after = {
    ...before,
    ...patchNames(before, patch),
    rootRole:
      patch.rootRole === undefined ? before.rootRole : await resolveRootRole(tx, patch.rootRole),
  };
  if (sameUser(before, after)) return viewUser(before);

  if (after.email !== before.email) {
    await assertNamesFree(tx, { username: null, email: after.email }, id);
  }
  await assertAdminRemains(tx, before, after.rootRole);
  await saveUser(tx, after);
  recordEvent(tx, caller, {
    type: 'user-updated',
    data: userData(after),
    preData: userData(before),
  });
  return viewUser(after);
}

/** Also deletes sessions, tokens, memberships and roles, effective on the next request. */
export async function deleteUser(tx: Tx, caller: Caller, id: number): Promise<void> {
  if (caller.id === id) throw badData('You cannot delete yourself. Another Admin can.');
  const user = await lockPerson(tx, id);
  await assertAdminRemains(tx, user);
  await removeUser(tx, caller, id);
  recordEvent(tx, caller, { type: 'user-deleted', preData: userData(user) });
}

/** Ends all sessions, because the old password may have been compromised. */
export async function setPassword(tx: Tx, caller: Caller, id: number, input: NewPassword) {
  assertSamePassword(input.password, input.confirmPassword);
  assertStrongPassword(input.password);
  const hash = await hashPassword(input.password);
  const user = await lockPerson(tx, id);
  await savePassword(tx, id, {
    hash,
    formerHash: user.passwordHash,
    mustChange: user.mustChangePassword,
  });
  await deleteUnusedLinks(tx, id);
  await deleteSessionsOfUser(tx, id);
  recordPasswordChange(tx, caller, user);
}

/** Ends all sessions except the one of `sessionSecret`. */
export async function changeOwnPassword(
  tx: Tx,
  caller: Caller,
  input: OwnPasswordChange,
  sessionSecret?: string,
): Promise<void> {
  if (caller.kind !== 'user') throw noAccess('Only users have a password.');
  assertSamePassword(input.password, input.confirmPassword);
  assertStrongPassword(input.password);
  const user = await lockPerson(tx, caller.id);
  if (user.passwordHash === null) throw badData('You have no password yet. An Admin can set one.');
  if (!(await verifyPassword(user.passwordHash, input.oldPassword))) {
    throw unauthenticated('The old password is wrong.');
  }
  await choosePassword(tx, caller, user, { password: input.password, sessionSecret });
}

/** Users cannot choose one of their last passwords again; all other sessions end. */
export async function choosePassword(
  tx: Tx,
  caller: Caller,
  user: UserRow & { passwordHash: string | null },
  { password, sessionSecret }: { password: string; sessionSecret?: string | undefined },
): Promise<void> {
  assertStrongPassword(password);
  const former = await listFormerPasswordHashes(tx, user.id);
  const used = [user.passwordHash, ...former].filter((hash) => hash !== null);
  if (await matchesAny(used, password)) {
    throw badData('The last five passwords cannot be used again.', '/body/password');
  }
  await savePassword(tx, user.id, {
    hash: await hashPassword(password),
    formerHash: user.passwordHash,
    mustChange: false,
  });
  await deleteUnusedLinks(tx, user.id);
  await deleteSessionsOfUser(tx, user.id, sessionSecret);
  recordPasswordChange(tx, caller, user);
}

async function lockPerson(tx: Tx, id: number) {
  const user = await lockUser(tx, id, 'User');
  if (!user) throw notFound('User', id);
  return user;
}

const sameUser = (one: UserRow, other: UserRow) =>
  one.name === other.name && one.email === other.email && one.rootRole === other.rootRole;

/** The event records only that the password changed. */
function recordPasswordChange(tx: Tx, caller: Caller, user: UserRow): void {
  recordEvent(tx, caller, {
    type: 'user-updated',
    data: { ...userData(user), passwordChanged: true },
    preData: userData(user),
  });
}
