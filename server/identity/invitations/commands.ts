import { recordEvent } from '../../events/record.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { found } from '../../platform/errors.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { resolveRootRole } from '../users/checks.ts';
import { createUser } from '../users/commands.ts';
import { assertStrongPassword } from '../users/rules.ts';
import type { User } from '../users/schema.ts';
import { closedInvitation, findOneInvitation } from './find.ts';
import {
  type InvitationKey,
  insertInvitation,
  insertInvitedUser,
  lockInvitation,
  lockOpenInvitation,
  saveInvitation,
} from './queries.ts';
import { assertMayBeGiven, invitationData, planEnd, planName } from './rules.ts';
import type { Invitation, InvitationPatch, InvitedUser, NewInvitation } from './schema.ts';

/** The only response with the secret. */
export async function createInvitation(
  tx: Tx,
  caller: Caller,
  input: NewInvitation,
  { baseUrl, now }: { baseUrl: string; now: number },
): Promise<Invitation> {
  const plan = { name: planName(input), expiresAt: planEnd(input.expiresAt, now) };
  const roleId = await resolveRootRole(tx, input.rootRole ?? 'Viewer');
  assertMayBeGiven(roleId);
  const secret = randomSecret();
  const id = await insertInvitation(tx, { ...plan, roleId, createdBy: caller.name, secret });
  const row = found(await lockInvitation(tx, { id }), 'Invitation');
  recordEvent(tx, caller, { type: 'public-signup-token-created', data: invitationData(row) });
  const invitation = await findOneInvitation(tx, { id });
  return { ...invitation, secret, url: `${baseUrl}/new-user?invite=${secret}` };
}

export async function updateInvitation(
  tx: Tx,
  caller: Caller,
  key: InvitationKey,
  { expiresAt, enabled, now }: InvitationPatch & { now: number },
): Promise<Invitation> {
  const before = found(await lockInvitation(tx, key), 'Invitation');
  const after = {
    ...before,
    enabled: enabled ?? before.enabled,
    expiresAt: expiresAt === undefined ? before.expiresAt : planEnd(expiresAt, now),
  };
  if (after.enabled !== before.enabled || after.expiresAt !== before.expiresAt) {
    await saveInvitation(tx, after);
    recordEvent(tx, caller, {
      type: 'public-signup-token-updated',
      data: invitationData(after),
      preData: invitationData(before),
    });
  }
  return findOneInvitation(tx, { id: before.id });
}

export async function joinByInvitation(
  tx: Tx,
  secret: string,
  { password, ...names }: InvitedUser,
): Promise<User> {
  const invitation = await lockOpenInvitation(tx, secret);
  if (!invitation) throw closedInvitation();
  assertStrongPassword(password);
  const rootRole = invitation.roleId;
  const user = await createUser(tx, systemCaller, { ...names, password, rootRole });
  await insertInvitedUser(tx, invitation.id, user.id);
  recordEvent(tx, systemCaller, {
    type: 'public-signup-token-user-added',
    data: { id: invitation.id, name: invitation.name, userId: user.id },
  });
  return user;
}
