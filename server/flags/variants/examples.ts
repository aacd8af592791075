import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';

const flag = '/api/admin/projects/:projectId/features/:featureName';
const here = `${flag}/environments/:environment/variants`;

const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }];
const patch = [{ op: 'add', path: '/-', value: variants[0] }];

export const variantExamples: Example[] = [
  {
    method: 'GET',
    path: here,
    arrange: async (world) => ({ params: await aPlace(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: here,
    arrange: async (world) => ({ params: await aPlace(world), body: variants }),
    access: membersOnly,
    records: ['feature-environment-variants-updated'],
  },
  {
    method: 'PATCH',
    path: here,
    arrange: async (world) => ({ params: await aPlace(world), body: patch }),
    access: membersOnly,
    records: ['feature-environment-variants-updated'],
  },
  {
    method: 'PUT',
    path: `${flag}/variants-batch`,
    arrange: async (world) => ({
      params: await aPlace(world),
      body: { environments: ['development', 'production'], variants },
    }),
    access: membersOnly,
    records: ['feature-environment-variants-updated', 'feature-environment-variants-updated'],
  },
  {
    method: 'GET',
    path: `${flag}/variants`,
    arrange: async (world) => ({ params: await aPlace(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: `${flag}/variants`,
    arrange: async (world) => ({ params: await aPlace(world), body: variants }),
    access: membersOnly,
    records: ['feature-environment-variants-updated', 'feature-environment-variants-updated'],
  },
  {
    method: 'PATCH',
    path: `${flag}/variants`,
    arrange: async (world) => ({ params: await aPlace(world), body: patch }),
    access: membersOnly,
    records: ['feature-environment-variants-updated', 'feature-environment-variants-updated'],
  },
];

async function aPlace({ db, project }: World) {
  const featureName = await aFlag(db, { project });
  return { projectId: project, featureName, environment: 'development' };
}
