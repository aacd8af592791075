import { createHash } from 'node:crypto';
import type { List } from './vocabulary.ts';

/** Chance that repeats itself: the same seed gives the same choices, on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next: () => number;
  below: (limit: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(list: List<T>) => T;
  /** Some of the list, each once, in the order of the list. */
  some: <T>(list: readonly T[], count: number) => T[];
};

/** Thirty-two bits of state, mixed by multiplication: fast, and even enough for made-up data. */
export function makeRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)] ?? list[0],
    some: (list, count) => {
      const left = list.map((_, index) => index);
      const taken: number[] = [];
      while (taken.length < count && left.length > 0) {
        taken.push(...left.splice(below(left.length), 1));
      }
      const chosen = new Set(taken);
      return list.filter((_, index) => chosen.has(index));
    },
  };
}

/** The same text, the same id; chance with thirty-two bits would soon repeat one. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
