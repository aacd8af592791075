import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge } from '../server/approvals/previews/merge.ts';
import { operators } from '../server/flags/strategies/schema.ts';
import { balanceWeights as serverWeights } from '../server/flags/strategies/weights.ts';
import { groupedByField } from './src/flags/strategies/constraint-groups.ts';
import { isWithoutEffect } from './src/flags/strategies/effect.ts';
import {
  audienceOf,
  constraintValues,
  operatorKinds,
  operatorLabel,
} from './src/flags/strategies/labels.ts';
import { sentenceOf, shareOf } from './src/flags/strategies/sentence.ts';
import { balanceWeights, fixWeight, moveBoundary } from './src/flags/strategies/weights.ts';
import { fromLocal, toLocal } from './src/ui/local-time.ts';
import { rebase } from './src/ui/rebase.ts';

describe('descriptions of strategies', () => {
  test.each([
    ['default', {}, 'All users'],
    ['flexibleRollout', { rollout: '25' }, '25% of all users, sticky on user or session'],
    [
      'flexibleRollout',
      { rollout: '0', stickiness: 'userId' },
      '0% of all users, sticky on userId',
    ],
    ['flexibleRollout', { stickiness: 'random' }, '100% of all evaluations, at random'],
    ['userWithId', { userIds: 'ann, bob,' }, 'The users ann, bob'],
    ['userWithId', {}, 'No users: the users are not set'],
    ['ours', { other: '1' }, 'ours'],
  ])('%s with %o has a sentence', (name, parameters, sentence) => {
    expect(audienceOf({ name, parameters })).toBe(sentence);
  });

  test('every operator has a label, and another one when inverted', () => {
    expect(Object.keys(operatorKinds).sort()).toEqual([...operators].sort());
    for (const operator of operators) {
      const constraint = { contextName: 'field', operator };
      expect(operatorLabel(constraint)).not.toBe(operatorLabel({ ...constraint, inverted: true }));
    }
  });

  test('a constraint has values or a value, depending on its operator', () => {
    const both = { contextName: 'field', values: ['a', 'b'], value: '7' };

    expect(constraintValues({ ...both, operator: 'IN' })).toEqual(['a', 'b']);
    expect(constraintValues({ ...both, operator: 'NUM_GT' })).toEqual(['7']);
  });
});

describe('the sentence of a strategy', () => {
  const inCountry = { contextName: 'country', operator: 'IN' as const, values: ['DE', 'AT'] };
  const rollout = (percent: string, stickiness = 'userId') => ({
    name: 'flexibleRollout',
    parameters: { rollout: percent, stickiness },
  });
  const names = { type: 'Our own', segment: (id: number) => `Segment ${id}` };
  const variants = [
    { name: 'red', weight: 300 },
    { name: 'blue', weight: 700 },
  ];

  test.each([
    [{ name: 'default' }, 'On for all users.', '100% of all users'],
    [
      { ...rollout('25'), constraints: [inCountry] },
      'On for 25% of users whose country is one of DE, AT. Sticky on userId.',
      '25% of the matching users',
    ],
    [
      { ...rollout('5', 'random'), segments: [3], constraints: [inCountry] },
      'On for 5% of users whose country is one of DE, AT and who are in the segment Segment 3. Chosen at random for each evaluation.',
      '5% of the matching evaluations',
    ],
    [rollout('100'), 'On for all users.', '100% of all users'],
    [rollout('0'), 'On for nobody.', '0% of all users'],
    [
      { ...rollout('50', 'default'), variants, disabled: true },
      'On for 50% of users. Sticky on user or session. They get a variant: red 30%, blue 70%. The strategy is disabled, so it is not evaluated.',
      '50% of all users',
    ],
    [
      {
        name: 'userWithId',
        parameters: { userIds: 'a,b' },
        constraints: [{ contextName: '', operator: 'IN' as const }],
      },
      'On for the users a, b.',
      undefined,
    ],
    [
      { ...rollout('25'), constraints: [{ ...inCountry, values: [] }] },
      'On for 25% of users whose country is one of (no value yet). Sticky on userId.',
      '25% of the matching users',
    ],
    [
      {
        name: 'default',
        constraints: [
          { ...inCountry, values: ['DE'] },
          { ...inCountry, values: ['AT'], inverted: true },
          { contextName: 'plan', operator: 'NOT_IN' as const, values: ['free'] },
          { contextName: 'plan', operator: 'NOT_IN' as const, values: ['pro'], inverted: true },
        ],
      },
      'On for all users whose country is DE and whose country is not AT and whose plan is not free and whose plan is pro.',
      '100% of the matching users',
    ],
    [{ name: 'remoteAddress' }, 'On for nobody.', undefined],
    [{ name: 'ours' }, 'On for users that “Our own” selects.', undefined],
    [
      {
        name: 'default',
        constraints: [
          { ...inCountry, inverted: true, values: ['1', '2', '3', '4', '5', '6', '7'] },
          { contextName: 'age', operator: 'NUM_GTE' as const, value: '' },
        ],
      },
      'On for all users whose country is not one of 1, 2, 3, 4, 5 and 2 more and whose age is at least (no value yet).',
      '100% of the matching users',
    ],
  ])('of %j', (strategy, sentence, share) => {
    expect(sentenceOf(strategy, names)).toBe(sentence);
    expect(shareOf(strategy)?.text).toBe(share);
  });
});

describe('a strategy next to one for all users', () => {
  const some = { name: 'userWithId', parameters: { userIds: 'a' } };
  const all = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default' } };
  const variants = [{ name: 'red', weight: 1000 }];

  test.each([
    ['after it', some, { before: [all], after: [] }],
    ['after it, with variants', { ...some, variants }, { before: [all], after: [] }],
    ['before it', some, { before: [], after: [{ name: 'default' }] }],
    ['that is the same', all, { before: [all], after: [] }],
  ])('has no effect: %s', (_, strategy, others) => {
    expect(isWithoutEffect(strategy, others)).toBe(true);
  });

  test.each([
    ['with variants, before it', { ...some, variants }, { before: [], after: [all] }],
    ['that is the same, before it', all, { before: [], after: [all] }],
    ['that is disabled', { ...some, disabled: true }, { before: [all], after: [] }],
    ['and the other is disabled', some, { before: [{ ...all, disabled: true }], after: [] }],
    ['and the other has variants', some, { before: [{ ...all, variants }], after: [] }],
    ['and the other has a segment', some, { before: [{ ...all, segments: [1] }], after: [] }],
    [
      'and the other needs a field',
      some,
      { before: [{ ...all, parameters: { rollout: '100', stickiness: 'userId' } }], after: [] },
    ],
  ])('may have an effect: %s', (_, strategy, others) => {
    expect(isWithoutEffect(strategy, others)).toBe(false);
  });
});

describe('constraints by field', () => {
  test('are together, in the order of the list, and stay apart while they have no field', () => {
    const on = (contextName: string) => ({ contextName, operator: 'IN' as const });
    const groups = groupedByField([on('a'), on(''), on('b'), on('a'), on('')]);

    expect(
      groups.map(({ contextName, rows }) => [contextName, rows.map((row) => row.index)]),
    ).toEqual([
      ['a', [0, 3]],
      ['', [1]],
      ['b', [2]],
      ['', [4]],
    ]);
  });
});

describe('variant weights', () => {
  test('are balanced as on the server', () => {
    const variant = fc.record({
      weight: fc.integer({ min: 0, max: 100 }),
      weightType: fc.constantFrom('fix' as const, 'variable' as const),
    });
    fc.assert(
      fc.property(fc.array(variant, { maxLength: 9 }), (some) => {
        const variants = [{ weight: 0, weightType: 'variable' as const }, ...some].map(
          (each, index) => ({ ...each, name: `v${index}`, stickiness: 'default' }),
        );

        expect(balanceWeights(variants)).toEqual(serverWeights(variants, '/body'));
      }),
    );
  });

  test('an entered weight is fixed, and one of the other variants stays variable', () => {
    const variable = { weight: 500, weightType: 'variable' as const };
    const fixed = { weight: 200, weightType: 'fix' as const };

    const first = balanceWeights(fixWeight([variable, variable, variable], 0, 200));
    const last = balanceWeights(fixWeight([fixed, variable], 1, 300));

    expect(first.map(({ weight }) => weight)).toEqual([200, 400, 400]);
    expect(last).toEqual([
      { weight: 700, weightType: 'variable' },
      { weight: 300, weightType: 'fix' },
    ]);
    expect(fixWeight([variable], 0, 300)).toEqual([variable]);
  });

  test('a moved boundary changes the two weights beside it, as the server will store them', () => {
    const weight = fc.integer({ min: 0, max: 150 });
    const weightType = fc.constantFrom('fix' as const, 'variable' as const);
    const some = fc.array(fc.record({ weight, weightType }), { minLength: 1, maxLength: 5 });
    const move = fc.record({ at: fc.nat(9), by: fc.integer({ min: -1100, max: 1100 }) });
    fc.assert(
      fc.property(some, fc.nat(9), fc.array(move, { maxLength: 4 }), (others, place, moves) => {
        const free = { weight: 0, weightType: 'variable' as const };
        const all = others.toSpliced(place % (others.length + 1), 0, free);
        let variants = balanceWeights(
          all.map((each, index) => ({ ...each, name: `v${index}`, stickiness: 'default' })),
        );
        for (const { at, by } of moves) {
          const index = at % (variants.length - 1);
          const [left = 0, right = 0] = variants.slice(index, index + 2).map((each) => each.weight);
          const moved = moveBoundary(variants, index, by);
          const expected = variants.map((each) => each.weight);
          expected[index] = Math.min(left + right, Math.max(0, left + by));
          expected[index + 1] = left + right - (expected[index] ?? 0);

          expect(moved.map((each) => each.weight)).toEqual(expected);
          expect(serverWeights(moved, '/body')).toEqual(moved);
          variants = moved;
        }
      }),
    );
  });
});

describe('times in inputs', () => {
  test('survive a round trip, and empty stays empty', () => {
    const moment = '2026-01-31T09:30:00.000Z';

    expect(fromLocal(toLocal(moment))).toBe(moment);
    expect([toLocal(''), fromLocal('')]).toEqual(['', '']);
  });
});

describe('editing a change', () => {
  test('keeps the proposed members and takes the others from the current state', () => {
    const before = { title: 'Beta', parameters: { rollout: '10', stickiness: 'userId' } };
    const proposed = { title: 'Beta', parameters: { rollout: '90', stickiness: 'userId' } };
    const now = { title: 'Gamma', parameters: { rollout: '30', stickiness: 'sessionId' } };

    expect(rebase(before, proposed, now)).toEqual({
      title: 'Gamma',
      parameters: { rollout: '90', stickiness: 'sessionId' },
    });
    expect(rebase(before, { title: 'Delta' }, now)).toEqual({ ...now, title: 'Delta' });
  });

  test('merges as the server does', () => {
    const value = fc.constantFrom<unknown>('a', 'b', null, ['a'], ['b']);
    const parameters = fc.dictionary(fc.constantFrom('rollout', 'groupId'), value);
    const strategy = fc.record(
      { title: value, constraints: value, parameters },
      { requiredKeys: ['title', 'constraints', 'parameters'] },
    );
    const proposal = fc.record(
      { title: value, constraints: value, parameters },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(strategy, proposal, strategy, (before, proposed, now) => {
        const merged = merge(before, now, { ...before, ...proposed });
        expect(rebase(before, proposed, now)).toEqual(merged.value);
      }),
    );
  });
});
