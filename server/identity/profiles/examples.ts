import { aUser } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example, membersOnly } from '../../testing/example.ts';

export const profileExamples: Example[] = [
  { method: 'GET', path: '/api/admin/user', arrange: async () => ({}), access: anyone },
  { method: 'GET', path: '/api/admin/user/profile', arrange: async () => ({}), access: anyone },
  {
    method: 'GET',
    path: '/api/admin/user/roles',
    arrange: async ({ project }) => ({ query: `projectId=${project}` }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/user-admin/:id/permissions',
    arrange: async ({ db, project }) => ({
      params: { id: (await aUser(db)).id },
      query: `project=${project}&environment=development`,
    }),
    access: adminsOnly,
  },
];
