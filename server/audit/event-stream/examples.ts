import { anyone, type Example } from '../../testing/example.ts';

export const eventStreamExamples: readonly Example[] = [
  {
    method: 'GET',
    path: '/api/admin/search/events/stream',
    arrange: async ({ project }) => ({ query: `project=IS:${project}&lastEventId=0` }),
    access: anyone,
  },
];
