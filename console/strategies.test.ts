import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge } from '../server/approvals/previews/merge.ts';
import { operators } from '../server/flags/strategies/schema.ts';
import { balanceWeights as serverWeights } from '../server/flags/strategies/weights.ts';
import { rebase } from './src/approvals/change-request/rebase.ts';
import {
  audienceOf,
  constraintValues,
  operatorLabel,
  operatorLabels,
} from './src/flags/strategies/labels.ts';
import { balanceWeights } from './src/flags/strategies/weights.ts';
import { fromLocal, toLocal } from './src/ui/local-time.ts';

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
    expect(Object.keys(operatorLabels).sort()).toEqual([...operators].sort());
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
