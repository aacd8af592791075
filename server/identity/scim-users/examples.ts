import { adminsOnly, type Example } from '../../testing/example.ts';

export const scimUserExamples: Example[] = [
  {
    method: 'DELETE',
    path: '/api/admin/user-admin/scim-users',
    arrange: async () => ({}),
    access: adminsOnly,
    records: { nothing: 'There are no such users.' },
  },
];
