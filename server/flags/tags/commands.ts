import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { alreadyExists, badDataIn, notFound } from '../../platform/errors.ts';
import { type FlagKey, lockFlag, lockFlags, lockTaggedFlags } from '../flags/queries.ts';
import { assertActive } from '../flags/rules.ts';
import { lockTagType, lockUsedTagTypes } from '../tag-types/queries.ts';
import {
  deleteFlagTags,
  deleteTagRows,
  deleteUses,
  findTag,
  insertFlagTags,
  insertTags,
  type TagSelector,
} from './queries.ts';
import {
  type FlagTag,
  planTag,
  planTags,
  type TagKey,
  type TagPointer,
  withoutTags,
} from './rules.ts';
import type { BulkTagChanges, Tag, TagChanges, TagInput } from './schema.ts';

/** Tags for flags of one project, each locked or created by this transaction. */
export type Tagging = {
  project: string;
  flags: readonly string[];
  tags: readonly TagKey[];
  /** For the error details of an invalid tag. */
  pointerOf?: TagPointer;
};

/** Creates missing tags and records every change, in three statements. */
export async function addTagsToFlags(
  tx: Tx,
  caller: Caller,
  { project, flags, tags, pointerOf = inTags }: Tagging,
): Promise<void> {
  if (flags.length === 0 || tags.length === 0) return;
  const planned = planTags(tags, pointerOf);
  await assertTypesExist(tx, tags, pointerOf);
  await insertAndRecord(tx, caller, project, everyPair(flags, planned));
}

/** Different tags for each flag, as planned by `planTag`; the number of statements is constant. */
export async function addTagsToEach(
  tx: Tx,
  caller: Caller,
  project: string,
  wanted: readonly FlagTag[],
): Promise<void> {
  if (wanted.length === 0) return;
  await assertTypesExist(tx, wanted, inTags);
  await insertAndRecord(tx, caller, project, wanted);
}

async function insertAndRecord(
  tx: Tx,
  caller: Caller,
  project: string,
  wanted: readonly FlagTag[],
): Promise<void> {
  for (const data of await insertTags(tx, planTags(wanted, inTags))) {
    recordEvent(tx, caller, { type: 'tag-created', data });
  }
  for (const { flag, ...data } of await insertFlagTags(tx, wanted)) {
    recordEvent(tx, caller, { type: 'feature-tagged', project, featureName: flag, data });
  }
}

/** Tags that a flag does not have are ignored. The tags themselves are not deleted. */
export async function removeTagsFromFlags(
  tx: Tx,
  caller: Caller,
  { project, flags, tags }: Omit<Tagging, 'pointerOf'>,
): Promise<void> {
  await removeTagsFromEach(tx, caller, project, everyPair(flags, tags));
}

/** Different tags for each flag. */
export async function removeTagsFromEach(
  tx: Tx,
  caller: Caller,
  project: string,
  unwanted: readonly FlagTag[],
): Promise<void> {
  if (unwanted.length === 0) return;
  for (const { flag, ...preData } of await deleteFlagTags(tx, unwanted)) {
    recordEvent(tx, caller, { type: 'feature-untagged', project, featureName: flag, preData });
  }
}

/** Returns the tag as stored, with its value trimmed. */
export async function addTagToFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  input: TagKey,
): Promise<Tag> {
  await lockTaggable(tx, key, [input]);
  const tag = planTag(input, '/body');
  await addTagsToFlags(tx, caller, { ...only(key), tags: [tag], pointerOf: inBody });
  return stored(tx, caller, tag);
}

export async function removeTagFromFlag(tx: Tx, caller: Caller, key: FlagKey, tag: TagKey) {
  await lockTaggable(tx, key, [tag]);
  await removeTagsFromFlags(tx, caller, { ...only(key), tags: [tag] });
}

export async function changeTagsOfFlag(tx: Tx, caller: Caller, key: FlagKey, changes: TagChanges) {
  await lockTaggable(tx, key, [...changes.addedTags, ...changes.removedTags]);
  await changeTags(tx, caller, { ...only(key), changes, path: '/body' });
}

/** Changes all of the flags or none. */
export async function changeTagsOfFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  { features, tags: changes }: BulkTagChanges,
): Promise<void> {
  await lockTypesOf(tx, [...changes.addedTags, ...changes.removedTags]);
  const found = await lockFlags(tx, project, features);
  const known = new Set(found.map(({ name }) => name));
  assertNoneUnknown(
    features.flatMap((name, index) => (known.has(name) ? [] : [{ name, index }])),
    project,
  );
  for (const flag of found) assertActive(flag);
  await changeTags(tx, caller, { project, flags: [...known], changes, path: '/body/tags' });
}

export async function createTag(tx: Tx, caller: Caller, input: TagInput): Promise<Tag> {
  const tag = planTag(input, '/body');
  await assertTypesExist(tx, [tag], inBody);
  const [created] = await insertTags(tx, [tag]);
  if (!created) throw alreadyExists('Tag', `${tag.type}:${tag.value}`);
  recordEvent(tx, caller, { type: 'tag-created', data: created });
  return stored(tx, caller, tag);
}

/** Removes it from every flag that has it, each with an event. */
export async function deleteTag(tx: Tx, caller: Caller, tag: TagKey): Promise<void> {
  const type = await lockTagType(tx, tag.type);
  if (!type || !(await findTag(tx, caller, tag))) throw notFound('Tag', `${tag.type}:${tag.value}`);
  await deleteWithUses(tx, caller, tag);
}

/** For a tag type that is being deleted and is locked by this transaction. */
export async function deleteTagsOfType(tx: Tx, caller: Caller, type: string): Promise<void> {
  await deleteWithUses(tx, caller, { type });
}

async function deleteWithUses(tx: Tx, caller: Caller, wanted: TagSelector): Promise<void> {
  await lockTaggedFlags(tx, wanted);
  for (const { flag, project, ...preData } of await deleteUses(tx, wanted)) {
    recordEvent(tx, caller, { type: 'feature-untagged', project, featureName: flag, preData });
  }
  for (const data of await deleteTagRows(tx, wanted)) {
    recordEvent(tx, caller, { type: 'tag-deleted', data });
  }
}

type Change = { project: string; flags: readonly string[]; changes: TagChanges; path: string };

async function changeTags(tx: Tx, caller: Caller, { project, flags, changes, path }: Change) {
  const { addedTags: tags, removedTags } = changes;
  const pointerOf: TagPointer = (index) => `${path}/addedTags/${index}`;
  const added = planTags(tags, pointerOf);
  const removed = planTags(removedTags, (index) => `${path}/removedTags/${index}`);
  await removeTagsFromFlags(tx, caller, { project, flags, tags: withoutTags(removed, added) });
  await addTagsToFlags(tx, caller, { project, flags, tags, pointerOf });
}

/** A flag that has moved to another project since the permission check is not found. */
async function lockTaggable(tx: Tx, key: FlagKey, tags: readonly TagKey[]): Promise<void> {
  await lockTypesOf(tx, tags);
  const flag = await lockFlag(tx, key);
  if (!flag) throw notFound('Flag', key.name);
  assertActive(flag);
}

/** Before the flags, in the order of deleting a tag or a type, so that the two do not deadlock. */
async function lockTypesOf(tx: Tx, tags: readonly TagKey[]): Promise<string[]> {
  return lockUsedTagTypes(
    tx,
    tags.map(({ type }) => type),
  );
}

const everyPair = (flags: readonly string[], tags: readonly TagKey[]): FlagTag[] =>
  flags.flatMap((flag) => tags.map(({ type, value }) => ({ flag, type, value })));

const only = ({ project, name }: FlagKey) => ({ project, flags: [name] });

const inTags: TagPointer = (index) => `/body/tags/${index}`;
const inBody: TagPointer = () => '/body';

async function assertTypesExist(tx: Tx, tags: readonly TagKey[], pointerOf: TagPointer) {
  const names = tags.map(({ type }) => type);
  const known = new Set(await lockTypesOf(tx, tags));
  const details = names.flatMap((name, index) =>
    known.has(name)
      ? []
      : [{ message: `Tag type "${name}" does not exist.`, path: `${pointerOf(index)}/type` }],
  );
  const [first] = details;
  if (first) throw badDataIn(first.message, details);
}

function assertNoneUnknown(unknown: readonly { name: string; index: number }[], project: string) {
  if (unknown.length === 0) return;
  throw badDataIn(
    `These flags are not in project "${project}": ${unknown.map(({ name }) => name).join(', ')}.`,
    unknown.map(({ name, index }) => ({
      message: `Flag "${name}" is not in project "${project}".`,
      path: `/body/features/${index}`,
    })),
  );
}

async function stored(tx: Tx, caller: Caller, tag: TagKey): Promise<Tag> {
  const found = await findTag(tx, caller, tag);
  if (!found) throw new Error('the saved tag is missing');
  return found;
}
