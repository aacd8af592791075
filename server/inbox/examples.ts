import { anyone, type Example } from '../testing/example.ts';

export const inboxExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/inbox',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/inbox/read',
    arrange: async () => ({ body: { position: '2026-01-01T00:00:00.000Z' } }),
    access: anyone,
    records: { nothing: 'What users have read is not audited.' },
  },
];
