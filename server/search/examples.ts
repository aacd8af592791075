import { anyone, type Example } from '../testing/example.ts';

export const searchExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/search/features',
    arrange: async () => ({ query: 'project=IS:default&sortBy=name&facets=type' }),
    access: anyone,
  },
];
