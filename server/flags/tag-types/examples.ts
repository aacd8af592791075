import { aTagType, unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';

export const tagTypeExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/tag-types',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/tag-types',
    arrange: async () => ({ body: { name: unique('type'), color: '#FF8800' } }),
    access: adminsOnly,
    records: ['tag-type-created'],
  },
  {
    method: 'POST',
    path: '/api/admin/tag-types/validate',
    arrange: async () => ({ body: { name: unique('type') } }),
    access: anyone,
    records: { nothing: 'it only checks whether the tag type is valid' },
  },
  {
    method: 'GET',
    path: '/api/admin/tag-types/:name',
    arrange: async ({ db }) => ({ params: { name: await aTagType(db) } }),
    access: anyone,
  },
  {
    method: 'PUT',
    path: '/api/admin/tag-types/:name',
    arrange: async ({ db }) => ({
      params: { name: await aTagType(db) },
      body: { description: unique('what it is for') },
    }),
    access: adminsOnly,
    records: ['tag-type-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/tag-types/:name',
    arrange: async ({ db }) => ({ params: { name: await aTagType(db) } }),
    access: adminsOnly,
    records: ['tag-type-deleted'],
  },
];
