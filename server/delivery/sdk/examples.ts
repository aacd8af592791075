import { anApiToken, unique } from '../../testing/a.ts';
import type { Example } from '../../testing/example.ts';

export const sdkExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/client/features',
    arrange: async ({ db }) => ({ token: await anApiToken(db) }),
    access: 'client',
  },
  {
    method: 'GET',
    path: '/api/client/features/:featureName',
    arrange: async ({ db, app, post }) => {
      const name = unique('flag');
      await post('/api/admin/projects/default/features', { name });
      await app.delivery.poll();
      return { params: { featureName: name }, token: await anApiToken(db) };
    },
    access: 'client',
  },
];
