import type { Example } from '../../testing/example.ts';

export const operationExamples: Example[] = [
  { method: 'GET', path: '/health', arrange: async () => ({}), access: 'public' },
  { method: 'GET', path: '/ready', arrange: async () => ({}), access: 'public' },
  {
    method: 'GET',
    path: '/internal-backstage/prometheus',
    arrange: async () => ({}),
    access: 'public',
  },
];
