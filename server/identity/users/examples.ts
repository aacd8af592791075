import { aPassword, aUser, unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';

const strong = 'Correct-Horse-9';

export const userExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/user-admin',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/user-admin/search',
    arrange: async () => ({ query: 'q=ro' }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/user-admin/access',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/user-admin/admin-count',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/user-admin',
    arrange: async () => ({ body: { username: unique('user'), rootRole: 'Viewer' } }),
    access: adminsOnly,
    records: ['user-created'],
  },
  {
    method: 'GET',
    path: '/api/admin/user-admin/:id',
    arrange: async ({ db }) => ({ params: { id: (await aUser(db)).id } }),
    access: adminsOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/user-admin/:id',
    arrange: async ({ db }) => ({
      params: { id: (await aUser(db)).id },
      body: { name: 'Ann', rootRole: 2 },
    }),
    access: adminsOnly,
    records: ['user-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/user-admin/:id',
    arrange: async ({ db }) => ({ params: { id: (await aUser(db)).id } }),
    access: adminsOnly,
    records: ['pat-deleted', 'user-deleted'],
  },
  {
    method: 'POST',
    path: '/api/admin/user-admin/:id/change-password',
    arrange: async ({ db }) => ({
      params: { id: (await aUser(db)).id },
      body: { password: strong },
    }),
    access: adminsOnly,
    records: ['user-updated'],
  },
  {
    method: 'POST',
    path: '/api/admin/user-admin/validate-password',
    arrange: async () => ({ body: { password: strong } }),
    access: anyone,
    records: { nothing: 'It only validates the password.' },
  },
  {
    method: 'POST',
    path: '/api/admin/user/change-password',
    arrange: async ({ db }) => {
      const { text, hash } = await aPassword();
      const { token } = await aUser(db, { passwordHash: hash });
      const body = { password: strong, confirmPassword: strong, oldPassword: text };
      return { body, token };
    },
    access: anyone,
    records: ['user-updated'],
  },
];
