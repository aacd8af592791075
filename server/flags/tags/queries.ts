import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { given, oneOf } from '../../platform/db/records.ts';
import { compareTags, type FlagTag, type TagKey } from './rules.ts';
import type { Tag } from './schema.ts';

/**
 * All tags, those of one type, or one tag; by type and value. A tag that is only used in hidden
 * projects is hidden.
 */
export async function listTags(
  db: Db,
  caller: Caller,
  input: Partial<TagKey> = {},
): Promise<Tag[]> {
  return db
    .selectFrom('tags')
    .innerJoin('tag_types', 'tag_types.name', 'tags.type')
    .select(['tags.type', 'tags.value', 'tag_types.color'])
    .$if(input.type !== undefined, (query) => query.where('tags.type', '=', input.type ?? ''))
    .$if(input.value !== undefined, (query) => query.where('tags.value', '=', input.value ?? ''))
    .$if(caller.restricted, (query) => query.where(isUnusedOrVisible(caller)))
    .orderBy('tags.type')
    .orderBy('tags.value')
    .execute();
}

export async function findTag(db: Db, caller: Caller, tag: TagKey): Promise<Tag | undefined> {
  const [found] = await listTags(db, caller, tag);
  return found;
}

/** By flag, type and value. */
export async function listTagsOfFlags(
  db: Db,
  flags: readonly string[],
): Promise<(Tag & { flag: string })[]> {
  return db
    .selectFrom('flag_tags')
    .innerJoin('tag_types', 'tag_types.name', 'flag_tags.type')
    .select(['flag_tags.flag', 'flag_tags.type', 'flag_tags.value', 'tag_types.color'])
    .where('flag_tags.flag', '=', oneOf(flags))
    .orderBy('flag_tags.flag')
    .orderBy('flag_tags.type')
    .orderBy('flag_tags.value')
    .execute();
}

/** Returns the tags that did not exist. */
export async function insertTags(tx: Tx, tags: readonly TagKey[]): Promise<TagKey[]> {
  const { rows } = await sql<TagKey>`
    insert into tags (type, value)
    select type, value from ${given(tags, columns)} order by 1, 2
    on conflict do nothing
    returning type, value`.execute(tx);
  return rows.sort(compareTags);
}

/** Returns the tags that the flags did not have. */
export async function insertFlagTags(tx: Tx, tags: readonly FlagTag[]): Promise<FlagTag[]> {
  const { rows } = await sql<FlagTag>`
    insert into flag_tags (flag, type, value)
    select flag, type, value from ${given(tags, { flag: 'text', ...columns })}
    on conflict do nothing
    returning flag, type, value`.execute(tx);
  return rows.sort(compareTags);
}

/** Returns the deleted rows. */
export async function deleteFlagTags(tx: Tx, tags: readonly FlagTag[]): Promise<FlagTag[]> {
  const { rows } = await sql<FlagTag>`
    delete from flag_tags using ${given(tags, { flag: 'text', ...columns })}
    where flag_tags.flag = given.flag
      and flag_tags.type = given.type and flag_tags.value = given.value
    returning flag_tags.flag, flag_tags.type, flag_tags.value`.execute(tx);
  return rows.sort(compareTags);
}

/** Removes the tag, or all tags of the type, from all flags. */
export async function deleteUses(tx: Tx, wanted: TagSelector) {
  const { type, value } = { value: null, ...wanted };
  const { rows } = await sql<FlagTag & { project: string }>`
    delete from flag_tags using flags
    where flags.name = flag_tags.flag and flag_tags.type = ${type}
      and (${value}::text is null or flag_tags.value = ${value})
    returning flag_tags.flag, flag_tags.type, flag_tags.value, flags.project`.execute(tx);
  return rows.sort(compareTags);
}

export async function deleteTagRows(tx: Tx, wanted: TagSelector): Promise<TagKey[]> {
  const { type, value } = { value: null, ...wanted };
  const { rows } = await sql<TagKey>`
    delete from tags
    where type = ${type} and (${value}::text is null or value = ${value})
    returning type, value`.execute(tx);
  return rows.sort(compareTags);
}

/** One tag, or all tags of a type if there is no value. */
export type TagSelector = { type: string; value?: string };

const columns = { type: 'text', value: 'text' } as const;

const isUnusedOrVisible = (caller: Caller) => {
  const uses = sql`flag_tags.type = tags.type and flag_tags.value = tags.value`;
  return sql<boolean>`(
    not exists (select from flag_tags where ${uses})
    or exists (
      select from flag_tags join flags on flags.name = flag_tags.flag
      where ${uses} and ${isVisible(caller, sql.ref('flags.project'))}
    ))`;
};
