import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';

const flagPath = '/api/admin/projects/:projectId/features/:featureName';
const environmentPath = `${flagPath}/environments/:environment/variants`;

const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }];
const patch = [{ op: 'add', path: '/-', value: variants[0] }];

export const variantExamples: Example[] = [
  {
    method: 'GET',
    path: environmentPath,
    arrange: async (world) => ({ params: await aFlagEnvironment(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: environmentPath,
    arrange: async (world) => ({ params: await aFlagEnvironment(world), body: variants }),
    access: membersOnly,
    records: ['feature-environment-variants-updated'],
  },
  {
    method: 'PATCH',
    path: environmentPath,
    arrange: async (world) => ({ params: await aFlagEnvironment(world), body: patch }),
    access: membersOnly,
    records: ['feature-environment-variants-updated'],
  },
  {
    method: 'PUT',
    path: `${flagPath}/variants-batch`,
    arrange: async (world) => ({
      params: await aFlagEnvironment(world),
      body: { environments: ['development', 'production'], variants },
    }),
    access: membersOnly,
    records: ['feature-environment-variants-updated', 'feature-environment-variants-updated'],
  },
  {
    method: 'GET',
    path: `${flagPath}/variants`,
    arrange: async (world) => ({ params: await aFlagEnvironment(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: `${flagPath}/variants`,
    arrange: async (world) => ({ params: await aFlagEnvironment(world), body: variants }),
    access: membersOnly,
    records: ['feature-environment-variants-updated', 'feature-environment-variants-updated'],
  },
  {
    method: 'PATCH',
    path: `${flagPath}/variants`,
    arrange: async (world) => ({ params: await aFlagEnvironment(world), body: patch }),
    access: membersOnly,
    records: ['feature-environment-variants-updated', 'feature-environment-variants-updated'],
  },
];

async function aFlagEnvironment({ db, project }: World) {
  const featureName = await aFlag(db, { project });
  return { projectId: project, featureName, environment: 'development' };
}
