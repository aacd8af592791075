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
export const makeRandom = (seed: string): Random => randomFrom(digestOf(seed).readUInt32LE(0));

/** A chance of its own for every number, so that what one decides changes no other. */
export function makeRandoms(seed: string): (number: number) => Random {
  const start = digestOf(seed).readUInt32LE(0);
  return (number) => randomFrom(mix(start + number));
}

/**
 * Another id for every pair of numbers and for every seed: the numbers keep all their bits, which
 * chance would not, and the seed fills what is left.
 */
export function makeIds(seed: string): (number: number, part: number) => string {
  const digest = digestOf(seed);
  const [start, partStart] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  const own = digest.toString('hex', 8, 15);
  const middle = `${own.slice(0, 4)}-8${own.slice(4, 7)}-8${own.slice(7, 10)}-${own.slice(10)}`;
  return (number, part) => `${hexOf(mix(start + number))}-${middle}${hexOf(mix(partStart + part))}`;
}

function randomFrom(start: number): Random {
  let state = start;
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
      const taken = [];
      // Each is taken by the share of those wanted in those left, which makes all sets as likely.
      for (let left = list.length; left > 0 && taken.length < count; left--) {
        const item = list[list.length - left];
        if (item !== undefined && next() * left < count - taken.length) taken.push(item);
      }
      return taken;
    },
  };
}

const digestOf = (seed: string) => createHash('sha256').update(seed).digest();

/** Two different numbers of thirty-two bits never become the same. */
function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

const hexOf = (number: number) => number.toString(16).padStart(8, '0');
