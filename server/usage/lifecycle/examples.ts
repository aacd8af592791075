import { aFlag } from '../../testing/a.ts';
import { anyone, type Example, membersOnly, type World } from '../../testing/example.ts';

const path = '/api/admin/projects/:projectId/features/:featureName/lifecycle';

const aFlagInProject = async ({ db, project }: World) => ({
  projectId: project,
  featureName: await aFlag(db, { project }),
});

export const lifecycleExamples: Example[] = [
  {
    method: 'GET',
    path,
    arrange: async (world) => ({ params: await aFlagInProject(world) }),
    access: membersOnly,
  },
  {
    method: 'POST',
    path: `${path}/complete`,
    arrange: async (world) => ({
      params: await aFlagInProject(world),
      body: { status: 'kept', statusValue: 'blue' },
    }),
    access: membersOnly,
    records: ['feature-completed'],
  },
  {
    method: 'POST',
    path: `${path}/uncomplete`,
    arrange: async (world) => {
      const params = await aFlagInProject(world);
      await world.db
        .insertInto('flag_stages')
        .values({ flag: params.featureName, stage: 'completed', status: 'kept' })
        .execute();
      return { params };
    },
    access: membersOnly,
    records: ['feature-uncompleted'],
  },
  { method: 'GET', path: '/api/admin/lifecycle/count', arrange: async () => ({}), access: anyone },
];
