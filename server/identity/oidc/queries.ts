import type { Db, Tx } from '../../platform/db/open.ts';
import type { OidcValues } from './schema.ts';

/** The identity of a user at a provider. */
export type Account = { issuer: string; clientId: string; subject: string };

export type StoredSettings = { values: OidcValues | null; encryptedSecret: string | null };

export async function findOidcSettings(db: Db): Promise<StoredSettings> {
  return selectSettings(db).executeTakeFirstOrThrow() as Promise<StoredSettings>;
}

/** Until the transaction ends, no other one can change the settings. */
export async function lockOidcSettings(tx: Tx): Promise<StoredSettings> {
  return selectSettings(tx).forUpdate().executeTakeFirstOrThrow() as Promise<StoredSettings>;
}

export async function saveOidcSettings(
  tx: Tx,
  { values, encryptedSecret }: StoredSettings,
): Promise<void> {
  await tx
    .updateTable('sign_in_settings')
    .set({ oidc: JSON.stringify(values), oidc_secret: encryptedSecret })
    .execute();
}

export async function findUserIdByAccount(db: Db, account: Account): Promise<number | undefined> {
  const row = await db
    .selectFrom('oidc_accounts')
    .select('user_id as userId')
    .where('issuer', '=', account.issuer)
    .where('client_id', '=', account.clientId)
    .where('subject', '=', account.subject)
    .executeTakeFirst();
  return row?.userId;
}

export async function findAccountOf(db: Db, userId: number): Promise<Account | undefined> {
  return db
    .selectFrom('oidc_accounts')
    .select(['issuer', 'client_id as clientId', 'subject'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Replaces the account that the user had at another provider. */
export async function saveAccount(tx: Tx, userId: number, account: Account): Promise<void> {
  const columns = {
    issuer: account.issuer,
    client_id: account.clientId,
    subject: account.subject,
  };
  await tx
    .insertInto('oidc_accounts')
    .values({ user_id: userId, ...columns })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(columns))
    .execute();
}

export async function deleteAccountOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('oidc_accounts').where('user_id', '=', userId).execute();
}

const selectSettings = (db: Db) =>
  db.selectFrom('sign_in_settings').select(['oidc as values', 'oidc_secret as encryptedSecret']);
