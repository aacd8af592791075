import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printQuery } from '../platform/query-language/printer.ts';
import { type Expression, joined, type Operator } from '../platform/query-language/syntax.ts';
import { aFlag, aProject } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { caseCount } from '../testing/scale.ts';
import { aSegment, aStrategy } from '../testing/targeting.ts';

const { db, get, put } = await testApp();

/** Too long for an entry of the index. */
const long = 'x'.repeat(300);
const texts = ['a', 'B', 'ü ß', 'a"b(c)', '10', 'or', '\u001f', 'toString'];
const environments = ['development', 'production'];
const names = ['flexibleRollout', 'gradualRolloutUserId', 'userWithId', 'own'];
const segments = ['beta', 'gamma'];

const text = fc.constantFrom(...texts, long);
const field = fc.constantFrom('userId', 'plan', 'app-name');
const variant = fc.record({
  name: text,
  weight: fc.constant(1000),
  stickiness: fc.constantFrom('default', 'plan'),
  payload: fc.option(fc.record({ type: fc.constant('string'), value: text }), { nil: undefined }),
});
const constraint = fc.oneof(
  fc.record({ contextName: field, operator: fc.constant('IN'), values: fc.array(text) }),
  fc.record({ contextName: field, operator: fc.constant('NUM_GT'), value: text }),
  fc.record({ contextName: field, values: fc.constant(null) }),
);
const percentage = fc.constantFrom('0', '1', '9', '50', '55', '99', '100', '', 'half', '101');
const strategy = fc.record({
  environment: fc.constantFrom(...environments),
  name: fc.constantFrom(...names),
  constraints: fc.array(constraint, { maxLength: 2 }),
  parameters: fc.oneof(
    fc.record({ rollout: percentage, stickiness: fc.constantFrom('default', 'random', 'plan') }),
    fc.record({ percentage }),
    fc.constant({}),
  ),
  variants: fc.array(variant, { maxLength: 2 }),
  segments: fc.subarray(segments),
});
type Strategy = {
  environment: string;
  name: string;
  constraints: { contextName: string; values?: string[] | null; value?: string }[];
  parameters: { rollout?: string; percentage?: string; stickiness?: string };
  variants: { name: string; stickiness: string; payload?: { value: string } | undefined }[];
  segments: string[];
};

/** A term, and which strategies have what it names. */
type Leaf = { expression: Expression; has: (strategy: Strategy) => boolean };

const leafOf = (key: string, written: string, has: Leaf['has'], operator: Operator = ''): Leaf => ({
  expression: {
    kind: 'term',
    key,
    operator,
    value: { text: written, prefix: false },
    at: 0,
    valueAt: 0,
  },
  has,
});

const comparisons: Record<Operator, (one: number, other: number) => boolean> = {
  '': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.constantFrom(...names).map((name) => leafOf('strategy', name, (it) => it.name === name)),
  fc
    .constantFrom(...segments)
    .map((name) => leafOf('segment', name, (it) => it.segments.includes(name))),
  text.map((name) =>
    leafOf('variant', name, ({ variants }) => variants.some((it) => it.name === name)),
  ),
  text.map((value) =>
    leafOf('payload', value, ({ variants }) => variants.some((it) => it.payload?.value === value)),
  ),
  fc
    .tuple(field, text)
    .map(([name, value]) =>
      leafOf(`constraint.${name}`, value, ({ constraints }) =>
        constraints.some(
          (it) =>
            it.contextName === name && (it.values?.includes(value) === true || it.value === value),
        ),
      ),
    ),
  field.map((name) => leafOf('context', name, (it) => contextFieldsOf(it).includes(name))),
  fc
    .tuple(
      fc.constantFrom<Operator>('', '<', '<=', '>', '>='),
      fc.constantFrom(0, 1, 9, 10, 50, 57, 99, 100),
    )
    .map(([operator, limit]) =>
      leafOf(
        'rollout',
        String(limit),
        ({ parameters: { rollout, percentage } }) =>
          [rollout, percentage].some(
            (it = '') => /^\d+$/.test(it) && +it <= 100 && comparisons[operator](+it, limit),
          ),
        operator,
      ),
    ),
);

const contextFieldsOf = ({ constraints, parameters, variants }: Strategy) => [
  ...constraints.map(({ contextName }) => contextName),
  parameters.stickiness,
  ...variants.map(({ stickiness }) => stickiness),
];

type Tree = { expression: Expression; matches: (strategies: readonly Strategy[]) => boolean };

/** Leaves in an environment or in any, negated and joined. */
const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    leaf.map(({ expression, has }) => ({
      expression,
      matches: (all: readonly Strategy[]) => all.some(has),
    })),
    fc.tuple(fc.constantFrom(...environments), leaf).map(([environment, { expression, has }]) => ({
      expression: {
        kind: 'within' as const,
        key: 'env',
        value: { text: environment, prefix: false },
        part: expression,
        at: 0,
        partAt: 0,
      },
      matches: (all: readonly Strategy[]) =>
        all.some((it) => it.environment === environment && has(it)),
    })),
    tie('tree').map(({ expression, matches }) => ({
      expression: { kind: 'not' as const, part: expression },
      matches: (all: readonly Strategy[]) => !matches(all),
    })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), tie('tree'), tie('tree'))
      .map(([kind, one, other]) => ({
        expression: joined(kind, [one.expression, other.expression]),
        matches: (all: readonly Strategy[]) =>
          kind === 'and'
            ? one.matches(all) && other.matches(all)
            : one.matches(all) || other.matches(all),
      })),
  ),
})).tree;

const found = async (q: string) => {
  const params = new URLSearchParams({ q, limit: '1000' });
  const { status, body } = await get(`/api/admin/search/features?${params}`);
  expect(status, JSON.stringify([q, body])).toBe(200);
  const flags: { name: string }[] = body.features;
  expect(body.total).toBe(flags.length);
  return flags.map(({ name }) => name).sort();
};

describe('terms about strategies and variants', () => {
  test('find the same flags as reading every strategy', async () => {
    const project = await aProject(db);
    const ids = {
      beta: await aSegment(db, { name: 'beta' }),
      gamma: await aSegment(db, { name: 'gamma' }),
    };
    const plans = fc.sample(fc.array(strategy, { maxLength: 4 }), 30) as Strategy[][];
    const flags = new Map<string, readonly Strategy[]>();
    for (const strategies of plans) {
      const flag = await aFlag(db, { project, enabled: environments });
      for (const planned of strategies) {
        const own = planned.segments.map((name) => ids[name as keyof typeof ids]);
        await aStrategy(db, { flag, ...planned, segments: own });
      }
      flags.set(flag, strategies);
    }

    await fc.assert(
      fc.asyncProperty(trees, async ({ expression, matches }) => {
        const expected = [...flags].filter(([, all]) => matches(all)).map(([name]) => name);
        expect(await found(`project:${project} (${printQuery([expression])})`)).toEqual(
          expected.sort(),
        );
      }),
      { numRuns: caseCount({ short: 60, full: 5000 }) },
    );
  });

  test('follow a change at once', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const id = await aStrategy(db, {
      flag,
      name: 'flexibleRollout',
      parameters: { rollout: '50' },
    });
    const q = `project:${project} rollout:<60`;
    expect(await found(q)).toEqual([flag]);

    const path = `/api/admin/projects/${project}/features/${flag}/environments/development`;
    const { status } = await put(`${path}/strategies/${id}`, {
      name: 'flexibleRollout',
      parameters: { rollout: '70', stickiness: 'default', groupId: flag },
    });

    expect(status).toBe(200);
    expect(await found(q)).toEqual([]);
    expect(await found(`project:${project} env:development(rollout:70 is:off)`)).toEqual([flag]);
    expect(await found(`project:${project} env:development(is:on)`)).toEqual([]);
  });

  test.each([
    ['rollout:<101', 10, 'a percentage'],
    ['rollout:half', 9, 'a percentage'],
    ['strategy:<a', 11, 'takes no "<"'],
    ['env:production(type:release)', 16, '"type:" is not about an environment'],
    ['env:production(text)', 16, 'a text is not about an environment'],
    ['env:production(env:development(is:on))', 16, 'not inside of it'],
    ['env:production(is:stale)', 19, 'expected on, off'],
    ['env:prod*(is:on)', 1, 'parentheses can follow env:<environment> only'],
    ['type:release(is:on)', 1, 'parentheses can follow env:<environment> only'],
    ['constraint.:x', 1, '"constraint.:" is unknown'],
  ])('%s is refused', async (q, position, hint) => {
    const { status, body } = await get(`/api/admin/search/features?${new URLSearchParams({ q })}`);

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ position }]);
    expect(body.message).toContain(hint);
  });
});
