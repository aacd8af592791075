import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDependency, aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject } from '../../testing/change-requests.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import type { ActionName } from '../change-requests/schema.ts';

const { db, post, put } = await testApp();

const contexts = ['u1', 'u2', 'u3'].flatMap((userId) =>
  ['pro', 'free'].flatMap((plan) =>
    ['no', 'se'].map((country) => ({ userId, properties: { plan, country } })),
  ),
);

type Scene = Awaited<ReturnType<typeof aScene>>;

const onPlan = (...values: string[]) => [{ contextName: 'plan', operator: 'IN', values }];
const inCountry = (...values: string[]) => [{ contextName: 'country', operator: 'IN', values }];
const sticky = (rollout: number) => ({ rollout: String(rollout), stickiness: 'userId' });

/** Flags of every kind: with constraints, with a segment, a parent and its child, one that is off. */
async function aScene() {
  const project = await aProtectedProject(db);
  const enabled = ['development', 'production'];
  const plain = await aFlag(db, { project, enabled });
  const first = await aStrategy(db, { flag: plain, constraints: onPlan('pro') });
  const second = await aStrategy(db, {
    flag: plain,
    name: 'flexibleRollout',
    parameters: { ...sticky(50), groupId: plain },
    sortOrder: 1,
  });
  const segment = await aSegment(db, { project, constraints: inCountry('no') });
  const unused = await aSegment(db, { project });
  const segmented = await aFlag(db, { project, enabled });
  for (const environment of enabled) {
    await aStrategy(db, { flag: segmented, environment, segments: [segment] });
  }
  const [parent, child] = [
    await aFlag(db, { project, enabled }),
    await aFlag(db, { project, enabled }),
  ];
  await aDependency(db, { child, parent });
  const off = await aFlag(db, { project });
  return { project, plain, first, second, segment, unused, segmented, parent, child, off };
}

type Draw = { number: number; yes: boolean; plan: string };

/** A random change of each kind. */
const changes: Record<ActionName, (scene: Scene, draw: Draw) => object> = {
  updateEnabled: ({ plain, parent, off }, { number, yes }) => ({
    feature: [plain, parent, off][number % 3],
    payload: { enabled: yes },
  }),
  addStrategy: ({ parent, off, segment }, { number, yes, plan }) => ({
    feature: yes ? parent : off,
    payload: {
      name: 'flexibleRollout',
      parameters: sticky(number),
      constraints: onPlan(plan),
      segments: yes ? [segment] : [],
      variants: [{ name: plan, weight: 1000, weightType: 'variable', stickiness: 'userId' }],
    },
  }),
  updateStrategy: ({ plain, first, second }, { number, yes, plan }) => ({
    feature: plain,
    payload: yes
      ? { id: first, constraints: onPlan(plan), disabled: number % 2 === 0 }
      : { id: second, parameters: sticky(number) },
  }),
  deleteStrategy: ({ plain, first, second }, { yes }) => ({
    feature: plain,
    payload: { id: yes ? first : second },
  }),
  reorderStrategy: ({ plain, first, second }) => ({
    feature: plain,
    payload: [
      { id: second, sortOrder: 0 },
      { id: first, sortOrder: 1 },
    ],
  }),
  patchVariant: ({ plain, parent }, { number, yes, plan }) => ({
    feature: yes ? plain : parent,
    payload: {
      variants: [
        { name: 'one', weight: 10 * number, weightType: 'fix', stickiness: 'userId' },
        { name: plan, weight: 1000 - 10 * number, weightType: 'variable', stickiness: 'userId' },
      ],
    },
  }),
  archiveFeature: ({ plain, child }, { yes }) => ({ feature: yes ? plain : child }),
  addDependency: ({ plain, parent, off }, { yes }) => ({
    feature: plain,
    payload: { feature: yes ? parent : off, enabled: yes },
  }),
  deleteDependency: ({ child }) => ({ feature: child }),
  updateSegment: ({ segment }, { plan, yes }) => ({
    payload: { id: segment, name: unique('s'), constraints: yes ? onPlan(plan) : inCountry('se') },
  }),
  deleteSegment: ({ unused }) => ({ payload: { id: unused } }),
};

const kinds = Object.keys(changes) as ActionName[];

const draw = fc.record({
  number: fc.integer({ min: 1, max: 99 }),
  yes: fc.boolean(),
  plan: fc.constantFrom('pro', 'free'),
});

/** Evaluates every flag for every context in both environments, in the playground. */
async function evaluate(project: string): Promise<Map<string, object>> {
  const context = { appName: 'a', userId: 'u1,u2,u3', plan: 'pro,free', country: 'no,se' };
  const environments = ['development', 'production'];
  const { body } = await post('/api/admin/playground/advanced', {
    environments,
    projects: [project],
    context,
  });
  const results = new Map<string, object>();
  for (const { name, environments: byEnvironment } of body.features) {
    for (const environment of environments) {
      for (const { isEnabled, variant, context: given } of byEnvironment[environment]) {
        const { feature_enabled: _, ...shown } = variant;
        const which = `${name} ${environment} ${given.userId} ${given.plan} ${given.country}`;
        results.set(which, { enabled: isEnabled, variant: shown });
      }
    }
  }
  return results;
}

const nothing = { enabled: false, variant: { name: 'disabled', enabled: false } };

describe('POST /api/admin/projects/:projectId/change-requests/:id/dry-run', () => {
  test.each(kinds)('%s: returns the results of evaluation before and after', async (kind) => {
    const more = fc.array(fc.tuple(fc.constantFrom(...kinds), draw), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(draw, more, async (ownDraw, others) => {
        const scene = await aScene();
        const { project } = scene;
        const author = await aUser(db);
        const path = await propose(scene, author.token, [[kind, ownDraw], ...others]);
        const rows = await fingerprint(db);

        const { status, body } = await post(`${path}/dry-run`, { contexts });

        expect({ status, applicable: body.applicable }).toEqual({ status: 200, applicable: true });
        expect(await fingerprint(db)).toEqual(rows);
        const before = await evaluate(project);
        await put(`${path}/state`, { state: 'In review' }, { token: author.token });
        await put(`${path}/state`, { state: 'Approved' });
        expect(await put(`${path}/state`, { state: 'Applied' })).toMatchObject({ status: 200 });
        const after = await evaluate(project);
        expect(effectsIn(body)).toEqual(differing(before, after));
      }),
      { numRuns: 2 },
    );
  });

  /** One by one: a change that is refused after the earlier ones is left out. */
  async function propose(
    scene: Scene,
    token: string,
    wanted: readonly (readonly [ActionName, Draw])[],
  ) {
    const base = `/api/admin/projects/${scene.project}`;
    let id = 0;
    for (const [action, how] of wanted) {
      const change = { action, ...changes[action](scene, how) };
      const { status, body } = await post(
        `${base}/environments/development/change-requests`,
        change,
        { token },
      );
      if (id === 0) expect({ status, body }).toMatchObject({ status: 200 });
      id ||= body.id;
    }
    return `${base}/change-requests/${id}`;
  }

  function differing(before: Map<string, object>, after: Map<string, object>) {
    const all = [...before].map(([which, then]) => ({
      which,
      before: then,
      after: after.get(which) ?? nothing,
    }));
    return all
      .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after))
      .sort(byWhich);
  }

  type Side = { reason?: unknown };
  type FlagEffects = {
    name: string;
    environment: string;
    results: { context: number; before: Side; after: Side }[];
  };
  type GivenContext = { userId?: unknown; properties?: Record<string, unknown> };

  function effectsIn({
    evaluation,
  }: {
    evaluation: { features: FlagEffects[]; contexts: GivenContext[] };
  }) {
    return evaluation.features
      .flatMap(({ name, environment, results }) =>
        results.map(({ context: index, ...sides }) => {
          const { userId, properties } = evaluation.contexts[index] ?? {};
          const which = `${name} ${environment} ${userId} ${properties?.plan} ${properties?.country}`;
          return { which, ...withoutReasons(sides) };
        }),
      )
      .sort(byWhich);
  }

  function withoutReasons({ before, after }: { before: Side; after: Side }) {
    const [{ reason: _, ...then }, { reason: __, ...afterwards }] = [before, after];
    return { before: then, after: afterwards };
  }

  const byWhich = (one: { which: string }, other: { which: string }) =>
    one.which < other.which ? -1 : 1;

  test('without contexts it samples users that the constraints accept', async () => {
    const scene = await aScene();
    const author = await aUser(db);
    const wanted = { number: 1, yes: true, plan: 'free' };
    const path = await propose(scene, author.token, [['updateSegment', wanted]]);

    const { body } = await post(`${path}/dry-run`);

    const { contexts: sampled, features, leftOut } = body.evaluation;
    expect(leftOut).toBe(0);
    expect(sampled.slice(0, 4)).toEqual([
      {},
      { userId: 'user-1' },
      { userId: 'user-2', country: 'no' },
      { userId: 'user-3', plan: 'free' },
    ]);
    const [on, off] = [true, false].map((enabled) => expect.objectContaining({ enabled }));
    const results = expect.arrayContaining([
      { context: 2, before: on, after: off },
      { context: 3, before: off, after: on },
    ]);
    expect(features).toEqual([
      { name: scene.segmented, project: scene.project, environment: 'development', results },
      { name: scene.segmented, project: scene.project, environment: 'production', results },
    ]);
  });

  test('a shared segment affects other projects that the caller may see', async () => {
    const project = await aProtectedProject(db);
    const segment = await aSegment(db, { constraints: inCountry('no') });
    const [open, hidden] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const flags: string[] = [];
    for (const owner of [open, hidden]) {
      const flag = await aFlag(db, { project: owner, enabled: ['production'] });
      await aStrategy(db, { flag, environment: 'production', segments: [segment] });
      flags.push(flag);
    }
    const author = await aUser(db);
    const { body: request } = await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { action: 'updateSegment', payload: { id: segment, name: unique('s'), constraints: [] } },
      { token: author.token },
    );
    const path = `/api/admin/projects/${project}/change-requests/${request.id}/dry-run`;
    const input = { contexts: [{ userId: 'u' }] };

    const seen = await post(path, input, { token: author.token });
    const all = await post(path, input);

    expect(seen.body.evaluation.features).toEqual([
      {
        name: flags[0],
        project: open,
        environment: 'production',
        results: [
          {
            context: 0,
            before: { ...nothing, reason: 'no-strategy-applies' },
            after: { ...nothing, enabled: true, reason: 'strategy-applies' },
          },
        ],
      },
    ]);
    expect(all.body.evaluation.features).toHaveLength(2);
  });

  /** Enables each of the flags, for all users of its only strategy. */
  async function enableAll(project: string, flags: readonly string[], input: object) {
    const { token } = await aUser(db);
    const { body: request } = await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      flags.map((feature) => ({ feature, action: 'updateEnabled', payload: { enabled: true } })),
      { token },
    );
    const path = `/api/admin/projects/${project}/change-requests/${request.id}/dry-run`;
    const { status, body } = await post(path, input);
    expect(status).toBe(200);
    return body.evaluation;
  }

  test('leaves out flags once the results have 10 million characters', async () => {
    const project = await aProtectedProject(db);
    const payload = { type: 'string', value: 'x'.repeat(60_000) };
    const variants = [
      { name: 'a', weight: 1000, weightType: 'fix', stickiness: 'userId', payload },
    ];
    const flags: string[] = [];
    for (let count = 0; count < 4; count++) {
      const flag = await aFlag(db, { project });
      await aStrategy(db, { flag, variants });
      flags.push(flag);
    }

    const contexts = Array.from({ length: 100 }, () => ({}));
    const { features, leftOut } = await enableAll(project, flags, { contexts });

    expect([features.length, leftOut]).toEqual([1, 3]);
  });

  test('leaves out flags that would take too long, and evaluates others', async () => {
    const project = await aProtectedProject(db);
    const values = Array.from({ length: 250 }, (_, index) => String(index).padStart(90, 'x'));
    const constraint = { contextName: 'userId', operator: 'STR_CONTAINS', values, inverted: true };
    const constraints = Array.from({ length: 6 }, () => constraint);
    const [large, small] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aStrategy(db, { flag: large, constraints });
    const contexts = Array.from({ length: 20 }, () => ({ userId: 'x'.repeat(9000) }));

    const { features, leftOut } = await enableAll(project, [large, small], { contexts });

    expect(features.map(({ name }: { name: string }) => name)).toEqual([small]);
    expect(leftOut).toBe(1);
  });

  test('accepts 1 to 100 contexts', async () => {
    const scene = await aScene();
    const { token } = await aUser(db);
    const path = await propose(scene, token, [
      ['updateEnabled', { number: 0, yes: false, plan: '' }],
    ]);
    const dryRun = (count: number) =>
      post(`${path}/dry-run`, { contexts: Array.from({ length: count }, () => ({})) });

    const statuses = [await dryRun(0), await dryRun(1), await dryRun(100), await dryRun(101)];

    expect(statuses.map(({ status }) => status)).toEqual([400, 200, 200, 400]);
  });
});
