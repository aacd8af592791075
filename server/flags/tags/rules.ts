import { badData } from '../../platform/errors.ts';

/** A tag is its type and its value. */
export type TagKey = { type: string; value: string };

/** A tag on a flag. */
export type FlagTag = TagKey & { flag: string };

const valueLengthMin = 2;

/** Spaces around a value are nobody's intention, and would make two tags of one word. */
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

/** Where the request has the tag of this number, such as `/body/tags/0`. */
export type TagPlace = (index: number) => string;

/** Each tag once, in one order. */
export function planTags(tags: readonly TagKey[], placeOf: TagPlace): TagKey[] {
  const planned = tags.map((tag, index) => planTag(tag, placeOf(index)));
  return [...new Map(planned.map((tag) => [keyText(tag), tag])).values()].sort(compareTags);
}

/** What is to be there in the end is not taken away in between. */
export function withoutTags(tags: readonly TagKey[], kept: readonly TagKey[]): TagKey[] {
  const keys = new Set(kept.map(keyText));
  return tags.filter((tag) => !keys.has(keyText(tag)));
}

/** Tags are told of in one order: by flag, then type, then value. */
export const compareTags = (one: TagKey & { flag?: string }, other: TagKey & { flag?: string }) =>
  compare(one.flag ?? '', other.flag ?? '') ||
  compare(one.type, other.type) ||
  compare(one.value, other.value);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const keyText = ({ type, value }: TagKey) => JSON.stringify([type, value]);
