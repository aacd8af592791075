import type { Db, Tx } from '../../platform/db/open.ts';

export type Settings = {
  instanceId: string;
  maintenance: boolean;
  /** Null means those of the environment variable. */
  frontendOrigins: readonly string[] | null;
};

export async function findSettings(db: Db): Promise<Settings> {
  return selectSettings(db).executeTakeFirstOrThrow();
}

/** Until the transaction ends, no other one can change the settings. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  return selectSettings(tx).forUpdate().executeTakeFirstOrThrow();
}

export async function saveMaintenance(tx: Tx, maintenance: boolean): Promise<void> {
  await tx.updateTable('installation_settings').set({ maintenance }).execute();
}

export async function saveFrontendOrigins(tx: Tx, origins: readonly string[]): Promise<void> {
  await tx
    .updateTable('installation_settings')
    .set({ frontend_origins: [...origins] })
    .execute();
}

const selectSettings = (db: Db) =>
  db
    .selectFrom('installation_settings')
    .select(['instance_id as instanceId', 'maintenance', 'frontend_origins as frontendOrigins']);
