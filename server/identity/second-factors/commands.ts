import { randomBytes } from 'node:crypto';
import { recordEvent } from '../../events/record.ts';
import { clearAttempts } from '../../platform/attempts/limits.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { conflict, found } from '../../platform/errors.ts';
import { findCaller } from '../access/queries.ts';
import { type PasswordCheck, wrongCredentials } from '../sessions/credentials.ts';
import { loginsOf } from '../sessions/rules.ts';
import { lockUser } from '../users/queries.ts';
import { displayNameOf, type UserRow, userData } from '../users/rules.ts';
import { acceptCode, type CodeCheck } from './codes.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  saveSecondFactor,
  setConfirmed,
} from './queries.ts';
import { alreadySetUp, base32, plainCode, recoveryCodeOf, uriOf } from './rules.ts';
import type { SecondFactor } from './schema.ts';

const secretBytes = 20;
/** 80 bits, so that a fast hash is enough. */
const recoveryCodeBytes = 10;
const recoveryCodesCount = 10;

/** Not effective until it is confirmed with a code. */
export async function startSecondFactor(
  tx: Tx,
  check: PasswordCheck,
  encryption: Encryption | undefined,
): Promise<{ secret: string; uri: string }> {
  if (!encryption) {
    throw conflict('A second factor needs an encryption key: set ENCRYPTION_KEY.');
  }
  const user = await lockChecked(tx, check);
  if ((await findSecondFactor(tx, user.id))?.confirmed) throw alreadySetUp();
  const bytes = randomBytes(secretBytes);
  await saveSecondFactor(tx, user.id, encryption.encrypt(bytes.toString('base64')));
  const secret = base32(bytes);
  return { secret, uri: uriOf(secret, user.email ?? displayNameOf(user)) };
}

export async function confirmSecondFactor(
  tx: Tx,
  check: PasswordCheck,
  code: Omit<CodeCheck, 'userId'>,
): Promise<{ recoveryCodes: string[] }> {
  const user = await lockChecked(tx, check);
  const factor = await findSecondFactor(tx, user.id);
  if (!factor) throw conflict('Start the set-up of the second factor first.');
  if (factor.confirmed) throw alreadySetUp();
  await acceptCode(tx, { ...code, userId: user.id });
  const recoveryCodes = Array.from({ length: recoveryCodesCount }, () =>
    recoveryCodeOf(randomBytes(recoveryCodeBytes)),
  );
  await setConfirmed(tx, user.id, recoveryCodes.map(plainCode));
  await clearAttempts(tx, loginsOf(user.id));
  recordChange(tx, found(await findCaller(tx, user.id), 'User'), { user, secondFactor: true });
  return { recoveryCodes };
}

/** The password alone is not enough: it may be known to others. */
export async function removeOwnSecondFactor(
  tx: Tx,
  check: PasswordCheck,
  code: Omit<CodeCheck, 'userId'>,
): Promise<void> {
  const user = await lockChecked(tx, check);
  if (!(await findSecondFactor(tx, user.id))?.confirmed) {
    throw conflict('The account has no second factor.');
  }
  await acceptCode(tx, { ...code, userId: user.id });
  await deleteSecondFactor(tx, user.id);
  await clearAttempts(tx, loginsOf(user.id));
  recordChange(tx, found(await findCaller(tx, user.id), 'User'), { user, secondFactor: false });
}

/** For users who lost their device and their recovery codes. */
export async function removeSecondFactor(tx: Tx, caller: Caller, userId: number): Promise<void> {
  const user = found(await lockUser(tx, userId, 'User'), 'User', userId);
  const before = await findSecondFactor(tx, userId);
  await deleteSecondFactor(tx, userId);
  if (before?.confirmed) recordChange(tx, caller, { user, secondFactor: false });
}

export async function viewSecondFactor(
  db: Db,
  userId: number,
  required: boolean,
): Promise<SecondFactor> {
  const enabled = (await findSecondFactor(db, userId))?.confirmed ?? false;
  return { enabled, required, recoveryCodes: await countRecoveryCodes(db, userId) };
}

/** Fails if the password changed since the check. */
async function lockChecked(tx: Tx, { userId, passwordHash }: PasswordCheck) {
  const user = await lockUser(tx, userId, 'User');
  if (user?.passwordHash !== passwordHash) throw wrongCredentials();
  return user;
}

function recordChange(
  tx: Tx,
  caller: Caller,
  { user, secondFactor }: { user: UserRow; secondFactor: boolean },
): void {
  recordEvent(tx, caller, {
    type: 'user-updated',
    data: { ...userData(user), secondFactor },
    preData: { ...userData(user), secondFactor: !secondFactor },
  });
}
