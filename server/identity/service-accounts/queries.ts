import type { Db } from '../../platform/db/open.ts';
import type { PersonalToken } from '../personal-tokens/schema.ts';
import { accountColumns } from '../users/rules.ts';

/** Ordered by id. */
export async function listServiceAccounts(db: Db) {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('account_type', '=', 'Service Account')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** By account id, oldest first. */
export async function listServiceAccountTokens(db: Db): Promise<Map<number, PersonalToken[]>> {
  const rows = await db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select([
      'personal_tokens.id',
      'personal_tokens.description',
      'personal_tokens.user_id as userId',
      'personal_tokens.expires_at as expiresAt',
      'personal_tokens.created_at as createdAt',
      'personal_tokens.seen_at as seenAt',
    ])
    .where('users.account_type', '=', 'Service Account')
    .orderBy('personal_tokens.id')
    .execute();
  const tokens = new Map<number, PersonalToken[]>();
  for (const row of rows) tokens.set(row.userId, [...(tokens.get(row.userId) ?? []), row]);
  return tokens;
}
