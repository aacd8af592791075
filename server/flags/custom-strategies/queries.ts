import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { TypeData } from './rules.ts';

/** Built-in types first. */
export async function listTypes(db: Db): Promise<TypeData[]> {
  return selectTypes(db).orderBy('sort_order').orderBy('name').execute();
}

export async function findType(db: Db, name: string): Promise<TypeData | undefined> {
  return selectTypes(db).where('name', '=', name).executeTakeFirst();
}

export async function lockType(tx: Tx, name: string): Promise<TypeData | undefined> {
  return selectTypes(tx).where('name', '=', name).forUpdate().executeTakeFirst();
}

/** At most ten, including archived flags. */
export async function listFlagsUsing(tx: Tx, name: string): Promise<string[]> {
  const flags = await tx
    .selectFrom('strategies')
    .select('flag')
    .distinct()
    .where('name', '=', name)
    .orderBy('flag')
    .limit(10)
    .execute();
  return flags.map(({ flag }) => flag);
}

/** False when the name is taken. */
export async function insertType(tx: Tx, data: TypeData): Promise<boolean> {
  const { name, editable } = data;
  const inserted = await tx
    .insertInto('strategy_types')
    .values({ name, editable, ...columnsOf(data) })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function saveType(tx: Tx, data: TypeData): Promise<void> {
  await tx
    .updateTable('strategy_types')
    .set(columnsOf(data))
    .where('name', '=', data.name)
    .execute();
}

export async function deleteTypeRow(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('strategy_types').where('name', '=', name).execute();
}

const columnsOf = ({ title, description, deprecated, parameters }: TypeData) => ({
  title,
  description,
  deprecated,
  parameters: JSON.stringify(parameters),
});

const selectTypes = (db: Db) =>
  db
    .selectFrom('strategy_types')
    .select(['name', 'title', 'description', 'editable', 'deprecated'])
    .select(sql<TypeData['parameters']>`parameters`.as('parameters'));
