import { anyone, type Example } from '../../testing/example.ts';

export const telemetryExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/telemetry/settings',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/record-ui-error',
    arrange: async () => ({ body: { errorMessage: 'x is not a function', errorStack: 'at y' } }),
    access: anyone,
    records: { nothing: 'It is written to the log of the server only.' },
  },
];
