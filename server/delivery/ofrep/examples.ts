import { anApiToken, unique } from '../../testing/a.ts';
import type { Example } from '../../testing/example.ts';

const evaluates = { nothing: 'it only evaluates' };

export const ofrepExamples: Example[] = [
  {
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    arrange: async ({ db }) => ({
      body: { context: { targetingKey: '7', plan: 'pro' } },
      token: await anApiToken(db, { type: 'frontend' }),
    }),
    access: 'sdk',
    records: evaluates,
  },
  {
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/:key',
    arrange: async ({ app, db, post }) => {
      const name = unique('flag');
      await post('/api/admin/projects/default/features', { name });
      await app.delivery.poll();
      return {
        params: { key: name },
        body: { context: { targetingKey: '7' } },
        token: await anApiToken(db),
      };
    },
    access: 'sdk',
    records: evaluates,
  },
  {
    method: 'GET',
    path: '/ofrep/v1/event-stream',
    arrange: async ({ db }) => ({ token: await anApiToken(db, { type: 'frontend' }) }),
    access: 'frontend',
  },
];
