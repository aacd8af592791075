import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, notFound } from '../../platform/errors.ts';
import { deleteTagsOfType } from '../tags/commands.ts';
import {
  deleteTagTypeRow,
  findTagType,
  insertTagType,
  lockTagType,
  saveTagType,
} from './queries.ts';
import { patchTagType, planTagType } from './rules.ts';
import type { NewTagType, TagType, TagTypePatch } from './schema.ts';

export async function createTagType(tx: Tx, caller: Caller, input: NewTagType): Promise<TagType> {
  const data = planTagType(input);
  if (!(await insertTagType(tx, data))) throw taken(data.name);
  recordEvent(tx, caller, { type: 'tag-type-created', data });
  return data;
}

/** Returns the tag type as it would be stored. */
export async function validateTagType(db: Db, input: NewTagType): Promise<TagType> {
  const tagType = planTagType(input);
  if (await findTagType(db, tagType.name)) throw taken(tagType.name);
  return tagType;
}

/** Members left out keep their value. */
export async function updateTagType(tx: Tx, caller: Caller, name: string, patch: TagTypePatch) {
  const before = await lockTagType(tx, name);
  if (!before) throw notFound('Tag type', name);
  const data = patchTagType(before, patch);
  if (!data) return;
  await saveTagType(tx, data);
  recordEvent(tx, caller, { type: 'tag-type-updated', data });
}

/** Its tags are deleted first and removed from every flag, each with an event. */
export async function deleteTagType(tx: Tx, caller: Caller, name: string): Promise<void> {
  const preData = await lockTagType(tx, name);
  if (!preData) throw notFound('Tag type', name);
  await deleteTagsOfType(tx, caller, name);
  await deleteTagTypeRow(tx, name);
  recordEvent(tx, caller, { type: 'tag-type-deleted', preData });
}

const taken = (name: string) => alreadyExists('Tag type', name);
