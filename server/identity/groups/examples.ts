import { aGrant, aGroup, aUser, unique } from '../../testing/a.ts';
import { adminsOnly, type Example } from '../../testing/example.ts';

export const groupExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/groups',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/groups/:id',
    arrange: async ({ db }) => ({ params: { id: await aGroup(db) } }),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/groups',
    arrange: async ({ db }) => ({
      body: { name: unique('group'), users: [{ user: { id: (await aUser(db)).id } }] },
    }),
    access: adminsOnly,
    records: ['group-created'],
  },
  {
    method: 'PUT',
    path: '/api/admin/groups/:id',
    arrange: async ({ db }) => ({
      params: { id: await aGroup(db) },
      body: { name: unique('group'), users: [{ user: { id: (await aUser(db)).id } }] },
    }),
    access: adminsOnly,
    records: ['group-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/groups/:id',
    arrange: async ({ db, project }) => {
      const id = await aGroup(db);
      await aGrant(db, { project, groupId: id });
      return { params: { id } };
    },
    access: adminsOnly,
    records: ['project-access-group-roles-deleted', 'group-deleted'],
  },
];
