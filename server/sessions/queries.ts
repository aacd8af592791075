import { sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { findCaller } from '../access/queries.ts';
import type { Db } from '../db/open.ts';
import { hashSecret } from '../tokens/secret.ts';

/** Who is logged in with this cookie, or undefined once the session has ended. */
export async function findCallerBySession(db: Db, secret: string): Promise<Caller | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('secret_hash', '=', hashSecret(secret))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return session && findCaller(db, session.user_id);
}
