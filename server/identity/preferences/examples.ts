import { unique } from '../../testing/a.ts';
import { anyone, type Example } from '../../testing/example.ts';

const records = { nothing: 'What a user has seen is not audited.' };

export const preferenceExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/splash/:id',
    arrange: async () => ({ params: { id: unique('splash') } }),
    access: anyone,
    records,
  },
  {
    method: 'POST',
    path: '/api/admin/feedback',
    arrange: async () => ({ body: { feedbackId: unique('feedback'), neverShow: true } }),
    access: anyone,
    records,
  },
  {
    method: 'PUT',
    path: '/api/admin/feedback/:id',
    arrange: async () => ({
      params: { id: unique('feedback') },
      body: { neverShow: false, given: '2026-01-01T00:00:00.000Z' },
    }),
    access: anyone,
    records,
  },
];
