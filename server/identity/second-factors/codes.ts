import type { Tx } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { unavailable } from '../../platform/errors.ts';
import { deleteRecoveryCode, findSecondFactor, setLastStep } from './queries.ts';
import { codeRequired, isAppCode, plainCode, setUpRequired, stepOf, wrongCode } from './rules.ts';

export type CodeCheck = {
  userId: number;
  code: string | undefined;
  encryption: Encryption | undefined;
  now: number;
};

/** A login of a user without a second factor passes, unless the server requires one. */
export async function assertSecondFactor(
  tx: Tx,
  { required, ...check }: CodeCheck & { required: boolean },
): Promise<void> {
  const factor = await findSecondFactor(tx, check.userId);
  if (factor?.confirmed) return acceptCode(tx, check);
  if (required) throw setUpRequired();
}

/** Accepts each code once; the user must be locked. */
export async function acceptCode(
  tx: Tx,
  { userId, code, encryption, now }: CodeCheck,
): Promise<void> {
  if (code === undefined) throw codeRequired();
  const factor = await findSecondFactor(tx, userId);
  const plain = plainCode(code);
  if (!factor) throw wrongCode();
  if (!isAppCode(plain)) {
    if (await deleteRecoveryCode(tx, userId, plain)) return;
    throw wrongCode();
  }
  const step = stepOf(decrypted(factor.secret, encryption), plain, now);
  if (step === undefined || step <= factor.lastStep) throw wrongCode();
  await setLastStep(tx, userId, step);
}

function decrypted(secret: string, encryption: Encryption | undefined): Buffer {
  try {
    if (encryption) return Buffer.from(encryption.decrypt(secret), 'base64');
  } catch {
    // Also a text that was changed in the database.
  }
  throw unavailable('Codes cannot be checked: ENCRYPTION_KEY is missing. Use a recovery code.');
}
