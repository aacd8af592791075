import type { Db, Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/records.ts';
import type { FlagType } from './schema.ts';

export async function listFlagTypes(db: Db): Promise<FlagType[]> {
  return selectTypes(db).orderBy('id').execute();
}

export async function flagTypeExists(db: Db, id: string): Promise<boolean> {
  return (await flagTypesAmong(db, [id]).execute()).length > 0;
}

/** A statement that finds the existing types among the ids, for a pipeline. */
export const flagTypesAmong = (db: Db, ids: readonly string[]) =>
  db.selectFrom('flag_types').select('id').where('id', '=', oneOf(ids));

export async function lockFlagType(tx: Tx, id: string): Promise<FlagType | undefined> {
  return selectTypes(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function saveLifetime(tx: Tx, { id, lifetimeDays }: FlagType): Promise<void> {
  await tx
    .updateTable('flag_types')
    .set({ lifetime_days: lifetimeDays })
    .where('id', '=', id)
    .execute();
}

const selectTypes = (db: Db) =>
  db
    .selectFrom('flag_types')
    .select(['id', 'name', 'description', 'lifetime_days as lifetimeDays']);
