import { aPersonalToken, aUser, unique } from '../../testing/a.ts';
import { anyone, type Example } from '../../testing/example.ts';

/** A token of another user is 404, like one that does not exist. */
const ownerOnly = { viewer: 404, stranger: 404, owner: 404 } as const;

export const personalTokenExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/user/tokens',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/user/tokens',
    arrange: async ({ db }) => ({
      body: { description: unique('laptop'), expiresAt: '2100-01-01T00:00:00.000Z' },
      token: (await aUser(db)).token,
    }),
    access: anyone,
    records: ['pat-created'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/user/tokens/:id',
    arrange: async ({ db }) => {
      const { id: userId, token } = await aUser(db);
      await aPersonalToken(db, userId);
      const { id } = await db
        .selectFrom('personal_tokens')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { params: { id }, token };
    },
    access: ownerOnly,
    records: ['pat-deleted'],
  },
];
