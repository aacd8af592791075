import { unique } from '../../testing/a.ts';
import { anInvitation } from '../../testing/accounts.ts';
import { adminsOnly, type Example } from '../../testing/example.ts';

export const invitationExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/invite-link/tokens',
    arrange: async ({ db }) => {
      await anInvitation(db);
      return {};
    },
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/invite-link/tokens',
    arrange: async () => ({
      body: { name: 'Team', expiresAt: '2100-01-01T00:00:00.000Z', rootRole: 'Editor' },
    }),
    access: adminsOnly,
    records: ['public-signup-token-created'],
  },
  {
    method: 'GET',
    path: '/api/admin/invite-link/tokens/:token',
    arrange: async ({ db }) => ({ params: { token: await anInvitation(db) } }),
    access: adminsOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/invite-link/tokens/:token',
    arrange: async ({ db }) => ({
      params: { token: await anInvitation(db) },
      body: { enabled: false },
    }),
    access: adminsOnly,
    records: ['public-signup-token-updated'],
  },
  {
    method: 'GET',
    path: '/invite/:token/validate',
    arrange: async ({ db }) => ({ params: { token: await anInvitation(db) } }),
    access: 'public',
  },
  {
    method: 'POST',
    path: '/invite/:token/signup',
    arrange: async ({ db }) => ({
      params: { token: await anInvitation(db) },
      body: { email: `${unique('ann')}@example.com`, name: 'Ann', password: 'Correct-Horse-9' },
    }),
    access: 'public',
    records: ['user-created', 'public-signup-token-user-added'],
  },
];
