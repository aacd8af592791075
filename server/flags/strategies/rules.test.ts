import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateStrategy } from '../../delivery/evaluation/strategies.ts';
import {
  applyStrategyUpdate,
  assertRoom,
  blankStrategy,
  nextSortOrder,
  type StrategyContext,
  type StrategyData,
  withGroupId,
  withoutSegment,
} from './rules.ts';
import type { Constraint, StrategyUpdate } from './schema.ts';

const context: StrategyContext = {
  project: 'web',
  stickiness: 'userId',
  types: ['flexibleRollout', 'custom'],
  legalValues: new Map([['tier', ['gold']]]),
  segments: [1, 2, 3, 4, 5, 6].map((id) => ({ id, project: id % 2 ? null : 'web' })),
};

const update = (input: StrategyUpdate, before: Partial<StrategyData> = {}, more = {}) =>
  applyStrategyUpdate({ ...blankStrategy, ...before }, input, { ...context, ...more });

const refusal = (path: string) =>
  expect.objectContaining({ status: 400, details: [expect.objectContaining({ path })] });

const inList = (length: number, contextName = 'userId'): Constraint => ({
  contextName,
  operator: 'IN',
  values: Array.from({ length }, (_, index) => `v${index}`),
  inverted: false,
  caseInsensitive: false,
});

describe('limits', () => {
  test.each([
    [29, true],
    [30, true],
    [31, false],
  ])('%i constraints', (count, fits) => {
    const input = { constraints: Array.from({ length: count }, () => inList(1)) };

    if (fits) expect(update(input).constraints).toHaveLength(count);
    else expect(() => update(input)).toThrow(refusal('/body/constraints'));
  });

  test.each([
    [249, true],
    [250, true],
    [251, false],
  ])('%i values of a constraint', (count, fits) => {
    const input = { constraints: [inList(1), inList(count)] };

    if (fits) expect(update(input).constraints).toHaveLength(2);
    else expect(() => update(input)).toThrow(refusal('/body/constraints/1/values'));
  });

  test.each([
    ['unchanged', 300, true],
    ['shorter', 299, true],
    ['longer', 301, false],
  ])('a stored list of 300 values, sent back %s', (_, count, fits) => {
    const before = { constraints: [inList(300)] };
    const input = { constraints: [inList(count)] };

    if (fits) expect(update(input, before)).toMatchObject(input);
    else expect(() => update(input, before)).toThrow(refusal('/body/constraints/0/values'));
  });

  test('a stored list above the limit does not raise the limit of other lists', () => {
    const before = { constraints: [inList(300)] };
    const input = { constraints: [inList(300), inList(251, 'appName')] };

    expect(() => update(input, before)).toThrow(refusal('/body/constraints/1/values'));
  });

  test.each([
    [4, true],
    [5, true],
    [6, false],
  ])('%i segments', (count, fits) => {
    const segments = [1, 2, 3, 4, 5, 6].slice(0, count);

    if (fits) expect(update({ segments }).segments).toEqual(segments);
    else expect(() => update({ segments })).toThrow(refusal('/body/segments'));
  });

  test.each([
    [28, true],
    [29, true],
    [30, false],
  ])('one more strategy in addition to %i', (count, fits) => {
    const strategies = Array.from({ length: count }, () => blankStrategy);

    if (fits) expect(() => assertRoom(strategies)).not.toThrow();
    else expect(() => assertRoom(strategies)).toThrow('at most 30 strategies');
  });
});

describe('segments', () => {
  test('are sorted without duplicates', () => {
    expect(update({ segments: [3, 1, 3] }).segments).toEqual([1, 3]);
  });

  test('that are unknown or of another project are refused', () => {
    const foreign = { segments: [{ id: 1, project: 'ios' }] };

    expect(() => update({ segments: [9] })).toThrow(refusal('/body/segments'));
    expect(() => update({ segments: [1] }, {}, foreign)).toThrow(refusal('/body/segments'));
  });
});

describe('parameters', () => {
  test('numbers and booleans become text', () => {
    const parameters = { share: 12.5, deep: true, text: 'x', big: 1e21 };

    expect(update({ name: 'custom', parameters }).parameters).toEqual({
      share: '12.5',
      deep: 'true',
      text: 'x',
      big: '1e+21',
    });
  });

  test.each([
    [{}, { rollout: '100', stickiness: 'userId' }],
    [
      { rollout: '', stickiness: '' },
      { rollout: '100', stickiness: 'userId' },
    ],
    [{ rollout: 0 }, { rollout: '0', stickiness: 'userId' }],
    [
      { rollout: '100', stickiness: 'random' },
      { rollout: '100', stickiness: 'random' },
    ],
    [{ rollout: '33.3' }, { rollout: '33.3', stickiness: 'userId' }],
  ])('a gradual rollout of %j gets the missing parameters', (parameters, expected) => {
    expect(update({ name: 'flexibleRollout', parameters }).parameters).toEqual(expected);
  });

  test.each(['-1', '101', '100.1', 'half', '50%', ' '])(
    'a rollout of "%s" is refused',
    (rollout) => {
      const input = { name: 'flexibleRollout', parameters: { rollout } };

      expect(() => update(input)).toThrow(refusal('/body/parameters/rollout'));
    },
  );

  test('groupId defaults to the flag, for a gradual rollout only', () => {
    const rollout = { ...blankStrategy, name: 'flexibleRollout' };

    expect(withGroupId(rollout, 'flag').parameters).toEqual({ groupId: 'flag' });
    expect(withGroupId({ ...rollout, parameters: { groupId: '' } }, 'flag').parameters).toEqual({
      groupId: 'flag',
    });
    expect(withGroupId({ ...rollout, parameters: { groupId: 'g' } }, 'flag').parameters).toEqual({
      groupId: 'g',
    });
    expect(withGroupId(blankStrategy, 'flag').parameters).toEqual({});
  });
});

describe('unchanged members', () => {
  const before: StrategyData = {
    name: 'deleted',
    title: 'Title',
    disabled: true,
    sortOrder: 4,
    segments: [77],
    constraints: [{ ...inList(1, 'tier'), values: ['silver'] }],
    variants: [{ name: 'a', weight: 3, weightType: 'variable', stickiness: 'default' }],
    parameters: { rollout: '999' },
  };

  test('are not checked when they are left out', () => {
    expect(update({}, before, { types: [] })).toEqual(before);
  });

  test('are not checked when they are sent back', () => {
    expect(update(before, before, { types: [] })).toEqual(before);
  });

  test('null resets title and disabled', () => {
    expect(update({ title: null, disabled: null }, before)).toMatchObject({
      title: null,
      disabled: false,
    });
  });
});

test('a strategy type must exist', () => {
  expect(() => update({ name: 'nonsense' }, {}, { types: [] })).toThrow(refusal('/body/name'));
});

test.each([
  [[], 0],
  [[0, 3], 4],
  [[-5], -4],
  [[2_147_483_647], 2_147_483_647],
])('after the sort orders %j follows %i', (sortOrders, next) => {
  expect(nextSortOrder(sortOrders.map((sortOrder) => ({ ...blankStrategy, sortOrder })))).toBe(
    next,
  );
});

describe('a strategy with the constraints of a segment instead of the segment', () => {
  const value = fc.constantFrom('a', 'b', 'ab', '');
  const constraints = fc.array(
    fc.record({
      contextName: fc.constantFrom('userId', 'appName', 'tier'),
      operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS', 'STR_STARTS_WITH'),
      values: fc.array(value, { minLength: 1, maxLength: 2 }),
      inverted: fc.boolean(),
      caseInsensitive: fc.boolean(),
    } satisfies Record<string, fc.Arbitrary<unknown>>),
    { maxLength: 3 },
  ) as fc.Arbitrary<Constraint[]>;
  const context = fc.record({ userId: value, appName: value }, { requiredKeys: [] });

  test('selects the same users', () => {
    fc.assert(
      fc.property(constraints, constraints, context, (own, inherited, user) => {
        const segment = { id: 7, name: 's', constraints: inherited };
        const before = { ...blankStrategy, name: 'default', constraints: own, segments: [7] };
        const after = withoutSegment(before, segment);

        const [one, other] = [before, after].map(
          (strategy) =>
            evaluateStrategy(
              strategy,
              user,
              { segment: () => segment },
              { now: 0, random: () => 0 },
            ).result,
        );

        expect(after.segments).toEqual([]);
        expect(other).toBe(one);
      }),
    );
  });
});
