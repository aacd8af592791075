import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flag } from '../../delivery/evaluation/model.ts';
import { context, randomFlag, segments } from '../../testing/random-flags.ts';
import { evaluateBoth, listDifferences, sampleContext, valuesOf } from './rules.ts';

const flag = (parts: Partial<Flag> = {}): Flag => ({
  name: 'a',
  enabled: true,
  strategies: [{ name: 'default', parameters: {}, constraints: [] }],
  ...parts,
});
const payload = (...features: Flag[]) => ({ features, segments: [] });

describe('differences', () => {
  test.each([
    ['a flag that Pennon lacks', [flag()], [], 'Flag a exists only in Unleash.'],
    ['a flag that Unleash lacks', [], [flag()], 'Flag a exists only in Pennon.'],
    ['a switch', [flag()], [flag({ enabled: false })], 'Flag a: enabled differ.'],
    [
      'the order of strategies',
      [flag({ strategies: [{ name: 'default' }, { name: 'userWithId' }] })],
      [flag({ strategies: [{ name: 'userWithId' }, { name: 'default' }] })],
      'Flag a: strategies differ.',
    ],
  ])('%s is one', (_, theirs, ours, sentence) => {
    expect(listDifferences(payload(...theirs), payload(...ours))).toEqual([sentence]);
  });

  test('absent members, repeated parents and the order of segments are none', () => {
    const parent = { feature: 'b', enabled: true };
    const theirs = flag({
      strategies: [{ name: 'default', segments: [2, 1] }],
      dependencies: [{ ...parent, variants: [] }, parent],
    });
    const ours = flag({
      strategies: [{ name: 'default', constraints: [], segments: [1, 2], variants: [] }],
      dependencies: [parent],
    });

    expect(listDifferences(payload(theirs), payload(ours))).toEqual([]);
  });

  test('the constraints of a segment are one', () => {
    const constraint = { contextName: 'userId', operator: 'IN', values: ['a'] };
    const theirs = { features: [], segments: [{ id: 1, constraints: [constraint] }] };
    const ours = { features: [], segments: [{ id: 1, constraints: [] }] };

    expect(listDifferences(theirs, ours)).toEqual(['Segment 1: constraints differ.']);
  });
});

describe('evaluation', () => {
  const arbitrary = fc.record({
    features: fc.tuple(randomFlag('a', ['b']), randomFlag('b', ['a'])),
    segments,
  });

  test('what does not differ is evaluated alike', () => {
    fc.assert(
      fc.property(arbitrary, context, fc.gen(), (generated, given, random) => {
        const [one, other] = [structuredClone(generated), structuredClone(generated)];
        const sampled = sampleContext(valuesOf(one), () => random(fc.double, unit));

        expect(listDifferences(one, other)).toEqual([]);
        expect(evaluateBoth(one, other, given, 0)).toEqual([]);
        expect(evaluateBoth(one, other, sampled, 0)).toEqual([]);
      }),
    );
  });

  test('what is evaluated differently differs', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, context, (one, other, given) => {
        const mismatches = evaluateBoth(one, other, given, 0);

        expect(mismatches.length === 0 || listDifferences(one, other).length > 0).toBe(true);
      }),
    );
  });

  test('a mismatch names the flag, the context and both results', () => {
    const theirs = payload(flag());
    const ours = payload(flag({ enabled: false }));

    expect(evaluateBoth(theirs, ours, { userId: '7' }, 0)).toEqual([
      { flag: 'a', context: { userId: '7' }, theirs: 'on, variant disabled', ours: 'off' },
    ]);
  });
});

const unit = { min: 0, max: 1, maxExcluded: true, noNaN: true };
