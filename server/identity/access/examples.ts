import { aRole, unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';

export const accessExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/permissions',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/roles',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/roles/:id',
    arrange: async () => ({ params: { id: 4 } }),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/roles',
    arrange: async () => ({
      body: { name: unique('role'), permissions: [{ name: 'UPDATE_FEATURE' }] },
    }),
    access: adminsOnly,
    records: ['role-created'],
  },
  {
    method: 'POST',
    path: '/api/admin/roles/validate',
    arrange: async () => ({ body: { name: unique('role') } }),
    access: adminsOnly,
    records: { nothing: 'it only validates' },
  },
  {
    method: 'PUT',
    path: '/api/admin/roles/:id',
    arrange: async ({ db }) => ({
      params: { id: await aRole(db) },
      body: { name: unique('role'), permissions: [{ name: 'DELETE_FEATURE' }] },
    }),
    access: adminsOnly,
    records: ['role-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/roles/:id',
    arrange: async ({ db }) => ({ params: { id: await aRole(db) } }),
    access: adminsOnly,
    records: ['role-deleted'],
  },
];
