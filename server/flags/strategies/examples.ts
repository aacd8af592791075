import { aFlag } from '../../testing/a.ts';
import { anyone, type Example, membersOnly, type World } from '../../testing/example.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const bulkPath = '/api/admin/projects/:projectId/bulk_features/environments/:environment';
const environmentPath =
  '/api/admin/projects/:projectId/features/:featureName/environments/:environment';

export const targetingExamples: Example[] = [
  {
    method: 'POST',
    path: `${environmentPath}/on`,
    arrange: async (world) => ({ params: await aFlagEnvironment(world) }),
    access: membersOnly,
    records: ['feature-strategy-add', 'feature-environment-enabled'],
  },
  {
    method: 'POST',
    path: `${environmentPath}/off`,
    arrange: async (world) => ({ params: await aFlagEnvironment(world, { enabled: true }) }),
    access: membersOnly,
    records: ['feature-environment-disabled'],
  },
  {
    method: 'POST',
    path: `${bulkPath}/on`,
    arrange: async (world) => {
      const { featureName, ...params } = await aFlagEnvironment(world);
      return { params, body: { features: [featureName] } };
    },
    access: membersOnly,
    records: ['feature-strategy-add', 'feature-environment-enabled'],
  },
  {
    method: 'POST',
    path: `${bulkPath}/off`,
    arrange: async (world) => {
      const { featureName, ...params } = await aFlagEnvironment(world, { enabled: true });
      return { params, body: { features: [featureName] } };
    },
    access: membersOnly,
    records: ['feature-environment-disabled'],
  },
  {
    method: 'GET',
    path: environmentPath,
    arrange: async (world) => ({ params: await aFlagEnvironment(world) }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${environmentPath}/strategies`,
    arrange: async (world) => ({ params: await aFlagEnvironment(world) }),
    access: membersOnly,
  },
  {
    method: 'POST',
    path: `${environmentPath}/strategies`,
    arrange: async (world) => ({
      params: await aFlagEnvironment(world),
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
    path: `${environmentPath}/strategies/set-sort-order`,
    arrange: async (world) => {
      const { strategyId, ...params } = await aStrategyInEnvironment(world);
      return { params, body: [{ id: strategyId, sortOrder: 7 }] };
    },
    access: membersOnly,
    records: ['strategy-order-changed'],
  },
  {
    method: 'GET',
    path: `${environmentPath}/strategies/:strategyId`,
    arrange: async (world) => ({ params: await aStrategyInEnvironment(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: `${environmentPath}/strategies/:strategyId`,
    arrange: async (world) => ({
      params: await aStrategyInEnvironment(world),
      body: { name: 'default', title: 'All users' },
    }),
    access: membersOnly,
    records: ['feature-strategy-update'],
  },
  {
    method: 'PATCH',
    path: `${environmentPath}/strategies/:strategyId`,
    arrange: async (world) => ({
      params: await aStrategyInEnvironment(world),
      body: [{ op: 'replace', path: '/title', value: 'All users' }],
    }),
    access: membersOnly,
    records: ['feature-strategy-update'],
  },
  {
    method: 'DELETE',
    path: `${environmentPath}/strategies/:strategyId`,
    arrange: async (world) => ({ params: await aStrategyInEnvironment(world) }),
    access: membersOnly,
    records: ['feature-strategy-remove'],
  },
  {
    method: 'POST',
    path: '/api/admin/segments/strategies',
    arrange: async (world) => {
      const { strategyId, projectId, environment } = await aStrategyInEnvironment(world);
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
    records: { nothing: 'it only validates' },
  },
];

async function aFlagEnvironment({ db, project }: World, input: { enabled?: boolean } = {}) {
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

async function aStrategyInEnvironment(world: World) {
  const params = await aFlagEnvironment(world);
  return { ...params, strategyId: await aStrategy(world.db, { flag: params.featureName }) };
}
