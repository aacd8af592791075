import { createHash } from 'node:crypto';
import type { List } from './vocabulary.ts';

/** A deterministic generator: the same seed produces the same numbers on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next: () => number;
  below: (limit: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(list: List<T>) => T;
  /** Distinct random items, in the order of the list. */
  some: <T>(list: readonly T[], count: number) => T[];
};

/** A separate generator for every number. */
export function createRandoms(seed: string): (number: number) => Random {
  const start = digestOf(seed).readUInt32LE(0);
  return (number) => randomFrom(mix(start + number));
}

/**
 * A different id for every seed and pair of numbers: the pair is mixed without loss of bits, and the
 * seed fills the rest.
 */
export function createIds(seed: string): (number: number, part: number) => string {
  const digest = digestOf(seed);
  const [start, partStart] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  const own = digest.toString('hex', 8, 15);
  const middle = `${own.slice(0, 4)}-8${own.slice(4, 7)}-8${own.slice(7, 10)}-${own.slice(10)}`;
  return (number, part) => `${hexOf(mix(start + number))}-${middle}${hexOf(mix(partStart + part))}`;
}

/** Mulberry32: 32 bits of state, fast, and even enough for generated data. */
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
      // Selection sampling: every subset is equally likely.
      for (let rest = list.length; rest > 0 && taken.length < count; rest--) {
        const item = list[list.length - rest];
        if (item !== undefined && next() * rest < count - taken.length) taken.push(item);
      }
      return taken;
    },
  };
}

const digestOf = (seed: string) => createHash('sha256').update(seed).digest();

/** A bijection on 32-bit numbers. */
function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

const hexOf = (number: number) => number.toString(16).padStart(8, '0');
