import { limitAttempts } from '../../platform/attempts/limits.ts';
import type { Db } from '../../platform/db/open.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { hashPassword, isImported, verifyPassword } from '../users/passwords.ts';
import { findUserToLogIn } from '../users/queries.ts';
import { loginsOf } from './rules.ts';
import type { Login } from './schema.ts';

/** A successful password check, with the hash that the password was compared with. */
export type PasswordCheck = {
  userId: number;
  passwordHash: string;
  /** Replaces the hash of an imported user. */
  newHash?: string;
};

/**
 * Runs outside a transaction, because the slow hash must not hold locks. Unknown users are counted
 * and take the same time as known ones.
 */
export async function checkPassword(
  db: Db,
  { username, password }: Pick<Login, 'username' | 'password'>,
  failuresMax: number,
): Promise<PasswordCheck> {
  const user = await findUserToLogIn(db, username);
  await limitAttempts(db, { ...loginsOf(user?.id ?? username), max: failuresMax });
  const passwordHash = user?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  if (!matches || !user || passwordHash === null) throw wrongCredentials();
  const check = { userId: user.id, passwordHash };
  return isImported(passwordHash) ? { ...check, newHash: await hashPassword(password) } : check;
}

export const wrongCredentials = () => unauthenticated('The username or the password is wrong.');
