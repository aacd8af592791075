import { describe, expect, test } from 'vitest';
import { specifications, stateIn } from '../../testing/client-specification.ts';
import { evaluateFlag } from './evaluate.ts';
import type { Context } from './model.ts';

test('the specification has 22 files with 279 cases', () => {
  const cases = specifications.flatMap(({ tests = [], variantTests = [] }) => [
    ...tests,
    ...variantTests,
  ]);

  expect([specifications.length, cases.length]).toEqual([22, 279]);
});

describe.each(specifications)('$name', ({ state, tests = [], variantTests = [] }) => {
  const { flags, segments } = stateIn(state);
  const lookup = {
    flag: (name: string) => flags.get(name),
    segment: (id: number) => segments.get(id),
  };
  const evaluate = (name: string, context: Context) =>
    evaluateFlag(lookup, name, context, { now: Date.now(), random: Math.random });

  test.each(tests)('$description', ({ toggleName, context, expectedResult }) => {
    expect(evaluate(toggleName, context).enabled).toBe(expectedResult);
  });

  test.each(variantTests)('variant: $description', ({ toggleName, context, expectedResult }) => {
    const { variant, enabled } = evaluate(toggleName, context);

    expect({ ...variant, feature_enabled: enabled }).toEqual(expectedResult);
  });
});
