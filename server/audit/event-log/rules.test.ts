import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCaches } from '../../platform/cache/cache.ts';
import { addTotals, createEventCounts, emptyTotal } from './counts.ts';
import { type Conditions, idsWithoutGaps, likelyPart, sliceOf } from './rules.ts';

const noConditions: Conditions = {
  sets: [],
  projectOnly: false,
  text: null,
  from: null,
  to: null,
  criteria: [],
};
const only = (project: string): Conditions => ({
  ...noConditions,
  sets: [{ column: 'project', exclude: false, values: [project] }],
});
const total = (newest: number, count: number) => ({ newest, count, first: 1, last: newest });

describe('sliceOf', () => {
  test('selects the same events from either end', () => {
    const page = fc.record({ offset: fc.nat(300), limit: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(fc.nat(200), page, (count, { offset, limit }) => {
        const ids = Array.from({ length: count }, (_, index) => count - index);

        const { skip, take, descending } = sliceOf(total(count, count), { offset, limit });

        const scanned = descending ? ids : [...ids].reverse();
        const taken = scanned.slice(skip, skip + take).sort((one, other) => other - one);
        expect(taken).toEqual(ids.slice(offset, offset + limit));
        if (take > 0) expect(skip).toBeLessThanOrEqual(count / 2);
      }),
    );
  });
});

describe('idsWithoutGaps', () => {
  const request = fc.record(
    {
      offset: fc.nat(60),
      limit: fc.integer({ min: 1, max: 60 }),
      upTo: fc.integer({ min: 1, max: 80 }),
    },
    { requiredKeys: ['offset', 'limit'] },
  );

  test('are the page of a log in which every id matches', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(50), request, (first, more, page) => {
        const last = first + more;
        const newestFirst = Array.from({ length: more + 1 }, (_, index) => last - index);
        const found = { newest: last, count: more + 1, first, last };

        const ids = idsWithoutGaps(found, sliceOf(found, page));

        const { offset, limit, upTo = last } = page;
        const expected = newestFirst.filter((id) => id <= upTo).slice(offset, offset + limit);
        expect(ids).toEqual(expected);
      }),
    );
  });

  test('are unknown if an id does not match', () => {
    const found = { newest: 10, count: 9, first: 1, last: 10 };

    expect(idsWithoutGaps(found, sliceOf(found, { offset: 0, limit: 5 }))).toBeUndefined();
  });
});

describe('likelyPart', () => {
  test('has the page of matches that are spread evenly, and is within the slice', () => {
    const page = fc.record({ offset: fc.nat(300), limit: fc.integer({ min: 1, max: 300 }) });
    const numbers = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(numbers, page, ([count, distance], request) => {
        const ids = Array.from({ length: count }, (_, index) => 7 + index * distance);
        const found = { newest: 1_000_000, count, first: 7, last: ids.at(-1) ?? 7 };
        const slice = sliceOf(found, request);
        fc.pre(slice.take > 0);

        const { start, stop } = likelyPart(found, slice).within;

        const within = ids.filter((id) => id >= start && id < (stop ?? 0));
        expect(within.length).toBeGreaterThanOrEqual(slice.skip + slice.take);
        expect(start).toBeGreaterThanOrEqual(slice.within.start);
        expect(stop).toBeLessThanOrEqual(slice.within.stop ?? 0);
      }),
    );
  });

  test('is a part of the log for the first page, and all of it for a deep one', () => {
    const all = { newest: 1_000_000, count: 1_000_000, first: 1, last: 1_000_000 };
    const [near, deep] = [0, 400_000].map((offset) => sliceOf(all, { offset, limit: 50 }));

    expect(near && likelyPart(all, near).within).toEqual({ start: 999_801, stop: 1_000_001 });
    expect(deep && likelyPart(all, deep)).toBe(deep);
  });
});

describe('createEventCounts', () => {
  test('the order of filters and values does not matter', () => {
    const counts = createEventCounts(createCaches())(0);
    const one = { column: 'project', exclude: false, values: ['a', 'b'] } as const;
    const other = { column: 'type', exclude: true, values: ['c'] } as const;
    counts.set({ ...noConditions, sets: [one, other] }, total(7, 3));

    expect(counts.get({ ...noConditions, sets: [other, { ...one, values: ['b', 'a'] }] })).toEqual(
      total(7, 3),
    );
  });

  test('different conditions have different counts', () => {
    const counts = createEventCounts(createCaches())(0);
    const text = { text: 'a', everywhere: true, users: [1] };
    const different: Conditions[] = [
      noConditions,
      only('a'),
      only('b'),
      { ...only('a'), sets: [{ column: 'project', exclude: true, values: ['a'] }] },
      { ...only('a'), sets: [{ column: 'type', exclude: false, values: ['a'] }] },
      { ...noConditions, projectOnly: true },
      { ...noConditions, from: '2024-01-01' },
      { ...noConditions, to: '2024-01-01' },
      { ...noConditions, text },
      { ...noConditions, text: { ...text, users: [1, 2] } },
      { ...noConditions, text: { ...text, everywhere: false } },
    ];

    for (const [index, conditions] of different.entries()) {
      counts.set(conditions, total(9, index));
    }

    expect(different.map((conditions) => counts.get(conditions).count)).toEqual(
      different.map((_, index) => index),
    );
  });
});

test('addTotals: adds the events since the last count', () => {
  const none = { newest: 9, count: 0, first: 0, last: 0 };
  const some = { newest: 8, count: 2, first: 3, last: 7 };

  expect(addTotals(emptyTotal, some)).toEqual(some);
  expect(addTotals(some, none)).toEqual({ ...some, newest: 9 });
  expect(addTotals(some, { newest: 12, count: 1, first: 11, last: 11 })).toEqual({
    newest: 12,
    count: 3,
    first: 3,
    last: 11,
  });
  // A concurrent request has counted further.
  expect(addTotals(some, { ...none, newest: 5 })).toEqual(some);
});
