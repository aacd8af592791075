import { clearAttempts } from '../../platform/attempts/limits.ts';
import type { Tx } from '../../platform/db/open.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { lockUser, setSeen } from '../users/queries.ts';
import { viewUser } from '../users/rules.ts';
import { type PasswordCheck, wrongCredentials } from './credentials.ts';
import { insertSession } from './queries.ts';
import { loginsOf } from './rules.ts';

/** Fails if the user or the password changed since the check: no session survives such a change. */
export async function openSession(tx: Tx, { userId, passwordHash }: PasswordCheck, hours: number) {
  const user = await lockUser(tx, userId, 'User');
  if (user?.passwordHash !== passwordHash) throw wrongCredentials();
  const secret = randomSecret();
  await insertSession(tx, { userId, secret, hours });
  await clearAttempts(tx, loginsOf(userId));
  const seenAt = await setSeen(tx, userId);
  const { mustChangePassword } = user;
  return { secret, user: { ...viewUser({ ...user, seenAt }), mustChangePassword } };
}
