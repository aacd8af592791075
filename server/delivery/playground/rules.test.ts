import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combinations, evaluationsMax } from './rules.ts';

const listUpTo = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const valuesUpTo = (count: number) => listUpTo(count).join(',');

describe('combinations', () => {
  const contextOf = (first: number, second: number) => ({
    userId: valuesUpTo(first),
    sessionId: valuesUpTo(second),
  });

  test('are allowed up to the limit', () => {
    expect([...combinations(contextOf(150, 100))]).toHaveLength(evaluationsMax);
    expect(() => combinations(contextOf(evaluationsMax + 1, 1))).toThrow(/more than 15000/);
    expect([...combinations({ userId: 'a,,a, b' })]).toEqual([{ userId: 'a' }, { userId: 'b' }]);
  });

  test('are every value with every other, in the order of the fields', () => {
    const members = fc.dictionary(fc.stringMatching(/^[a-z]$/), fc.nat(4), { maxKeys: 3 });

    fc.assert(
      fc.property(members, members, (fields, inner) => {
        const valuesOf = (counts: Record<string, number>) =>
          Object.fromEntries(Object.entries(counts).map(([key, n]) => [key, valuesUpTo(n)]));
        const properties = Object.keys(inner).length === 0 ? {} : { properties: valuesOf(inner) };
        const counts = [...Object.entries(fields), ...Object.entries(inner)];
        const expected = counts.reduce<string[][]>(
          (rows, [, n]) => rows.flatMap((row) => listUpTo(n).map((value) => [...row, value])),
          [[]],
        );

        const created = [...combinations({ ...valuesOf(fields), ...properties })];

        expect(
          created.map(({ properties: nested = {}, ...own }) => [
            ...Object.values(own),
            ...Object.values(nested as object),
          ]),
        ).toEqual(expected);
      }),
    );
  });
});
