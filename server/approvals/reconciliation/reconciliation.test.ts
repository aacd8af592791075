import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Constraint, StrategyVariant } from '../../flags/strategies/schema.ts';
import { findCaller } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import { systemCaller } from '../../platform/caller.ts';
import { aGrant, aProject, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { aProtection } from '../../testing/change-requests.ts';
import { inTransaction } from '../../transactions.ts';
import { readRequest } from '../change-requests/commands.ts';
import { lockConfigurations, makeChanges } from './commands.ts';
import type { FlagConfiguration, FlagTarget } from './configuration.ts';
import { listConfigurations } from './queries.ts';
import { reconcileFlag, reconcileSegment } from './rules.ts';

let app: TestApp;
let project: string;

beforeAll(async () => {
  app = await testApp();
  project = await aProject(app.db);
});

const subjectOf = (name: string) => ({ name, project, stickiness: 'default' });

/** Brings the flag to the target and returns what was done. */
const reconcile = (name: string, target: FlagTarget, caller: Caller = systemCaller) =>
  inTransaction(app.db, async (tx) => {
    const current = await lockConfigurations(tx, project, new Map([[name, target]]));
    const changes = reconcileFlag(subjectOf(name), current.get(name)?.configuration, target);
    return makeChanges(tx, caller, project, { changes });
  });

const configurationOf = async (name: string): Promise<FlagConfiguration> => {
  const found = (await listConfigurations(app.db, [name])).get(name);
  if (!found) throw new Error('no such flag');
  return found.configuration;
};

const strategy = fc.oneof(
  fc.record({
    name: fc.constant('flexibleRollout'),
    title: fc.option(fc.constantFrom('EU', 'staff')),
    disabled: fc.boolean(),
    parameters: fc.record({
      rollout: fc.integer({ min: 0, max: 100 }).map(String),
      stickiness: fc.constantFrom('default', 'userId'),
    }),
    variants: fc.constantFrom(
      [],
      [{ name: 'red', weight: 1000, weightType: 'variable' as const, stickiness: 'default' }],
    ) as fc.Arbitrary<StrategyVariant[]>,
  }),
  fc.record({
    name: fc.constant('userWithId'),
    parameters: fc.record({ userIds: fc.constantFrom('1,2', '3') }),
    constraints: fc.constantFrom(
      [],
      [{ contextName: 'appName', operator: 'IN' as const, values: ['web', 'app'] }],
    ) as fc.Arbitrary<Constraint[]>,
  }),
);

const environment = fc
  .record({
    strategies: fc.array(strategy, { maxLength: 3 }),
    enabled: fc.boolean(),
    variants: fc.constantFrom([], [{ name: 'on', weight: 1000 }]),
  })
  .map((it) => ({
    ...it,
    enabled: it.enabled && it.strategies.some((one) => !('disabled' in one && one.disabled)),
  }));

const target = fc.record({
  type: fc.constantFrom('release', 'experiment'),
  description: fc.option(fc.constantFrom('', 'Checkout flow')),
  stale: fc.boolean(),
  impressionData: fc.boolean(),
  archived: fc.boolean(),
  tags: fc.subarray([
    { type: 'simple', value: 'aa' },
    { type: 'simple', value: 'bb' },
  ]),
  links: fc
    .shuffledSubarray(['https://a.example/', 'https://b.example/', 'https://c.example/'])
    .map((urls) => urls.map((url) => ({ url, title: null }))),
  environments: fc.record({ development: environment, production: environment }),
});

/** What a target and a configuration have in common, whichever ids and defaults were added. */
const comparable = (flag: FlagTarget | undefined) => ({
  type: flag?.type,
  description: flag?.description,
  stale: flag?.stale,
  impressionData: flag?.impressionData,
  archived: flag?.archived,
  tags: flag?.tags?.map(({ type, value }) => `${type}:${value}`),
  links: flag?.links?.map(({ url, title }) => ({ url, title })),
  environments: Object.fromEntries(
    Object.entries(flag?.environments ?? {}).map(([name, { enabled, strategies }]) => [
      name,
      { enabled, strategies: strategies?.map((it) => it.name) },
    ]),
  ),
});

describe('reconciliation', () => {
  test('the changes result in the target, and then none is left; ids come back', async () => {
    const runs = process.env.PENNON_TEST_FULL ? 300 : 25;
    await fc.assert(
      fc.asyncProperty(fc.array(target, { minLength: 2, maxLength: 3 }), async (targets) => {
        const name = unique('flag');
        const states: FlagConfiguration[] = [];
        for (const wanted of targets) {
          // An archived flag must be revived first.
          if (states.at(-1)?.archived) await reconcile(name, { archived: false });
          await reconcile(name, wanted);
          states.push(await configurationOf(name));
          expect(reconcileFlag(subjectOf(name), states.at(-1), wanted)).toEqual([]);
          expect(comparable(states.at(-1))).toEqual(comparable(wanted));
        }
        if (states.at(-1)?.archived) await reconcile(name, { archived: false });
        await reconcile(name, states[0] as FlagConfiguration);
        expect(await configurationOf(name)).toEqual(states[0]);
      }),
      { numRuns: runs },
    );
  });

  test('a change is described in plain words', async () => {
    const name = unique('flag');
    const rollout = (percent: string) => ({
      environments: {
        production: {
          enabled: true,
          strategies: [{ name: 'flexibleRollout', parameters: { rollout: percent } }],
        },
      },
    });
    await reconcile(name, rollout('25'));

    const changes = reconcileFlag(subjectOf(name), await configurationOf(name), {
      ...rollout('50'),
      description: 'New',
      tags: [{ type: 'simple', value: 'eu' }],
    });

    expect(changes.flatMap(({ sentences }) => sentences)).toEqual([
      'Description changed from none to "New"',
      'Tag simple:eu added',
      'Rollout of flexibleRollout in production changed from 25% to 50%',
    ]);
  });

  test('strategies without ids are paired with those that exist and keep their ids', async () => {
    const name = unique('flag');
    const of = (...percents: string[]) => ({
      environments: {
        development: {
          strategies: percents.map((rollout) => ({
            name: 'flexibleRollout',
            parameters: { rollout },
          })),
        },
      },
    });
    await reconcile(name, of('1', '2', '3'));
    const before = (await configurationOf(name)).environments.development?.strategies ?? [];

    await reconcile(name, of('3', '1'));

    const after = (await configurationOf(name)).environments.development?.strategies ?? [];
    expect(after.map(({ id }) => id)).toEqual([before[2]?.id, before[0]?.id]);
  });

  test('a protected environment gets one change request, and the rest is changed', async () => {
    const name = unique('flag');
    await reconcile(name, {});
    await aProtection(app.db, { project, environment: 'production' });
    const member = await aUser(app.db, { rootRole: 'Editor' });
    await aGrant(app.db, { project, role: 'Owner', userId: member.id });
    const caller = (await findCaller(app.db, member.id)) as Caller;
    const on = { enabled: true, strategies: [{ name: 'default' }] };
    const wanted = { description: 'x', environments: { development: on, production: on } };

    const outcome = await reconcile(name, wanted, caller);

    const after = await configurationOf(name);
    await aProtection(app.db, { project, environment: 'production', approvals: null });
    expect(after.description).toBe('x');
    expect(after.environments.development?.enabled).toBe(true);
    expect(after.environments.production?.strategies).toEqual([]);
    const [made] = outcome.changeRequests;
    const request = await readRequest(app.db, { project, id: made?.id ?? 0 });
    expect(request.environment).toBe('production');
    expect(request.changes.map(({ action }) => action)).toEqual(['addStrategy', 'updateEnabled']);
  });

  test('needs the permissions of the direct calls, and then changes nothing', async () => {
    const name = unique('flag');
    await reconcile(name, {});
    const viewer = await aUser(app.db);
    const caller = (await findCaller(app.db, viewer.id)) as Caller;

    await expect(reconcile(name, { description: 'x' }, caller)).rejects.toThrow('UPDATE_FEATURE');

    expect((await configurationOf(name)).description).toBeNull();
  });

  test('a preview writes nothing; strategies may use segments of the same changes', async () => {
    const name = unique('flag');
    const segment = { name: unique('segment'), project, constraints: [] };
    const strategies = [{ name: 'default', segments: [-1] }];
    const changes = [
      ...reconcileFlag(subjectOf(name), undefined, {
        environments: { development: { strategies } },
      }),
      ...reconcileSegment(undefined, segment, -1),
    ];
    const events = await lastEventId(app.db);

    const preview = await inTransaction(app.db, (tx) =>
      makeChanges(tx, systemCaller, project, { changes, dryRun: true }),
    );
    expect(await changesSince(app.db, events)).toEqual([]);
    await inTransaction(app.db, (tx) => makeChanges(tx, systemCaller, project, { changes }));

    expect(preview.applied.map(({ action }) => action)).toEqual([
      'createSegment',
      'createFeature',
      'addStrategy',
    ]);
    const [stored] = (await configurationOf(name)).environments.development?.strategies ?? [];
    expect(stored?.segments).toEqual([expect.any(Number)]);
    expect(stored?.segments[0]).toBeGreaterThan(0);
  });
});
