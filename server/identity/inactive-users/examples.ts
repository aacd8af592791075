import { aUser } from '../../testing/a.ts';
import { adminsOnly, type Example, type World } from '../../testing/example.ts';

const past = '2020-01-01T00:00:00.000Z';

async function anInactiveUser({ db }: Pick<World, 'db'>): Promise<number> {
  const { id } = await aUser(db);
  await db.updateTable('users').set({ created_at: past }).where('id', '=', id).execute();
  await db.deleteFrom('personal_tokens').where('user_id', '=', id).execute();
  return id;
}

export const inactiveUserExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/user-admin/inactive',
    arrange: async (world) => {
      await anInactiveUser(world);
      return {};
    },
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/user-admin/inactive/delete',
    arrange: async (world) => ({
      body: { ids: [await anInactiveUser(world), await anInactiveUser(world)] },
    }),
    access: adminsOnly,
    records: ['user-deleted', 'user-deleted'],
  },
];
