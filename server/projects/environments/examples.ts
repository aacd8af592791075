import { anApiToken, anEnvironment, aProject, unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example, membersOnly } from '../../testing/example.ts';

export const environmentExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/environments',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/environments/:name',
    arrange: async () => ({ params: { name: 'production' } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/environments/project/:projectId',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/environments',
    arrange: async () => ({ body: { name: unique('env'), type: 'test', sortOrder: 3 } }),
    access: adminsOnly,
    records: ['environment-created'],
  },
  {
    method: 'POST',
    path: '/api/admin/environments/validate',
    arrange: async () => ({ body: { name: unique('env') } }),
    access: anyone,
    records: { nothing: 'it only checks whether the name is free' },
  },
  {
    method: 'PUT',
    path: '/api/admin/environments/update/:name',
    arrange: async ({ db }) => ({
      params: { name: await anEnvironment(db) },
      body: { type: 'preproduction', requiredApprovals: 2 },
    }),
    access: adminsOnly,
    records: ['environment-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/environments/:name',
    arrange: async ({ db }) => {
      const name = await anEnvironment(db);
      await anApiToken(db, { environment: name });
      await aProject(db, { environments: [name, 'production'] });
      return { params: { name } };
    },
    access: adminsOnly,
    records: ['api-token-deleted', 'project-environment-removed', 'environment-deleted'],
  },
  {
    method: 'PUT',
    path: '/api/admin/environments/sort-order',
    arrange: async ({ db }) => ({ body: { [await anEnvironment(db)]: 7 } }),
    access: adminsOnly,
    records: ['environment-updated'],
  },
  {
    method: 'POST',
    path: '/api/admin/environments/:name/on',
    arrange: async ({ db }) => ({ params: { name: await anEnvironment(db, { enabled: false }) } }),
    access: adminsOnly,
    records: ['environment-updated'],
  },
  {
    method: 'POST',
    path: '/api/admin/environments/:name/off',
    arrange: async ({ db }) => ({ params: { name: await anEnvironment(db) } }),
    access: adminsOnly,
    records: ['environment-updated'],
  },
];
