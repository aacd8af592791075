import { unique } from '../testing/a.ts';
import { anyone, type Example } from '../testing/example.ts';

export const eventLogExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/search/events',
    arrange: async ({ project }) => ({ query: `project=IS:${project}&limit=10&query=a` }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/search/events/export',
    arrange: async ({ project }) => ({ query: `format=csv&cursor=0&project=IS:${project}` }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/events',
    arrange: async ({ project }) => ({ query: `project=${project}` }),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/events/search',
    arrange: async ({ project }) => ({
      body: { type: 'feature-created', project, feature: 'f', query: 'a', limit: 10, offset: 100 },
    }),
    access: anyone,
    records: { nothing: 'it only reads' },
  },
  {
    method: 'GET',
    path: '/api/admin/events/:feature',
    arrange: async () => ({ params: { feature: unique('flag') } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/event-creators',
    arrange: async () => ({}),
    access: anyone,
  },
];
