import { aPassword, aSession, aUser } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';

/** A session of another user is 404, like one that does not exist. */
const ownerOnly = { viewer: 404, stranger: 404, owner: 404 } as const;

export const sessionExamples: Example[] = [
  {
    method: 'POST',
    path: '/auth/simple/login',
    arrange: async ({ db }) => {
      const { text, hash } = await aPassword();
      const { username } = await aUser(db, { passwordHash: hash });
      return { body: { username, password: text } };
    },
    access: 'public',
    records: { nothing: 'A login changes only the session.' },
  },
  {
    method: 'POST',
    path: '/logout',
    arrange: async () => ({}),
    access: 'public',
    records: { nothing: 'A logout changes only the session.' },
  },
  {
    method: 'GET',
    path: '/api/admin/user/sessions',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'DELETE',
    path: '/api/admin/user/sessions',
    arrange: async () => ({}),
    access: anyone,
    records: { nothing: 'A logout changes only sessions.' },
  },
  {
    method: 'DELETE',
    path: '/api/admin/user/sessions/:id',
    arrange: async ({ db }) => {
      const { id: userId, token } = await aUser(db);
      await aSession(db, userId);
      const { id } = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { params: { id }, token };
    },
    access: ownerOnly,
    records: { nothing: 'A logout changes only the session.' },
  },
  {
    method: 'GET',
    path: '/api/admin/user-admin/:id/sessions',
    arrange: async ({ db }) => ({ params: { id: (await aUser(db)).id } }),
    access: adminsOnly,
  },
  {
    method: 'DELETE',
    path: '/api/admin/user-admin/:id/sessions',
    arrange: async ({ db }) => {
      const { id } = await aUser(db);
      await aSession(db, id);
      return { params: { id } };
    },
    access: adminsOnly,
    records: ['user-updated'],
  },
];
