import type { Caller } from '../../platform/caller.ts';
import { badData, noAccess } from '../../platform/errors.ts';
import type { NewServiceAccountToken, PersonalToken } from './schema.ts';

export const tokensPerUserMax = 10;

export type PersonalTokenPlan = { description: string; expiresAt: string | null };

export function planPersonalToken(
  { description, expiresAt = null }: NewServiceAccountToken,
  now: string,
): PersonalTokenPlan {
  const trimmed = description.trim();
  if (trimmed === '') throw badData('"description" is required.', '/body/description');
  if (expiresAt === null) return { description: trimmed, expiresAt };
  if (Date.parse(expiresAt) <= Date.parse(now)) {
    throw badData('"expiresAt" must be in the future.', '/body/expiresAt');
  }
  return { description: trimmed, expiresAt: new Date(expiresAt).toISOString() };
}

/** The new token must not expire after that of the caller: a leaked one could be extended forever. */
export function assertExpiresFirst(
  { tokenExpiresAt }: Caller,
  { expiresAt = null }: Pick<NewServiceAccountToken, 'expiresAt'>,
): void {
  if (tokenExpiresAt === undefined) return;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(tokenExpiresAt)) return;
  throw noAccess('A token cannot create one that expires later than itself. Log in to create it.');
}

export function assertTokenLimit(count: number): void {
  if (count < tokensPerUserMax) return;
  throw noAccess(`A user can have ${tokensPerUserMax} personal tokens. Delete one first.`);
}

/** A token as recorded in events, without the secret. */
export const personalTokenData = ({ id, description, expiresAt, userId }: PersonalToken) => ({
  id,
  description,
  expiresAt,
  userId,
});
