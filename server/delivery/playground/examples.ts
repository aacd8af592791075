import { aFlag, aProject } from '../../testing/a.ts';
import { anyone, type Example, everyMember, type World } from '../../testing/example.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const context = { appName: 'web', userId: '7', properties: { plan: 'pro' } };
const constraint = { contextName: 'plan', operator: 'IN', values: ['pro'], inverted: false };

export const playgroundExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/playground',
    arrange: async (world) => ({
      body: { environment: 'development', projects: [await aProjectToEvaluate(world)], context },
    }),
    access: anyone,
    records: { nothing: 'it only evaluates' },
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/features/:featureName/evaluate',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
      query: 'at=9999-01-01T00:00:00Z',
      body: { environment: 'development', context },
    }),
    access: everyMember,
    records: { nothing: 'it only evaluates' },
  },
  {
    method: 'POST',
    path: '/api/admin/playground/advanced',
    arrange: async (world) => ({
      body: {
        environments: ['development', 'production'],
        projects: [await aProjectToEvaluate(world)],
        context: { ...context, userId: '7,8' },
      },
    }),
    access: anyone,
    records: { nothing: 'it only evaluates' },
  },
];

/** A new one, so that the response does not depend on other data. */
async function aProjectToEvaluate({ db }: World): Promise<string> {
  const project = await aProject(db);
  const flag = await aFlag(db, { project, enabled: ['development'] });
  const segments = [await aSegment(db, { constraints: [constraint] })];
  await aStrategy(db, { flag, segments, constraints: [constraint] });
  await aStrategy(db, { flag, disabled: true, title: 'later' });
  await aStrategy(db, { flag, name: 'ourOwn' });
  return project;
}
