import { describe, expect, test } from 'vitest';
import {
  assertRoom,
  blankStrategy,
  grouped,
  nextSortOrder,
  type StrategyData,
  type Surroundings,
  settleStrategy,
} from './rules.ts';
import type { Constraint, StrategyUpdate } from './schema.ts';

const around: Surroundings = {
  project: 'web',
  stickiness: 'userId',
  types: ['flexibleRollout', 'custom'],
  legalValues: new Map([['tier', ['gold']]]),
  segments: [1, 2, 3, 4, 5, 6].map((id) => ({ id, project: id % 2 ? null : 'web' })),
};

const settle = (input: StrategyUpdate, before: Partial<StrategyData> = {}, more = {}) =>
  settleStrategy({ ...blankStrategy, ...before }, input, { ...around, ...more });

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

    if (fits) expect(settle(input).constraints).toHaveLength(count);
    else expect(() => settle(input)).toThrow(refusal('/body/constraints'));
  });

  test.each([
    [249, true],
    [250, true],
    [251, false],
  ])('%i values of a constraint', (count, fits) => {
    const input = { constraints: [inList(1), inList(count)] };

    if (fits) expect(settle(input).constraints).toHaveLength(2);
    else expect(() => settle(input)).toThrow(refusal('/body/constraints/1/values'));
  });

  test.each([
    ['kept', 300, true],
    ['shortened', 299, true],
    ['grown', 301, false],
  ])('a list that is longer already may be %s', (_, count, fits) => {
    const before = { constraints: [inList(300)] };
    const input = { constraints: [inList(count)] };

    if (fits) expect(settle(input, before)).toMatchObject(input);
    else expect(() => settle(input, before)).toThrow(refusal('/body/constraints/0/values'));
  });

  test('a list that is longer already is no excuse for another one', () => {
    const before = { constraints: [inList(300)] };
    const input = { constraints: [inList(300), inList(251, 'appName')] };

    expect(() => settle(input, before)).toThrow(refusal('/body/constraints/1/values'));
  });

  test.each([
    [4, true],
    [5, true],
    [6, false],
  ])('%i segments', (count, fits) => {
    const segments = [1, 2, 3, 4, 5, 6].slice(0, count);

    if (fits) expect(settle({ segments }).segments).toEqual(segments);
    else expect(() => settle({ segments })).toThrow(refusal('/body/segments'));
  });

  test.each([
    [28, true],
    [29, true],
    [30, false],
  ])('one more strategy where there are %i', (count, fits) => {
    const strategies = Array.from({ length: count }, () => blankStrategy);

    if (fits) expect(() => assertRoom(strategies)).not.toThrow();
    else expect(() => assertRoom(strategies)).toThrow('at most 30 strategies');
  });
});

describe('segments', () => {
  test('are sorted and each is there once', () => {
    expect(settle({ segments: [3, 1, 3] }).segments).toEqual([1, 3]);
  });

  test('an unknown one and one of another project are refused', () => {
    const foreign = { segments: [{ id: 1, project: 'ios' }] };

    expect(() => settle({ segments: [9] })).toThrow(refusal('/body/segments'));
    expect(() => settle({ segments: [1] }, {}, foreign)).toThrow(refusal('/body/segments'));
  });
});

describe('parameters', () => {
  test('numbers and booleans become text', () => {
    const parameters = { share: 12.5, deep: true, word: 'x', big: 1e21 };

    expect(settle({ name: 'custom', parameters }).parameters).toEqual({
      share: '12.5',
      deep: 'true',
      word: 'x',
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
  ])('a gradual rollout of %j is complete', (parameters, expected) => {
    expect(settle({ name: 'flexibleRollout', parameters }).parameters).toEqual(expected);
  });

  test.each(['-1', '101', '100.1', 'half', '50%', ' '])(
    'a rollout of "%s" is refused',
    (rollout) => {
      const input = { name: 'flexibleRollout', parameters: { rollout } };

      expect(() => settle(input)).toThrow(refusal('/body/parameters/rollout'));
    },
  );

  test('only a gradual rollout is given a group, and only where it has none', () => {
    const rollout = { ...blankStrategy, name: 'flexibleRollout' };

    expect(grouped(rollout, 'flag').parameters).toEqual({ groupId: 'flag' });
    expect(grouped({ ...rollout, parameters: { groupId: '' } }, 'flag').parameters).toEqual({
      groupId: 'flag',
    });
    expect(grouped({ ...rollout, parameters: { groupId: 'g' } }, 'flag').parameters).toEqual({
      groupId: 'g',
    });
    expect(grouped(blankStrategy, 'flag').parameters).toEqual({});
  });
});

describe('what stays as it was', () => {
  const before: StrategyData = {
    name: 'gone',
    title: 'Title',
    disabled: true,
    sortOrder: 4,
    segments: [77],
    constraints: [{ ...inList(1, 'tier'), values: ['silver'] }],
    variants: [{ name: 'a', weight: 3, weightType: 'variable', stickiness: 'default' }],
    parameters: { rollout: '999' },
  };

  test('is kept when nothing is said of it', () => {
    expect(settle({}, before, { types: [] })).toEqual(before);
  });

  test('is not judged again when it is sent back', () => {
    expect(settle(before, before, { types: [] })).toEqual(before);
  });

  test('null empties title and disabled', () => {
    expect(settle({ title: null, disabled: null }, before)).toMatchObject({
      title: null,
      disabled: false,
    });
  });
});

test('a strategy type must be known', () => {
  expect(() => settle({ name: 'nonsense' }, {}, { types: [] })).toThrow(refusal('/body/name'));
});

test.each([
  [[], 0],
  [[0, 3], 4],
  [[-5], -4],
  [[2_147_483_647], 2_147_483_647],
])('after the numbers %j comes %i', (numbers, next) => {
  expect(nextSortOrder(numbers.map((sortOrder) => ({ ...blankStrategy, sortOrder })))).toBe(next);
});
