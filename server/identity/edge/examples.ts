import { anApiToken } from '../../testing/a.ts';
import type { Example } from '../../testing/example.ts';

export const edgeExamples: Example[] = [
  {
    method: 'POST',
    path: '/edge/validate',
    arrange: async ({ db }) => ({ body: { tokens: [await anApiToken(db), 'unknown'] } }),
    access: 'public',
    records: { nothing: 'It only reads tokens.' },
  },
];
