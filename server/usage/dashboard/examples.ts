import { anyone, type Example, membersOnly } from '../../testing/example.ts';

export const dashboardExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/personal-dashboard',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/personal-dashboard/:projectId',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];
