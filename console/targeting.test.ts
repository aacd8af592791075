import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge } from '../server/approvals/previews/merge.ts';
import { operators } from '../server/flags/strategies/schema.ts';
import { balanceWeights } from '../server/flags/strategies/weights.ts';
import { rebase } from './src/approvals/change-request/rebase.ts';
import { usageByEnvironment } from './src/flags/flag/usage-sums.ts';
import { settleWeights } from './src/flags/strategies/weights.ts';
import {
  constraintValues,
  operatorSays,
  operatorWords,
  whoOf,
} from './src/flags/strategies/words.ts';
import { fromLocal, toLocal } from './src/ui/local-time.ts';

describe('strategies in words', () => {
  test.each([
    ['default', {}, 'Everybody'],
    ['flexibleRollout', { rollout: '25' }, '25 % of everybody, steady by user or session'],
    [
      'flexibleRollout',
      { rollout: '0', stickiness: 'userId' },
      '0 % of everybody, steady by userId',
    ],
    ['flexibleRollout', { stickiness: 'random' }, '100 % of all evaluations, at random'],
    ['userWithId', { userIds: 'ann, bob,' }, 'The users ann, bob'],
    ['userWithId', {}, 'Nobody: the users are not named yet'],
    ['ours', { anything: '1' }, 'ours'],
  ])('%s with %o is said as a sentence', (name, parameters, sentence) => {
    expect(whoOf({ name, parameters })).toBe(sentence);
  });

  test('every operator has words, and other ones for its opposite', () => {
    expect(Object.keys(operatorWords).sort()).toEqual([...operators].sort());
    for (const operator of operators) {
      const constraint = { contextName: 'field', operator };
      expect(operatorSays(constraint)).not.toBe(operatorSays({ ...constraint, inverted: true }));
    }
  });

  test('a constraint compares with its values or its value, whichever its operator takes', () => {
    const both = { contextName: 'field', values: ['a', 'b'], value: '7' };

    expect(constraintValues({ ...both, operator: 'IN' })).toEqual(['a', 'b']);
    expect(constraintValues({ ...both, operator: 'NUM_GT' })).toEqual(['7']);
  });
});

describe('weights of variants', () => {
  test('are shown as the server will settle them', () => {
    const variant = fc.record({
      weight: fc.integer({ min: 0, max: 100 }),
      weightType: fc.constantFrom('fix' as const, 'variable' as const),
    });
    fc.assert(
      fc.property(fc.array(variant, { maxLength: 9 }), (some) => {
        const variants = [{ weight: 0, weightType: 'variable' as const }, ...some].map(
          (each, index) => ({ ...each, name: `v${index}`, stickiness: 'default' }),
        );

        expect(settleWeights(variants)).toEqual(balanceWeights(variants, '/body'));
      }),
    );
  });
});

describe('usage', () => {
  test('is summed over applications, hour by hour, with nothing in the hours between', () => {
    const now = Date.parse('2026-01-31T12:30:00Z');
    const report = (timestamp: string, appName: string, yes: number) => ({
      featureName: 'flag',
      appName,
      environment: 'production',
      timestamp,
      yes,
      no: 1,
      variants: { red: yes },
    });

    const [usage] = usageByEnvironment(
      [
        report('2026-01-31T12:00:00Z', 'web', 5),
        report('2026-01-31T12:00:00Z', 'ios', 2),
        report('2026-01-31T10:00:00Z', 'web', 1),
      ],
      3,
      now,
    );

    expect(usage?.hours.map(({ yes }) => yes)).toEqual([1, 0, 7]);
    expect(usage).toMatchObject({ yes: 8, no: 3, variants: [{ name: 'red', weight: 8 }] });
  });
});

describe('moments in inputs', () => {
  test('come back to the minute, and nothing stays nothing', () => {
    const moment = '2026-01-31T09:30:00.000Z';

    expect(fromLocal(toLocal(moment))).toBe(moment);
    expect([toLocal(''), fromLocal('')]).toEqual(['', '']);
  });
});

describe('a change that is edited', () => {
  test('keeps what it wants, and takes from now what it left as it was', () => {
    const before = { title: 'Beta', parameters: { rollout: '10', stickiness: 'userId' } };
    const wish = { title: 'Beta', parameters: { rollout: '90', stickiness: 'userId' } };
    const now = { title: 'Gamma', parameters: { rollout: '30', stickiness: 'sessionId' } };

    expect(rebase(before, wish, now)).toEqual({
      title: 'Gamma',
      parameters: { rollout: '90', stickiness: 'sessionId' },
    });
    expect(rebase(before, { title: 'Delta' }, now)).toEqual({ ...now, title: 'Delta' });
  });

  test('comes out as the server merges it', () => {
    const value = fc.constantFrom<unknown>('a', 'b', null, ['a'], ['b']);
    const parameters = fc.dictionary(fc.constantFrom('rollout', 'groupId'), value);
    const strategy = fc.record(
      { title: value, constraints: value, parameters },
      { requiredKeys: ['title', 'constraints', 'parameters'] },
    );
    const wish = fc.record({ title: value, constraints: value, parameters }, { requiredKeys: [] });

    fc.assert(
      fc.property(strategy, wish, strategy, (before, wanted, now) => {
        const merged = merge(before, now, { ...before, ...wanted });
        expect(rebase(before, wanted, now)).toEqual(merged.value);
      }),
    );
  });
});
