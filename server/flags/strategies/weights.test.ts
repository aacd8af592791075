import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Variant } from './schema.ts';
import { balanceWeights } from './weights.ts';

const balance = (variants: Variant[]) => balanceWeights(variants, '/v');
const variable = (name: string, weight = 0): Variant => ({ name, weight, weightType: 'variable' });
const fix = (name: string, weight: number): Variant => ({ name, weight, weightType: 'fix' });

const weightsOf = (variants: Variant[]) => variants.map(({ weight }) => weight);

const refusal = (path: string) =>
  expect.objectContaining({ status: 400, details: [expect.objectContaining({ path })] });

describe('balanceWeights', () => {
  test.each([
    ['none', [], []],
    ['one', [variable('a', 5)], [1000]],
    ['two', [variable('a'), variable('b')], [500, 500]],
    [
      'three: the first gets the remainder',
      [1, 2, 3].map((n) => variable(`v${n}`)),
      [334, 333, 333],
    ],
    [
      'seven: the first six get one more',
      [1, 2, 3, 4, 5, 6, 7].map((n) => variable(`v${n}`)),
      [143, 143, 143, 143, 143, 143, 142],
    ],
    [
      'fixed weights are unchanged',
      [fix('a', 100), variable('b'), fix('c', 301), variable('d')],
      [100, 300, 301, 299],
    ],
    ['a fixed weight of 1000 leaves 0', [fix('a', 1000), variable('b', 500)], [1000, 0]],
    ['weightType defaults to variable', [{ name: 'a', weight: 1 }, fix('b', 1)], [999, 1]],
  ])('%s', (_, variants, weights) => {
    expect(weightsOf(balance(variants as Variant[]))).toEqual(weights);
  });

  test.each([
    ['only fixed weights', [fix('a', 500), fix('b', 500)], '/v'],
    ['fixed weights of 1001', [fix('a', 500), fix('b', 501), variable('c')], '/v'],
    ['a repeated name', [variable('a'), variable('b'), variable('a')], '/v/2/name'],
    ['a name that is not URL-friendly', [variable('a b')], '/v/0/name'],
    ['a name of dots', [variable('..')], '/v/0/name'],
    ['a weight with a fraction', [fix('a', 0.5), variable('b')], '/v/0/weight'],
    ['a negative weight', [fix('a', -1), variable('b')], '/v/0/weight'],
    ['a weight of 1001', [variable('b'), fix('a', 1001)], '/v/1/weight'],
  ])('%s is refused', (_, variants, path) => {
    expect(() => balance(variants)).toThrow(refusal(path));
  });

  test.each([
    ['json', '{"a":[1]}', true],
    ['json', '"text"', true],
    ['json', '{a:1}', false],
    ['json', '', false],
    ['number', '1.5', true],
    ['number', '-3', true],
    ['number', 'one', false],
    ['number', '', false],
    ['csv', 'a,b', true],
    ['string', '', true],
  ] as const)('a %s payload of %s', (type, value, fits) => {
    const variants = [{ ...variable('a'), payload: { type, value } }];

    if (fits) expect(balance(variants)[0]?.payload).toEqual({ type, value });
    else expect(() => balance(variants)).toThrow(refusal('/v/0/payload/value'));
  });

  const sets = fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      weight: fc.integer({ min: 0, max: 1000 }),
      weightType: fc.constantFrom('fix' as const, 'variable' as const),
    }),
    { selector: ({ name }) => name, maxLength: 40 },
  );

  test('weights total 1000, each from 0 to 1000, with fixed weights unchanged, or it is 400', () => {
    fc.assert(
      fc.property(sets, (variants) => {
        const fixed = variants.filter(({ weightType }) => weightType === 'fix');
        const fixedTotal = fixed.reduce((sum, { weight }) => sum + weight, 0);
        const possible =
          variants.length === 0 || (fixed.length < variants.length && fixedTotal <= 1000);
        if (!possible) {
          expect(() => balance(variants)).toThrow(refusal('/v'));
          return;
        }

        const after = balance(variants);

        expect(weightsOf(after).reduce((sum, weight) => sum + weight, 0)).toBe(
          variants.length === 0 ? 0 : 1000,
        );
        expect(weightsOf(after).every((weight) => weight >= 0 && weight <= 1000)).toBe(true);
        expect(after.filter(({ weightType }) => weightType === 'fix')).toEqual(fixed);
        const shares = weightsOf(after.filter(({ weightType }) => weightType !== 'fix'));
        if (shares.length > 0) {
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        }
        expect(balance(after)).toEqual(after);
      }),
      { numRuns: 1000 },
    );
  });
});
