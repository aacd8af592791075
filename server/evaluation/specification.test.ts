import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluateFlag } from './evaluate.ts';
import type { Context, Flag, Lookup, Segment } from './model.ts';

/** The specification that the official SDKs are held against, every file of it. */

type Expected = { name: string; enabled: boolean; feature_enabled: boolean; payload?: object };
type Case<T> = { description: string; context: Context; toggleName: string; expectedResult: T };
type DeltaEvent = {
  type: string;
  features?: Flag[];
  segments?: Segment[];
  feature?: Flag;
  featureName?: string;
  segment?: Segment;
};
type Specification = {
  name: string;
  state: { features?: Flag[]; segments?: Segment[]; events?: DeltaEvent[] };
  tests?: Case<boolean>[];
  variantTests?: Case<Expected>[];
};

const home = dirname(
  createRequire(import.meta.url).resolve('@unleash/client-specification/package.json'),
);
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(home, 'specifications', name), 'utf8')) as T;
const specifications = read<string[]>('index.json').map((name) => read<Specification>(name));

test('the specification is there: 22 files with 279 cases', () => {
  const cases = specifications.flatMap(({ tests = [], variantTests = [] }) => [
    ...tests,
    ...variantTests,
  ]);

  expect([specifications.length, cases.length]).toEqual([22, 279]);
});

describe.each(specifications)('$name', ({ state, tests = [], variantTests = [] }) => {
  const lookup = lookupOf(state);
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

/** Two files tell what happened instead of what is. */
function lookupOf({ features = [], segments = [], events = [] }: Specification['state']): Lookup {
  const flags = new Map(features.map((flag) => [flag.name, flag]));
  const known = new Map(segments.map((segment) => [segment.id, segment]));
  for (const event of events) {
    for (const flag of event.features ?? []) flags.set(flag.name, flag);
    for (const segment of event.segments ?? []) known.set(segment.id, segment);
    if (event.feature) flags.set(event.feature.name, event.feature);
    if (event.segment) known.set(event.segment.id, event.segment);
    if (event.type === 'feature-removed') flags.delete(event.featureName ?? '');
  }
  return { flag: (name) => flags.get(name), segment: (id) => known.get(id) };
}
