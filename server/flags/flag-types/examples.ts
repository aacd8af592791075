import { adminsOnly, anyone, type Example } from '../../testing/example.ts';

export const flagTypeExamples: Example[] = [
  { method: 'GET', path: '/api/admin/feature-types', arrange: async () => ({}), access: anyone },
  {
    method: 'PUT',
    path: '/api/admin/feature-types/:id/lifetime',
    arrange: async ({ db }) => {
      const { lifetime_days: days } = await db
        .selectFrom('flag_types')
        .select('lifetime_days')
        .where('id', '=', 'experiment')
        .executeTakeFirstOrThrow();
      return { params: { id: 'experiment' }, body: { lifetimeDays: days === 40 ? 41 : 40 } };
    },
    access: adminsOnly,
    records: ['feature-type-updated'],
  },
];
