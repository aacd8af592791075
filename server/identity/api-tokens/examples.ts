import { anApiToken, unique } from '../../testing/a.ts';
import { adminsOnly, type Example, membersOnly, permittedOnly } from '../../testing/example.ts';

export const tokenExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/api-tokens',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/api-tokens/:name',
    arrange: async ({ db }) => {
      const name = unique('token');
      await anApiToken(db, { name });
      return { params: { name } };
    },
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/api-tokens',
    arrange: async () => ({ body: { tokenName: unique('token'), type: 'client' } }),
    access: adminsOnly,
    records: ['api-token-created'],
  },
  {
    method: 'PUT',
    path: '/api/admin/api-tokens/:token',
    arrange: async ({ db }) => ({
      params: { token: await anApiToken(db) },
      body: { expiresAt: '2100-01-01T00:00:00.000Z' },
    }),
    access: adminsOnly,
    records: ['api-token-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/api-tokens/:token',
    arrange: async ({ db }) => ({ params: { token: await anApiToken(db) } }),
    access: adminsOnly,
    records: ['api-token-deleted'],
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/api-tokens',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: permittedOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/api-tokens',
    arrange: async ({ project }) => ({
      params: { projectId: project },
      body: { tokenName: unique('token'), type: 'frontend', environment: 'production' },
    }),
    access: membersOnly,
    records: ['api-token-created'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/api-tokens/:token',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, token: await anApiToken(db, { projects: [project] }) },
    }),
    access: membersOnly,
    records: ['api-token-deleted'],
  },
];
