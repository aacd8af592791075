import { randomBytes } from 'node:crypto';
import { hashSecret, randomSecret } from '../identity/api-tokens/secret.ts';
import { codeNow } from '../identity/second-factors/rules.ts';
import type { Db } from '../platform/db/open.ts';
import { createEncryption } from '../platform/encryption/encryption.ts';
import { testKey } from './integrations.ts';

/** Returns the secret of a link to set a password. */
export async function aPasswordLink(
  db: Db,
  userId: number,
  input: { expiresAt?: string } = {},
): Promise<string> {
  const secret = randomSecret();
  await db
    .insertInto('password_links')
    .values({
      user_id: userId,
      secret_hash: hashSecret(secret),
      expires_at: input.expiresAt ?? '2100-01-01T00:00:00.000Z',
    })
    .execute();
  return secret;
}

/** Returns the secret. */
export async function anInvitation(
  db: Db,
  input: { expiresAt?: string; enabled?: boolean; rootRole?: number } = {},
): Promise<string> {
  const secret = randomSecret();
  await db
    .insertInto('invitations')
    .values({
      name: 'Team',
      secret_hash: hashSecret(secret),
      root_role_id: input.rootRole ?? 3,
      enabled: input.enabled ?? true,
      created_by: 'root',
      expires_at: input.expiresAt ?? '2100-01-01T00:00:00.000Z',
    })
    .execute();
  return secret;
}

/** `code` returns the code of the current time. */
export async function aSecondFactor(db: Db, userId: number, { confirmed = true } = {}) {
  const secret = randomBytes(20);
  await db
    .insertInto('second_factors')
    .values({
      user_id: userId,
      secret: createEncryption([testKey]).encrypt(secret.toString('base64')),
      confirmed_at: confirmed ? '2020-01-01T00:00:00.000Z' : null,
    })
    .execute();
  return { secret, code: () => codeNow(secret, Date.now()) };
}
