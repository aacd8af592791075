import { aUser, unique } from '../../testing/a.ts';
import { aPasswordLink } from '../../testing/accounts.ts';
import { adminsOnly, type Example } from '../../testing/example.ts';

const strong = 'Correct-Horse-9';

export const passwordLinkExamples: Example[] = [
  {
    method: 'POST',
    path: '/auth/reset/password-email',
    arrange: async () => ({ body: { email: `${unique('user')}@example.com` } }),
    access: 'public',
    records: { nothing: 'The e-mail changes nothing.' },
  },
  {
    method: 'GET',
    path: '/auth/reset/validate',
    arrange: async ({ db }) => ({
      query: `token=${await aPasswordLink(db, (await aUser(db, { name: 'Ann' })).id)}`,
    }),
    access: 'public',
  },
  {
    method: 'POST',
    path: '/auth/reset/validate-password',
    arrange: async () => ({ body: { password: strong } }),
    access: 'public',
    records: { nothing: 'It only validates the password.' },
  },
  {
    method: 'POST',
    path: '/auth/reset/password',
    arrange: async ({ db }) => ({
      body: { token: await aPasswordLink(db, (await aUser(db)).id), password: strong },
    }),
    access: 'public',
    records: ['user-updated'],
  },
  {
    method: 'POST',
    path: '/api/admin/user-admin/reset-password',
    arrange: async ({ db }) => ({ body: { id: String((await aUser(db)).id) } }),
    access: adminsOnly,
    records: { nothing: 'The link is recorded when it is used.' },
  },
];
