import { recordEvent } from '../../events/record.ts';
import { clearAttempts } from '../../platform/attempts/limits.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { found, notFound } from '../../platform/errors.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { assertSecondFactor } from '../second-factors/codes.ts';
import { lockUser, replacePasswordHash, setSeen } from '../users/queries.ts';
import { userData, viewUser } from '../users/rules.ts';
import { type PasswordCheck, wrongCredentials } from './credentials.ts';
import {
  type Device,
  deleteSessionOfUser,
  deleteSessionsOfUser,
  insertSession,
  type NewSession,
} from './queries.ts';
import { loginsOf } from './rules.ts';

type LoginOptions = {
  hours: number;
  device: Device;
  code: string | undefined;
  encryption: Encryption | undefined;
  secondFactorRequired: boolean;
};

/** Fails if the user or the password changed since the check: no session survives such a change. */
export async function openSession(tx: Tx, check: PasswordCheck, options: LoginOptions) {
  const { userId } = check;
  const { hours, device, code, encryption, secondFactorRequired: required } = options;
  const user = await lockUser(tx, userId, 'User');
  if (user?.passwordHash !== check.passwordHash || user.deactivatedAt) throw wrongCredentials();
  await assertSecondFactor(tx, { userId, code, encryption, required, now: Date.now() });
  if (check.newHash !== undefined) await replacePasswordHash(tx, userId, check.newHash);
  await clearAttempts(tx, loginsOf(userId));
  const { secret, seenAt } = await startSession(tx, { userId, hours, device, oidc: false });
  const { mustChangePassword } = user;
  return { secret, user: { ...viewUser({ ...user, seenAt }), mustChangePassword } };
}

/** The transaction must have locked the user and verified who it is. */
export async function startSession(
  tx: Tx,
  session: Omit<NewSession, 'secret'>,
): Promise<{ secret: string; seenAt: string }> {
  const secret = randomSecret();
  await insertSession(tx, { ...session, secret });
  return { secret, seenAt: await setSeen(tx, session.userId) };
}

/** A session of another user is not found. */
export async function endOwnSession(tx: Tx, caller: Caller, id: number): Promise<void> {
  if (!(await deleteSessionOfUser(tx, caller.id, id))) throw notFound('Session', id);
}

export async function endSessions(tx: Tx, caller: Caller, userId: number): Promise<void> {
  const user = found(await lockUser(tx, userId, 'User'), 'User', userId);
  const sessionsEnded = await deleteSessionsOfUser(tx, userId);
  if (sessionsEnded === 0) return;
  recordEvent(tx, caller, {
    type: 'user-updated',
    data: { ...userData(user), sessionsEnded },
    preData: userData(user),
  });
}
