import { anApiToken } from '../../testing/a.ts';
import type { Example } from '../../testing/example.ts';

export const sdkChangeExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/client/delta',
    arrange: async ({ db }) => ({ token: await anApiToken(db) }),
    access: 'client',
  },
  {
    method: 'GET',
    path: '/api/client/streaming',
    arrange: async ({ db }) => ({ token: await anApiToken(db) }),
    access: 'client',
  },
];
