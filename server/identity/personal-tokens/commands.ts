import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { alreadyExists, noAccess, notFound } from '../../platform/errors.ts';
import { hashSecret, randomSecret } from '../api-tokens/secret.ts';
import {
  countPersonalTokens,
  deletePersonalToken,
  deleteTokensOfUser,
  insertPersonalToken,
  lockTokenOwner,
} from './queries.ts';
import {
  assertExpiresFirst,
  assertTokenLimit,
  personalTokenData,
  planPersonalToken,
} from './rules.ts';
import type { NewServiceAccountToken, PersonalToken } from './schema.ts';

/** The secret is returned only here. */
export async function createOwnToken(tx: Tx, caller: Caller, input: NewServiceAccountToken) {
  await assertMayCreateToken(tx, caller, input);
  return createTokenFor(tx, caller, caller.id, input);
}

/** Locks the caller, whose tokens are counted. */
export async function assertMayCreateToken(
  tx: Tx,
  caller: Caller,
  input: Pick<NewServiceAccountToken, 'expiresAt'>,
): Promise<void> {
  assertHasTokens(caller);
  assertExpiresFirst(caller, input);
  if (!(await lockTokenOwner(tx, caller.id))) throw notFound('User', caller.id);
  assertTokenLimit(await countPersonalTokens(tx, caller.id));
}

/** The transaction must have locked the owner. */
export async function createTokenFor(
  tx: Tx,
  caller: Caller,
  userId: number,
  input: NewServiceAccountToken,
): Promise<PersonalToken> {
  const plan = planPersonalToken(input, new Date().toISOString());
  const secret = `user:${randomSecret()}`;
  const token = await insertPersonalToken(tx, userId, { ...plan, secretHash: hashSecret(secret) });
  if (!token) throw alreadyExists('Token', plan.description);
  recordEvent(tx, caller, { type: 'pat-created', data: personalTokenData(token) });
  return { ...token, secret };
}

export async function deleteOwnToken(tx: Tx, caller: Caller, id: number): Promise<void> {
  assertHasTokens(caller);
  await deleteTokenOf(tx, caller, caller.id, id);
}

/** A token of another user is 404. */
export async function deleteTokenOf(tx: Tx, caller: Caller, userId: number, id: number) {
  const token = await deletePersonalToken(tx, userId, id);
  if (!token) throw notFound('Token', id);
  recordEvent(tx, caller, { type: 'pat-deleted', data: personalTokenData(token) });
}

/** For a user who is being deleted; each deletion is recorded. */
export async function deleteAllTokens(tx: Tx, caller: Caller, userId: number): Promise<void> {
  for (const token of await deleteTokensOfUser(tx, userId)) {
    recordEvent(tx, caller, { type: 'pat-deleted', data: personalTokenData(token) });
  }
}

export function assertHasTokens({ kind }: Caller): void {
  if (kind === 'admin-token') throw noAccess('An API token cannot have personal tokens.');
}
