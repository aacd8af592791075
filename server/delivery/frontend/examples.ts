import { anApiToken } from '../../testing/a.ts';
import type { Example } from '../../testing/example.ts';

export const frontendExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/frontend',
    arrange: async ({ db }) => ({
      query: 'userId=7&properties[plan]=pro',
      token: await anApiToken(db, { type: 'frontend' }),
    }),
    access: 'frontend',
  },
  {
    method: 'POST',
    path: '/api/frontend',
    arrange: async ({ db }) => ({
      body: { context: { userId: '7', properties: { plan: 'pro' } } },
      token: await anApiToken(db, { type: 'frontend' }),
    }),
    access: 'frontend',
    records: { nothing: 'it only evaluates' },
  },
];
