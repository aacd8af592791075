import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';

export type StoredScimSettings = { enabled: boolean; hasToken: boolean };

export async function findScimSettings(db: Db): Promise<StoredScimSettings> {
  return selectSettings(db).executeTakeFirstOrThrow();
}

/** Until the transaction ends, no other one can change the settings. */
export async function lockScimSettings(tx: Tx): Promise<StoredScimSettings> {
  return selectSettings(tx).forUpdate().executeTakeFirstOrThrow();
}

export async function saveScimEnabled(tx: Tx, enabled: boolean): Promise<void> {
  await tx.updateTable('sign_in_settings').set({ scim_enabled: enabled }).execute();
}

export async function saveScimToken(tx: Tx, tokenHash: string): Promise<void> {
  await tx.updateTable('sign_in_settings').set({ scim_token_hash: tokenHash }).execute();
}

const selectSettings = (db: Db) =>
  db
    .selectFrom('sign_in_settings')
    .select(['scim_enabled as enabled', sql<boolean>`scim_token_hash is not null`.as('hasToken')]);
