import type { Db, Tx } from '../../platform/db/open.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { verifyPassword } from '../users/passwords.ts';
import { findUserToLogIn, lockUser, setSeen } from '../users/queries.ts';
import { viewUser } from '../users/rules.ts';
import { insertSession } from './queries.ts';
import type { Login } from './schema.ts';

/** A password that was right a moment ago, by the hash it was compared with. */
export type Proof = { userId: number; passwordHash: string };

/** Runs outside a transaction: the comparison is slow on purpose and must hold no lock. */
export async function checkPassword(db: Db, { username, password }: Login): Promise<Proof> {
  const user = await findUserToLogIn(db, username);
  const passwordHash = user?.passwordHash ?? null;
  const right = await verifyPassword(passwordHash, password);
  if (!right || !user || passwordHash === null) throw wrongPair();
  return { userId: user.id, passwordHash };
}

/** Fails when the user or the password changed since the proof: no session outlives a password. */
export async function openSession(tx: Tx, { userId, passwordHash }: Proof, hours: number) {
  const user = await lockUser(tx, userId, 'User');
  if (user?.passwordHash !== passwordHash) throw wrongPair();
  const secret = randomSecret();
  await insertSession(tx, { userId, secret, hours });
  const seenAt = await setSeen(tx, userId);
  const { mustChangePassword } = user;
  return { secret, user: { ...viewUser({ ...user, seenAt }), mustChangePassword } };
}

const wrongPair = () => unauthenticated('The username or the password is wrong.');
