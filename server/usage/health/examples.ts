import { type Example, membersOnly } from '../../testing/example.ts';

export const healthExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/insights/health',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];
