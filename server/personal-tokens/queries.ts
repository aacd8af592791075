import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Whose token this is, when it has not expired and its owner is not deleted. */
export async function findPersonalTokenOwner(db: Db, secretHash: string) {
  return db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select([
      'personal_tokens.id',
      'personal_tokens.user_id as userId',
      'personal_tokens.seen_at as seenAt',
    ])
    .where('personal_tokens.secret_hash', '=', secretHash)
    .where(sql<boolean>`(personal_tokens.expires_at is null or personal_tokens.expires_at > now())`)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Remembers that the token was used just now. */
export async function touchPersonalToken(db: Db, id: number): Promise<void> {
  await db
    .updateTable('personal_tokens')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}
