import type { Db } from '../../platform/db/open.ts';
import { aUser, unique } from '../../testing/a.ts';
import { adminsOnly, type Example } from '../../testing/example.ts';

/** A service account with one token. */
async function anAccount(db: Db) {
  const { id } = await aUser(db, { accountType: 'Service Account', name: 'CI' });
  const token = await db
    .selectFrom('personal_tokens')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, tokenId: token.id };
}

const withId = async (db: Db) => {
  const { id } = await anAccount(db);
  return { params: { id } };
};

export const serviceAccountExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/service-account',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/service-account',
    arrange: async () => ({ body: { name: 'CI', username: unique('ci'), rootRole: 'Viewer' } }),
    access: adminsOnly,
    records: ['service-account-created'],
  },
  {
    method: 'PUT',
    path: '/api/admin/service-account/:id',
    arrange: async ({ db }) => ({ ...(await withId(db)), body: { name: 'Nightly' } }),
    access: adminsOnly,
    records: ['service-account-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/service-account/:id',
    arrange: async ({ db }) => withId(db),
    access: adminsOnly,
    records: ['pat-deleted', 'service-account-deleted'],
  },
  {
    method: 'GET',
    path: '/api/admin/service-account/:id/token',
    arrange: async ({ db }) => withId(db),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/service-account/:id/token',
    arrange: async ({ db }) => ({ ...(await withId(db)), body: { description: 'nightly' } }),
    access: adminsOnly,
    records: ['pat-created'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/service-account/:id/token/:tokenId',
    arrange: async ({ db }) => ({ params: await anAccount(db) }),
    access: adminsOnly,
    records: ['pat-deleted'],
  },
];
