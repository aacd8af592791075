import { aPassword, aUser } from '../../testing/a.ts';
import { aSecondFactor } from '../../testing/accounts.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';

export const secondFactorExamples: Example[] = [
  {
    method: 'POST',
    path: '/auth/second-factor/start',
    arrange: async ({ db }) => {
      const { text, hash } = await aPassword();
      const { username } = await aUser(db, { passwordHash: hash });
      return { body: { username, password: text } };
    },
    access: 'public',
    records: { nothing: 'It has no effect until it is confirmed.' },
  },
  {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    arrange: async ({ db }) => {
      const { text, hash } = await aPassword();
      const { id, username } = await aUser(db, { passwordHash: hash });
      const { code } = await aSecondFactor(db, id, { confirmed: false });
      return { body: { username, password: text, code: code() } };
    },
    access: 'public',
    records: ['user-updated'],
  },
  {
    method: 'POST',
    path: '/auth/second-factor/remove',
    arrange: async ({ db }) => {
      const { text, hash } = await aPassword();
      const { id, username } = await aUser(db, { passwordHash: hash });
      const { code } = await aSecondFactor(db, id);
      return { body: { username, password: text, code: code() } };
    },
    access: 'public',
    records: ['user-updated'],
  },
  {
    method: 'GET',
    path: '/api/admin/user/second-factor',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'DELETE',
    path: '/api/admin/user-admin/:id/second-factor',
    arrange: async ({ db }) => {
      const { id } = await aUser(db);
      await aSecondFactor(db, id);
      return { params: { id } };
    },
    access: adminsOnly,
    records: ['user-updated'],
  },
];
