import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { aProject, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { declarationCalls } from '../../testing/declarations.ts';
import { caseCount } from '../../testing/scale.ts';
import type { Definition } from './schema.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const { apply, plan, pull } = declarationCalls(() => app);

describe('GET /api/admin/projects/:projectId/definition', () => {
  const constraint = fc.constantFrom(
    { contextName: 'appName', operator: 'IN', values: ['web', 'app'] },
    { contextName: 'userId', operator: 'STR_STARTS_WITH', values: ['a'], caseInsensitive: true },
    { contextName: 'age', operator: 'NUM_GT', value: '17', inverted: true },
  );
  const variants = fc.constantFrom(
    [],
    [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    [
      { name: 'blue', weight: 100, weightType: 'fix', stickiness: 'userId' },
      { name: 'red', weight: 900, weightType: 'variable', stickiness: 'userId' },
    ],
  );
  const strategyOf = (segments: readonly string[]) =>
    fc.record(
      {
        name: fc.constantFrom('flexibleRollout', 'default', 'userWithId'),
        title: fc.constantFrom('EU', '\u001b[31m: "quoted"\n- x', 'no', '12'),
        disabled: fc.boolean(),
        parameters: fc.dictionary(
          fc.constantFrom('rollout', 'userIds', 'x'),
          fc.nat(100).map(String),
        ),
        constraints: fc.array(constraint, { maxLength: 2 }),
        segments: fc.subarray([...segments]),
        variants,
      },
      { requiredKeys: ['name'] },
    );
  const environmentOf = (segments: readonly string[]) =>
    fc
      .record({
        enabled: fc.boolean(),
        strategies: fc.array(strategyOf(segments), { maxLength: 4 }),
        variants,
      })
      .map((it) => ({ ...it, enabled: it.enabled && it.strategies.some((one) => !one.disabled) }));

  /** Flags and segments have the names; the first flag is never a child, so there is no cycle. */
  const definitionOf = (names: readonly string[], segments: readonly string[]) =>
    fc.record({
      version: fc.constant(1),
      manages: fc.constant('*'),
      segments: fc.record(
        Object.fromEntries(
          segments.map((name) => [
            name,
            fc.record({
              description: fc.option(fc.constantFrom('Paying', '')),
              constraints: fc.array(constraint, { maxLength: 2 }),
            }),
          ]),
        ),
      ),
      flags: fc.record(
        Object.fromEntries(
          names.map((name, at) => [
            name,
            fc.record({
              type: fc.constantFrom('release', 'experiment'),
              description: fc.option(fc.constantFrom('', 'Checkout', 'yes: no # 1')),
              impressionData: fc.boolean(),
              stale: fc.boolean(),
              tags: fc.subarray(['simple:aa', 'simple:b: c']),
              dependencies: at === 0 ? fc.constant([]) : fc.subarray([{ feature: names[0] }]),
              environments: fc.record({
                development: environmentOf(segments),
                production: environmentOf(segments),
              }),
            }),
          ]),
        ),
        { requiredKeys: names.slice(0, 1) },
      ),
    });

  test('applied and read again, every definition is the same; read and applied, nothing changes', async () => {
    const project = await aProject(app.db);
    const names = [unique('a'), unique('b'), unique('c')];
    const segments = [unique('s'), unique('t')];
    await fc.assert(
      fc.asyncProperty(definitionOf(names, segments), async (definition) => {
        await apply(project, definition);

        expect(await plan(project, definition)).toEqual([]);
        const pulled = await pull(project);
        expect(await plan(project, { ...pulled, manages: '*' })).toEqual([]);
        expect(comparable(pulled)).toEqual(comparable(definition as unknown as Definition));
        const event = await lastEventId(app.db);
        await apply(project, pulled);
        expect(await changesSince(app.db, event)).toEqual([]);
      }),
      { numRuns: caseCount({ short: 15, full: 500 }) },
    );
  });
});

/** Without what has the same meaning: members of strategies that the server adds or leaves out. */
function comparable({ segments = {}, flags = {} }: Definition) {
  const environmentsOf = (environments: NonNullable<Definition['flags']>[string]['environments']) =>
    Object.entries(environments ?? {}).map(([name, { enabled, strategies = [], variants }]) => ({
      name,
      enabled,
      variants,
      strategies: strategies.map((it) => {
        const { groupId: _, stickiness: __, rollout, ...parameters } = it.parameters ?? {};
        return {
          name: it.name,
          title: it.title ?? null,
          disabled: it.disabled ?? false,
          parameters: it.name === 'flexibleRollout' ? parameters : { ...parameters, rollout },
          segments: [...(it.segments ?? [])].sort(),
          constraints: (it.constraints ?? []).map((one) => one.contextName),
          variants: (it.variants ?? []).map((one) => [one.name, one.weight]),
        };
      }),
    }));
  return {
    segments: Object.keys(segments).sort(),
    flags: Object.entries(flags)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { environments, tags = [], dependencies = [], ...metadata }]) => ({
        name,
        ...metadata,
        tags: [...tags].sort(),
        parents: dependencies.map(({ feature }) => feature),
        environments: environmentsOf(environments),
      })),
  };
}
