import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';

export type InactiveUser = {
  id: number;
  name: string | null;
  username: string | null;
  email: string | null;
  createdAt: string;
  seenAt: string | null;
  patSeenAt: string | null;
};

/**
 * Users who for this many days existed, did not log in and used no personal token. Service accounts
 * do not log in.
 */
export async function listInactiveUsers(db: Db, days: number): Promise<InactiveUser[]> {
  const { rows } = await sql<InactiveUser>`
    select users.id, users.name, users.username, users.email, users.created_at as "createdAt",
      users.seen_at as "seenAt", max(personal_tokens.seen_at) as "patSeenAt"
    from users left join personal_tokens on personal_tokens.user_id = users.id
    where users.account_type = 'User' and users.deleted_at is null
    group by users.id
    having greatest(users.created_at, users.seen_at, max(personal_tokens.seen_at))
      < now() - make_interval(days => ${days})
    order by users.created_at, users.id`.execute(db);
  return rows;
}

/** Ordered by id. Until the transaction ends, none of these users can log in or be changed. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}
