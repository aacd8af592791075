import { unique } from '../testing/a.ts';
import { anyone, type Example, membersOnly, type World } from '../testing/example.ts';
import { aView } from '../testing/views.ts';

const settings = () => ({ name: unique('view'), query: 'is:stale sort:name', columns: ['name'] });

const sharedView = async ({ db, project }: World) => ({ id: await aView(db, { project }) });

export const viewExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/views',
    arrange: async (world) => {
      await sharedView(world);
      return { query: 'kind=flags' };
    },
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/search/completions',
    arrange: async () => ({ query: 'q=is:stale%20project:de' }),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/views',
    arrange: async () => ({ body: { ...settings(), kind: 'flags' } }),
    access: anyone,
    records: { nothing: 'What users do with their own views is not audited.' },
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/views',
    arrange: async ({ project }) => ({
      params: { projectId: project },
      body: { ...settings(), kind: 'flags' },
    }),
    access: membersOnly,
    records: ['view-created'],
  },
  {
    method: 'GET',
    path: '/api/admin/views/:id',
    arrange: async (world) => ({ params: await sharedView(world) }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/views/:id',
    arrange: async (world) => ({ params: await sharedView(world), body: settings() }),
    access: membersOnly,
    records: ['view-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/views/:id',
    arrange: async (world) => ({ params: await sharedView(world) }),
    access: membersOnly,
    records: ['view-deleted'],
  },
];
