import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { findOwner } from '../access/queries.ts';
import type { PersonalTokenPlan } from './rules.ts';

/** Undefined if the token has expired or its owner is deleted. */
export async function findPersonalTokenOwner(db: Db, secretHash: string) {
  return findOwner<{ tokenId: number; seenAt: string | null; expiresAt: string | null }>(
    db,
    sql`select user_id as "userId", id as "tokenId", seen_at as "seenAt", expires_at as "expiresAt"
      from personal_tokens
      where secret_hash = ${secretHash} and (expires_at is null or expires_at > now())`,
  );
}

export async function setPersonalTokenSeen(db: Db, id: number): Promise<void> {
  await db
    .updateTable('personal_tokens')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Oldest first. */
export async function listPersonalTokens(db: Db, userId: number) {
  return selectPersonalTokens(db).where('user_id', '=', userId).orderBy('id').execute();
}

/** False for a deleted or deactivated user. Serializes the creation of tokens for a user. */
export async function lockTokenOwner(tx: Tx, userId: number): Promise<boolean> {
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return owner !== undefined;
}

export async function countPersonalTokens(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('personal_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined if the user already has a token with this description. */
export async function insertPersonalToken(
  tx: Tx,
  userId: number,
  token: PersonalTokenPlan & { secretHash: string },
) {
  const inserted = await tx
    .insertInto('personal_tokens')
    .values({
      user_id: userId,
      description: token.description,
      secret_hash: token.secretHash,
      expires_at: token.expiresAt,
    })
    .onConflict((clash) => clash.columns(['user_id', 'description']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return (
    inserted && selectPersonalTokens(tx).where('id', '=', inserted.id).executeTakeFirstOrThrow()
  );
}

/** Undefined if the user has no such token. */
export async function deletePersonalToken(tx: Tx, userId: number, id: number) {
  return tx
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteTokensOfUser(tx: Tx, userId: number) {
  const tokens = await tx
    .deleteFrom('personal_tokens')
    .where('user_id', '=', userId)
    .returning(columns)
    .execute();
  return tokens.sort((one, other) => one.id - other.id);
}

const columns = [
  'id',
  'description',
  'user_id as userId',
  'expires_at as expiresAt',
  'created_at as createdAt',
  'seen_at as seenAt',
] as const;

const selectPersonalTokens = (db: Db) => db.selectFrom('personal_tokens').select(columns);
