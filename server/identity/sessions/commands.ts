import type { Db, Tx } from '../../platform/db/open.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { verifyPassword } from '../users/passwords.ts';
import { findUserToLogIn, lockUser, setSeen } from '../users/queries.ts';
import { viewUser } from '../users/rules.ts';
import { insertSession } from './queries.ts';
import type { Login } from './schema.ts';

/** A successful password check, with the hash that the password was compared with. */
export type PasswordCheck = { userId: number; passwordHash: string };

/** Runs outside a transaction, because the slow hash must not hold locks. */
export async function checkPassword(db: Db, { username, password }: Login): Promise<PasswordCheck> {
  const user = await findUserToLogIn(db, username);
  const passwordHash = user?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  if (!matches || !user || passwordHash === null) throw wrongCredentials();
  return { userId: user.id, passwordHash };
}

/** Fails if the user or the password changed since the check: no session survives such a change. */
export async function openSession(tx: Tx, { userId, passwordHash }: PasswordCheck, hours: number) {
  const user = await lockUser(tx, userId, 'User');
  if (user?.passwordHash !== passwordHash || user.deactivatedAt) throw wrongCredentials();
  const { secret, seenAt } = await startSession(tx, { userId, hours, oidc: false });
  const { mustChangePassword } = user;
  return { secret, user: { ...viewUser({ ...user, seenAt }), mustChangePassword } };
}

/** The transaction must have locked the user and verified who it is. */
export async function startSession(
  tx: Tx,
  { userId, hours, oidc }: { userId: number; hours: number; oidc: boolean },
): Promise<{ secret: string; seenAt: string }> {
  const secret = randomSecret();
  await insertSession(tx, { userId, secret, hours, oidc });
  return { secret, seenAt: await setSeen(tx, userId) };
}

const wrongCredentials = () => unauthenticated('The username or the password is wrong.');
