import { unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';
import { aStrategyType } from '../../testing/targeting.ts';

const parameters = [{ name: 'share', type: 'percentage', description: 'How many', required: true }];

export const strategyExamples: Example[] = [
  { method: 'GET', path: '/api/admin/strategies', arrange: async () => ({}), access: anyone },
  {
    method: 'POST',
    path: '/api/admin/strategies',
    arrange: async () => ({ body: { name: unique('type'), parameters } }),
    access: adminsOnly,
    records: ['strategy-created'],
  },
  {
    method: 'GET',
    path: '/api/admin/strategies/:name',
    arrange: async ({ db }) => ({ params: { name: await aStrategyType(db) } }),
    access: anyone,
  },
  {
    method: 'PUT',
    path: '/api/admin/strategies/:name',
    arrange: async ({ db }) => ({
      params: { name: await aStrategyType(db) },
      body: { title: 'By weekday', description: 'On certain days', parameters },
    }),
    access: adminsOnly,
    records: ['strategy-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/strategies/:name',
    arrange: async ({ db }) => ({ params: { name: await aStrategyType(db) } }),
    access: adminsOnly,
    records: ['strategy-deleted'],
  },
  {
    method: 'POST',
    path: '/api/admin/strategies/:strategyName/deprecate',
    arrange: async ({ db }) => ({ params: { strategyName: await aStrategyType(db) } }),
    access: adminsOnly,
    records: ['strategy-deprecated'],
  },
  {
    method: 'POST',
    path: '/api/admin/strategies/:strategyName/reactivate',
    arrange: async ({ db }) => ({
      params: { strategyName: await aStrategyType(db, { deprecated: true }) },
    }),
    access: adminsOnly,
    records: ['strategy-reactivated'],
  },
];
