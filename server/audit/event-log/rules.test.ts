import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCaches } from '../../platform/cache/cache.ts';
import { addUp, createEventCounts, nothingCounted } from './counts.ts';
import { type Conditions, sliceOf } from './rules.ts';

const nothing: Conditions = { sets: [], projectOnly: false, text: null, from: null, to: null };
const only = (project: string): Conditions => ({
  ...nothing,
  sets: [{ column: 'project', exclude: false, values: [project] }],
});
const total = (newest: number, count: number) => ({ newest, count, first: 1, last: newest });

describe('sliceOf', () => {
  test('takes the same events from either end', () => {
    const page = fc.record({ offset: fc.nat(300), limit: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(fc.nat(200), page, (count, { offset, limit }) => {
        const ids = Array.from({ length: count }, (_, place) => count - place);

        const { skip, take, descending } = sliceOf(total(count, count), { offset, limit });

        const walked = descending ? ids : [...ids].reverse();
        const taken = walked.slice(skip, skip + take).sort((one, other) => other - one);
        expect(taken).toEqual(ids.slice(offset, offset + limit));
        if (take > 0) expect(skip).toBeLessThanOrEqual(count / 2);
      }),
    );
  });
});

describe('createEventCounts', () => {
  test('finds a count whatever the order of the values', () => {
    const counts = createEventCounts(createCaches());
    const one = { column: 'project', exclude: false, values: ['a', 'b'] } as const;
    const other = { column: 'type', exclude: true, values: ['c'] } as const;
    counts.set({ ...nothing, sets: [one, other] }, total(7, 3));

    expect(counts.get({ ...nothing, sets: [other, { ...one, values: ['b', 'a'] }] })).toEqual(
      total(7, 3),
    );
  });

  test('tells apart everything that a count depends on', () => {
    const counts = createEventCounts(createCaches());
    const text = { text: 'a', everywhere: true, users: [1] };
    const different: Conditions[] = [
      nothing,
      only('a'),
      only('b'),
      { ...only('a'), sets: [{ column: 'project', exclude: true, values: ['a'] }] },
      { ...only('a'), sets: [{ column: 'type', exclude: false, values: ['a'] }] },
      { ...nothing, projectOnly: true },
      { ...nothing, from: '2024-01-01' },
      { ...nothing, to: '2024-01-01' },
      { ...nothing, text },
      { ...nothing, text: { ...text, users: [1, 2] } },
      { ...nothing, text: { ...text, everywhere: false } },
    ];

    for (const [place, conditions] of different.entries()) {
      counts.set(conditions, total(9, place));
    }

    expect(different.map((conditions) => counts.get(conditions).count)).toEqual(
      different.map((_, place) => place),
    );
  });
});

test('addUp: what was counted and what came since', () => {
  const none = { newest: 9, count: 0, first: 0, last: 0 };
  const some = { newest: 8, count: 2, first: 3, last: 7 };

  expect(addUp(nothingCounted, some)).toEqual(some);
  expect(addUp(some, none)).toEqual({ ...some, newest: 9 });
  expect(addUp(some, { newest: 12, count: 1, first: 11, last: 11 })).toEqual({
    newest: 12,
    count: 3,
    first: 3,
    last: 11,
  });
  // Somebody else counted further meanwhile.
  expect(addUp(some, { ...none, newest: 5 })).toEqual(some);
});
