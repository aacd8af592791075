import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../delivery/evaluation/model.ts';
import type { StrategyToEvaluate } from '../../delivery/playground/queries.ts';
import type { Constraint } from '../../flags/strategies/schema.ts';
import { type Comparison, effectOn, evaluationDataOf } from './evaluation-data.ts';
import { sampleContexts, sampleMax } from './sample-contexts.ts';

const now = Date.parse('2026-01-15T12:00:00Z');
const key = { name: 'flag', environment: 'development' };

type Strategy = Partial<StrategyToEvaluate>;

function comparisonOf(before: readonly Strategy[], after: readonly Strategy[]): Comparison {
  return { before: dataOf(before), after: dataOf(after) };
}

function dataOf(strategies: readonly Strategy[]) {
  const flag = { ...key, project: 'default', enabled: true, variants: [], dependencies: [] };
  const complete = strategies.map((strategy, index) => ({
    id: String(index),
    name: 'flexibleRollout',
    title: null,
    disabled: false,
    constraints: [],
    segments: [],
    variants: [],
    parameters: rollout(100),
    ...strategy,
  }));
  return evaluationDataOf([{ ...flag, strategies: complete }], []);
}

const rollout = (percentage: number, stickiness = 'default') => ({
  rollout: String(percentage),
  groupId: 'flag',
  stickiness,
});

const differs = (comparison: Comparison, contexts: readonly Context[]) =>
  contexts.some((_, index) => effectOn(comparison, key, { contexts, index, now }) !== undefined);

async function isFound(before: readonly Strategy[], after: readonly Strategy[]): Promise<boolean> {
  const comparison = comparisonOf(before, after);
  const contexts = await sampleContexts(comparison, now);
  expect(contexts.length).toBeLessThanOrEqual(sampleMax);
  return differs(comparison, contexts);
}

const isIn = (contextName: string, ...values: string[]): Constraint => ({
  contextName,
  operator: 'IN',
  values,
});

describe('sampleContexts', () => {
  test.each(['default', 'random', 'companyId', 'sessionId'])(
    'finds a rollout with stickiness %s to users that two constraints accept',
    async (stickiness) => {
      const constraints = [isIn('plan', 'pro'), isIn('country', 'no', 'se')];
      const atPercent = (percentage: number) => [
        { constraints, parameters: rollout(percentage, stickiness) },
      ];

      expect(await isFound(atPercent(10), atPercent(50))).toBe(true);
      expect(await isFound(atPercent(30), atPercent(0))).toBe(true);
      expect(await isFound(atPercent(10), atPercent(10))).toBe(false);
    },
  );

  test('finds the one value that a long list gains', async () => {
    const plans = Array.from({ length: 250 }, (_, index) => `plan ${index}`);
    const onPlan = (...values: string[]) => [
      { constraints: [isIn('country', 'no'), isIn('plan', ...values)] },
    ];

    expect(await isFound(onPlan(...plans), onPlan(...plans, 'new'))).toBe(true);
  });

  test('finds the change of one of fifty strategies', async () => {
    const strategiesWith = (percentage: number) =>
      Array.from({ length: 50 }, (_, index) => ({
        constraints: [isIn('plan', `plan ${index}`)],
        parameters: rollout(index === 30 ? percentage : 20),
      }));

    expect(await isFound(strategiesWith(0), strategiesWith(100))).toBe(true);
  });

  test('finds a user that the strategy userWithId gains, and an address', async () => {
    const users = (userIds: string) => [{ name: 'userWithId', parameters: { userIds } }];
    const addresses = (IPs: string) => [{ name: 'remoteAddress', parameters: { IPs } }];

    expect(await isFound(users('ada, bob'), users('ada, bob, eve'))).toBe(true);
    expect(await isFound(addresses('10.0.0.1'), addresses('10.0.0.1, 10.1.0.0/16'))).toBe(true);
  });

  test('does not sample other environments', async () => {
    const inProduction = (percentage: number) => [
      { constraints: [isIn('environment', 'production')], parameters: rollout(percentage) },
    ];

    expect(await isFound(inProduction(100), inProduction(0))).toBe(false);
  });

  test('finds every difference that some context of a grid shows', async () => {
    await fc.assert(
      fc.asyncProperty(strategy, strategy, async (before, after) => {
        const expected = differs(comparisonOf([before], [after]), grid);
        if (expected) expect(await isFound([before], [after])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

const comparing = (
  contextName: string,
  operators: Constraint['operator'][],
  value: fc.Arbitrary<object>,
): fc.Arbitrary<Constraint> =>
  fc
    .record({ operator: fc.constantFrom(...operators), inverted: fc.boolean() })
    .chain((own) => value.map((compared) => ({ contextName, ...own, ...compared })));

const oneOf = (...values: string[]) => fc.record({ value: fc.constantFrom(...values) });

const someOf = (...values: string[]) =>
  fc.record({ values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }) });

const constraint = fc.oneof(
  comparing('plan', ['IN', 'NOT_IN'], someOf('free', 'pro', 'team')),
  comparing('name', ['STR_CONTAINS', 'STR_STARTS_WITH', 'STR_ENDS_WITH'], someOf('ab', 'cd')),
  comparing('age', ['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'], oneOf('1', '3', '6')),
  comparing('version', ['SEMVER_EQ', 'SEMVER_GT', 'SEMVER_LT'], oneOf('1.0.0', '1.2.0', '2.0.0')),
  comparing('any', ['DATE_AFTER', 'DATE_BEFORE'], oneOf('2026-01-10', '2026-01-20')),
);

const strategy = fc.record({ constraints: fc.array(constraint, { maxLength: 3 }) });

const values = {
  plan: [undefined, 'free', 'pro', 'team'],
  name: [undefined, 'ab', 'cd', '-ab-', '-cd', 'cd-'],
  age: [undefined, '0', '2', '3', '5', '7'],
  version: [undefined, '0.9.0', '1.0.0', '1.1.0', '1.2.0', '2.1.0'],
  currentTime: ['2026-01-01', '2026-01-15', '2026-02-01'],
};

const grid = Object.entries(values).reduce<Context[]>(
  (contexts, [field, candidates]) =>
    contexts.flatMap((context) => candidates.map((value) => ({ ...context, [field]: value }))),
  [{}],
);
