import type { Db, Tx } from '../../platform/db/open.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { hashPassword, isImported, verifyPassword } from '../users/passwords.ts';
import { findUserToLogIn, lockUser, replacePasswordHash, setSeen } from '../users/queries.ts';
import { viewUser } from '../users/rules.ts';
import { insertSession } from './queries.ts';
import type { Login } from './schema.ts';

/** A successful password check, with the hash that the password was compared with. */
export type PasswordCheck = {
  userId: number;
  passwordHash: string;
  /** Replaces the hash of an imported user. */
  newHash?: string;
};

/** Runs outside a transaction, because the slow hash must not hold locks. */
export async function checkPassword(db: Db, { username, password }: Login): Promise<PasswordCheck> {
  const user = await findUserToLogIn(db, username);
  const passwordHash = user?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  if (!matches || !user || passwordHash === null) throw wrongCredentials();
  const check = { userId: user.id, passwordHash };
  return isImported(passwordHash) ? { ...check, newHash: await hashPassword(password) } : check;
}

/** Fails if the user or the password changed since the check: no session survives such a change. */
export async function openSession(tx: Tx, check: PasswordCheck, hours: number) {
  const { userId, passwordHash, newHash } = check;
  const user = await lockUser(tx, userId, 'User');
  if (user?.passwordHash !== passwordHash) throw wrongCredentials();
  if (newHash !== undefined) await replacePasswordHash(tx, userId, newHash);
  const secret = randomSecret();
  await insertSession(tx, { userId, secret, hours });
  const seenAt = await setSeen(tx, userId);
  const { mustChangePassword } = user;
  return { secret, user: { ...viewUser({ ...user, seenAt }), mustChangePassword } };
}

const wrongCredentials = () => unauthenticated('The username or the password is wrong.');
