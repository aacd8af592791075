import { badData } from '../../platform/errors.ts';

/** A tag is identified by its type and value. */
export type TagKey = { type: string; value: string };

/** A tag on a flag. */
export type FlagTag = TagKey & { flag: string };

const valueLengthMin = 2;

/** Trims the value, so that two tags cannot differ in surrounding spaces only. */
export function planTag({ type, value }: TagKey, path: string): TagKey {
  const trimmed = value.trim();
  if ([...trimmed].length < valueLengthMin) {
    throw badData(
      `"value" must have at least ${valueLengthMin} characters, without leading and trailing spaces.`,
      `${path}/value`,
    );
  }
  if (trimmed === '..') throw badData('"value" must not be "..".', `${path}/value`);
  return { type, value: trimmed };
}

/** JSON pointer to the tag with this index in the request, such as `/body/tags/0`. */
export type TagPointer = (index: number) => string;

/** Distinct tags, sorted. */
export function planTags(tags: readonly TagKey[], pointerOf: TagPointer): TagKey[] {
  const planned = tags.map((tag, index) => planTag(tag, pointerOf(index)));
  return [...new Map(planned.map((tag) => [keyText(tag), tag])).values()].sort(compareTags);
}

/** Tags without those that are `added` in the same request. */
export function withoutTags(tags: readonly TagKey[], added: readonly TagKey[]): TagKey[] {
  const keys = new Set(added.map(keyText));
  return tags.filter((tag) => !keys.has(keyText(tag)));
}

/** The order of events: by flag, type and value. */
export const compareTags = (one: TagKey & { flag?: string }, other: TagKey & { flag?: string }) =>
  compare(one.flag ?? '', other.flag ?? '') ||
  compare(one.type, other.type) ||
  compare(one.value, other.value);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const keyText = ({ type, value }: TagKey) => JSON.stringify([type, value]);
