import type { Db, Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/records.ts';
import type { TagType } from './schema.ts';

export async function listTagTypes(db: Db): Promise<TagType[]> {
  return selectTagTypes(db).orderBy('name').execute();
}

export async function findTagType(db: Db, name: string): Promise<TagType | undefined> {
  return selectTagTypes(db).where('name', '=', name).executeTakeFirst();
}

/** Taken to delete a tag or its type; conflicts with `lockUsedTagTypes`. */
export async function lockTagType(tx: Tx, name: string): Promise<TagType | undefined> {
  return selectTagTypes(tx).where('name', '=', name).forUpdate().executeTakeFirst();
}

/** Returns the types that exist. None of their tags can be deleted until the transaction ends. */
export async function lockUsedTagTypes(tx: Tx, names: readonly string[]): Promise<string[]> {
  const found = await tx
    .selectFrom('tag_types')
    .select('name')
    .where('name', '=', oneOf(names))
    .orderBy('name')
    .forShare()
    .execute();
  return found.map(({ name }) => name);
}

/** False when the name is taken. */
export async function insertTagType(tx: Tx, tagType: TagType): Promise<boolean> {
  const inserted = await tx
    .insertInto('tag_types')
    .values(tagType)
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function saveTagType(tx: Tx, { name, ...members }: TagType): Promise<void> {
  await tx.updateTable('tag_types').set(members).where('name', '=', name).execute();
}

export async function deleteTagTypeRow(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('tag_types').where('name', '=', name).execute();
}

const selectTagTypes = (db: Db) =>
  db.selectFrom('tag_types').select(['name', 'description', 'icon', 'color']);
