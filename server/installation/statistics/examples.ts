import { adminsOnly, type Example } from '../../testing/example.ts';

export const statisticsExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/instance-admin/statistics',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/instance-admin/statistics/csv',
    arrange: async () => ({}),
    access: adminsOnly,
  },
];
