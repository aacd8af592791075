import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCaches } from '../../platform/cache/cache.ts';
import { addTotals, createEventCounts, emptyTotal } from './counts.ts';
import { type Conditions, sliceOf } from './rules.ts';

const noConditions: Conditions = { sets: [], projectOnly: false, text: null, from: null, to: null };
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

describe('createEventCounts', () => {
  test('the order of filters and values does not matter', () => {
    const counts = createEventCounts(createCaches());
    const one = { column: 'project', exclude: false, values: ['a', 'b'] } as const;
    const other = { column: 'type', exclude: true, values: ['c'] } as const;
    counts.set({ ...noConditions, sets: [one, other] }, total(7, 3));

    expect(counts.get({ ...noConditions, sets: [other, { ...one, values: ['b', 'a'] }] })).toEqual(
      total(7, 3),
    );
  });

  test('different conditions have different counts', () => {
    const counts = createEventCounts(createCaches());
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
