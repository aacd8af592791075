import { unique } from '../../testing/a.ts';
import { someEvents } from '../../testing/events.ts';
import { anyone, type Example, type World } from '../../testing/example.ts';

export const eventLogExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/search/events',
    arrange: async (world) => {
      await anEventOfFlag(world);
      return { query: `project=IS:${world.project}&limit=10&query=text` };
    },
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/search/events/export',
    arrange: async ({ project }) => ({ query: `format=csv&cursor=0&project=IS:${project}` }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/events',
    arrange: async (world) => {
      await anEventOfFlag(world);
      return { query: `project=${world.project}` };
    },
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/events/search',
    arrange: async ({ project }) => ({
      body: { type: 'feature-created', project, feature: 'f', query: 'a', limit: 10, offset: 100 },
    }),
    access: anyone,
    records: { nothing: 'it only reads' },
  },
  {
    method: 'GET',
    path: '/api/admin/events/:feature',
    arrange: async (world) => ({ params: { feature: await anEventOfFlag(world) } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/event-creators',
    arrange: async () => ({}),
    access: anyone,
  },
];

/** Returns the name of the flag. */
async function anEventOfFlag({ db, project }: World): Promise<string> {
  const featureName = unique('flag');
  const change = { type: 'feature-updated' as const, project, featureName };
  await someEvents(db, [{ ...change, data: { description: 'text' }, preData: {} }]);
  return featureName;
}
