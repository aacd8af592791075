import { aFlag } from '../../testing/a.ts';
import { anyone, type Example, membersOnly, type World } from '../../testing/example.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const bulk = '/api/admin/projects/:projectId/bulk_features/environments/:environment';
const here = '/api/admin/projects/:projectId/features/:featureName/environments/:environment';

export const targetingExamples: Example[] = [
  {
    method: 'POST',
    path: `${here}/on`,
    arrange: async (world) => ({ params: await aPlace(world) }),
    access: membersOnly,
    records: ['feature-strategy-add', 'feature-environment-enabled'],
  },
  {
    method: 'POST',
    path: `${here}/off`,
    arrange: async (world) => ({ params: await aPlace(world, { enabled: true }) }),
    access: membersOnly,
    records: ['feature-environment-disabled'],
  },
  {
    method: 'POST',
    path: `${bulk}/on`,
    arrange: async (world) => {
      const { featureName, ...params } = await aPlace(world);
      return { params, body: { features: [featureName] } };
    },
    access: membersOnly,
    records: ['feature-strategy-add', 'feature-environment-enabled'],
  },
  {
    method: 'POST',
    path: `${bulk}/off`,
    arrange: async (world) => {
      const { featureName, ...params } = await aPlace(world, { enabled: true });
      return { params, body: { features: [featureName] } };
    },
    access: membersOnly,
    records: ['feature-environment-disabled'],
  },
  {
    method: 'GET',
    path: here,
    arrange: async (world) => ({ params: await aPlace(world) }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${here}/strategies`,
    arrange: async (world) => ({ params: await aPlace(world) }),
    access: membersOnly,
  },
  {
    method: 'POST',
    path: `${here}/strategies`,
    arrange: async (world) => ({
      params: await aPlace(world),
      body: {
        name: 'flexibleRollout',
        title: 'Half of the web',
        parameters: { rollout: '50' },
        constraints: [{ contextName: 'appName', operator: 'IN', values: ['web'] }],
        segments: [await aSegment(world.db)],
      },
    }),
    access: membersOnly,
    records: ['feature-strategy-add'],
  },
  {
    method: 'POST',
    path: `${here}/strategies/set-sort-order`,
    arrange: async (world) => {
      const { strategyId, ...params } = await aStrategyHere(world);
      return { params, body: [{ id: strategyId, sortOrder: 7 }] };
    },
    access: membersOnly,
    records: ['strategy-order-changed'],
  },
  {
    method: 'GET',
    path: `${here}/strategies/:strategyId`,
    arrange: async (world) => ({ params: await aStrategyHere(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: `${here}/strategies/:strategyId`,
    arrange: async (world) => ({
      params: await aStrategyHere(world),
      body: { name: 'default', title: 'Everybody' },
    }),
    access: membersOnly,
    records: ['feature-strategy-update'],
  },
  {
    method: 'PATCH',
    path: `${here}/strategies/:strategyId`,
    arrange: async (world) => ({
      params: await aStrategyHere(world),
      body: [{ op: 'replace', path: '/title', value: 'Everybody' }],
    }),
    access: membersOnly,
    records: ['feature-strategy-update'],
  },
  {
    method: 'DELETE',
    path: `${here}/strategies/:strategyId`,
    arrange: async (world) => ({ params: await aStrategyHere(world) }),
    access: membersOnly,
    records: ['feature-strategy-remove'],
  },
  {
    method: 'POST',
    path: '/api/admin/segments/strategies',
    arrange: async (world) => {
      const { strategyId, projectId, environment } = await aStrategyHere(world);
      return {
        body: {
          projectId,
          strategyId,
          environmentId: environment,
          segmentIds: [await aSegment(world.db)],
        },
      };
    },
    access: membersOnly,
    records: ['feature-strategy-update'],
  },
  {
    method: 'POST',
    path: '/api/admin/constraints/validate',
    arrange: async () => ({ body: { contextName: 'appName', operator: 'IN', values: ['web'] } }),
    access: anyone,
    records: { nothing: 'it only asks' },
  },
];

async function aPlace({ db, project }: World, input: { enabled?: boolean } = {}) {
  const featureName = await aFlag(db, { project });
  const environment = 'development';
  if (input.enabled) {
    await db
      .updateTable('flag_environments')
      .set({ enabled: true })
      .where('flag', '=', featureName)
      .where('environment', '=', environment)
      .execute();
  }
  return { projectId: project, featureName, environment };
}

async function aStrategyHere(world: World) {
  const place = await aPlace(world);
  return { ...place, strategyId: await aStrategy(world.db, { flag: place.featureName }) };
}
