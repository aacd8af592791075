import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateConstraint } from './constraints.ts';
import { evaluateFlag } from './evaluate.ts';
import type { Constraint, Context, EvaluationOptions, Flag, Segment, Strategy } from './model.ts';

const now = Date.parse('2026-06-01T00:00:00.000Z');
const fixedOptions: EvaluationOptions = { now, random: () => 0.5 };

const evaluate = (
  flag: Partial<Flag>,
  context: Context = {},
  more: { others?: Flag[]; segments?: Segment[]; options?: Partial<EvaluationOptions> } = {},
) => {
  const { others = [], segments = [], options } = more;
  const flags = [{ name: 'flag', enabled: true, ...flag }, ...others];
  const lookup = {
    flag: (name: string) => flags.find((it) => it.name === name),
    segment: (id: number) => segments.find((it) => it.id === id),
  };
  return evaluateFlag(lookup, 'flag', context, { ...fixedOptions, ...options });
};

const holds = (constraint: Constraint, context: Context) =>
  evaluateConstraint(constraint, context, fixedOptions).result;

describe('the reasons', () => {
  test('are given for a flag that is unknown, off, or without strategies', () => {
    const lookup = { flag: () => undefined, segment: () => undefined };

    expect(evaluateFlag(lookup, 'nothing', {}, fixedOptions)).toMatchObject({
      enabled: false,
      reason: 'unknown-flag',
    });
    expect(evaluate({ enabled: false })).toMatchObject({ enabled: false, reason: 'switched-off' });
    expect(evaluate({ strategies: [] })).toMatchObject({ enabled: true, reason: 'no-strategies' });
  });

  test('a constraint that failed has the value it compared', () => {
    const fails = { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] };
    const strategy = { name: 'default', constraints: [fails] };

    const outcome = evaluate({ strategies: [strategy] }, { properties: { country: 'DK' } });

    expect(outcome).toEqual({
      enabled: false,
      reason: 'no-strategy-applies',
      variant: { name: 'disabled', enabled: false },
      dependencies: [],
      strategiesResult: false,
      strategies: [
        {
          strategy,
          result: false,
          constraints: [{ constraint: fails, result: false, contextValue: 'DK' }],
          segments: [],
        },
      ],
    });
  });

  test('a segment that does not exist never matches, and is named', () => {
    const { enabled, strategies } = evaluate({ strategies: [{ name: 'default', segments: [7] }] });

    expect(enabled).toBe(false);
    expect(strategies[0]?.segments).toEqual([{ id: 7, result: false, constraints: [] }]);
  });

  test('a rollout has its bucket and its stickiness value', () => {
    const parameters = { rollout: '72', stickiness: 'userId', groupId: 'gr1' };
    const strategies = [{ name: 'flexibleRollout', parameters }];

    const outcome = evaluate({ strategies }, { userId: '123' });

    expect(outcome.enabled).toBe(false);
    expect(outcome.strategies[0]?.rule).toEqual({
      result: false,
      reason: {
        kind: 'rollout',
        percentage: 72,
        stickiness: 'userId',
        stickinessValue: '123',
        bucket: 73,
      },
    });
  });

  test('a custom strategy is unknown, and evaluates to off', () => {
    const outcome = evaluate({ strategies: [{ name: 'ourOwn' }] });

    expect(outcome).toMatchObject({ enabled: false, strategiesResult: 'unknown' });
    expect(outcome.strategies[0]?.rule?.reason).toEqual({ kind: 'unknown-strategy' });
  });

  test('the parent that disables a flag is named', () => {
    const parent = { name: 'parent', enabled: false };

    const outcome = evaluate({ dependencies: [{ feature: 'parent' }] }, {}, { others: [parent] });

    expect(outcome).toMatchObject({
      enabled: false,
      reason: 'unsatisfied-dependency',
      dependencies: [{ dependency: { feature: 'parent' }, result: false }],
    });
  });
});

describe('application hosts', () => {
  const strategies = [{ name: 'applicationHostname', parameters: { hostNames: 'One, TWO' } }];

  test.each([
    ['one', true],
    ['Two', true],
    ['three', false],
  ])('on host %s: %s', (hostname, expected) => {
    expect(evaluate({ strategies }, {}, { options: { hostname } }).enabled).toBe(expected);
  });

  test('an unknown host is no host', () => {
    expect(evaluate({ strategies })).toMatchObject({ enabled: false, strategiesResult: 'unknown' });
  });
});

describe('properties', () => {
  const text = fc.constantFrom('a', 'b', 'AB', 'ab', '1', '1.0.0', '2.0.0-rc.1', '10', '', '-3.5');
  const operator = fc.constantFrom(
    ...['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS'],
    ...['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE', 'DATE_AFTER', 'DATE_BEFORE'],
    ...['SEMVER_EQ', 'SEMVER_GT', 'SEMVER_GTE', 'SEMVER_LT', 'SEMVER_LTE', 'REGEX', 'IN_CIDR'],
  );
  const constraint: fc.Arbitrary<Constraint> = fc.record({
    contextName: fc.constantFrom('userId', 'plan', 'currentTime'),
    operator,
    values: fc.array(text, { maxLength: 3 }),
    value: text,
    caseInsensitive: fc.boolean(),
  });
  const context: fc.Arbitrary<Context> = fc.record(
    {
      userId: text,
      currentTime: fc.constantFrom('2026-01-01', 'no date'),
      properties: fc.record({ plan: text }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );

  test('inverted is the opposite, for every operator and context', () => {
    fc.assert(
      fc.property(constraint, context, (input, given) => {
        expect(holds({ ...input, inverted: true }, given)).toBe(!holds(input, given));
      }),
    );
  });

  test('NOT_IN is the opposite of IN', () => {
    fc.assert(
      fc.property(constraint, context, (input, given) => {
        expect(holds({ ...input, operator: 'NOT_IN' }, given)).toBe(
          !holds({ ...input, operator: 'IN' }, given),
        );
      }),
    );
  });

  test('an unknown operator never matches, inverted or not', () => {
    const unknown = { contextName: 'userId', operator: 'LIKE', value: 'a' };

    expect(holds(unknown, { userId: 'a' })).toBe(false);
    expect(holds({ ...unknown, inverted: true }, { userId: 'a' })).toBe(false);
  });

  const strategy: fc.Arbitrary<Strategy> = fc.record({
    name: fc.constantFrom('default', 'flexibleRollout', 'userWithId', 'remoteAddress', 'ourOwn'),
    parameters: fc.record({
      rollout: fc.integer({ min: 0, max: 100 }).map(String),
      stickiness: fc.constantFrom('default', 'userId', 'plan'),
      groupId: text,
      userIds: text,
    }),
    constraints: fc.array(constraint, { maxLength: 2 }),
    segments: fc.subarray([1, 2, 3]),
  });
  const segments = [
    { id: 1, constraints: [] },
    { id: 2, constraints: [{ contextName: 'plan', operator: 'IN', values: ['a'] }] },
  ];

  test('a thorough evaluation has the same result as one that stops early', () => {
    fc.assert(
      fc.property(
        fc.record({ enabled: fc.boolean(), strategies: fc.array(strategy, { maxLength: 4 }) }),
        context,
        (flag, given) => {
          const quick = evaluate(flag, given, { segments });
          const thorough = evaluate(flag, given, { segments, options: { thorough: true } });

          expect([thorough.enabled, thorough.variant]).toEqual([quick.enabled, quick.variant]);
          expect(thorough.reason).toBe(quick.reason);
        },
      ),
    );
  });

  test('a segment has the same result as its constraints in the strategy', () => {
    fc.assert(
      fc.property(fc.array(constraint, { maxLength: 3 }), context, (constraints, given) => {
        const direct = evaluate({ strategies: [{ name: 'default', constraints }] }, given);
        const apart = evaluate({ strategies: [{ name: 'default', segments: [9] }] }, given, {
          segments: [{ id: 9, constraints }],
        });

        expect(apart.enabled).toBe(direct.enabled);
      }),
    );
  });

  test('a larger rollout never turns a flag off for a user', () => {
    const at = (rollout: number, userId: string) =>
      evaluate(
        { strategies: [{ name: 'flexibleRollout', parameters: { rollout: String(rollout) } }] },
        { userId },
      ).enabled;
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.string({ minLength: 1 }), (one, other, userId) => {
        expect(at(Math.max(one, other), userId) || !at(Math.min(one, other), userId)).toBe(true);
        expect([at(0, userId), at(100, userId)]).toEqual([false, true]);
      }),
    );
  });
});

describe('shares', () => {
  const ids = 20_000;
  /** Five standard deviations: one run in a million would fail by chance. */
  const bound = (share: number) => 5 * Math.sqrt(ids * share * (1 - share));

  test('a rollout of n percent is on for n percent of many ids', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 99 }), (groupId, percentage) => {
        const parameters = { rollout: String(percentage), stickiness: 'userId', groupId };
        const strategies = [{ name: 'flexibleRollout', parameters }];
        const on = range(ids).filter((id) => evaluate({ strategies }, { userId: `${id}` }).enabled);

        const share = percentage / 100;
        expect(Math.abs(on.length - ids * share)).toBeLessThan(bound(share));
      }),
      { numRuns: 10 },
    );
  });

  test('variants are shown in the proportion of their weights', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 999 }), (name, weight) => {
        const variants = [
          { name: 'one', weight },
          { name: 'never', weight: 0 },
          { name: 'other', weight: 1000 - weight },
        ];
        const lookup = {
          flag: () => ({ name, enabled: true, variants }),
          segment: () => undefined,
        };
        const shown = range(ids).map(
          (id) => evaluateFlag(lookup, name, { userId: `${id}` }, fixedOptions).variant.name,
        );

        const share = weight / 1000;
        const ones = shown.filter((it) => it === 'one').length;
        expect(shown).not.toContain('never');
        expect(Math.abs(ones - ids * share)).toBeLessThan(bound(share));
      }),
      { numRuns: 10 },
    );
  });
});

const range = (length: number) => Array.from({ length }, (_, index) => index);
