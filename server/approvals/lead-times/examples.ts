import { anyone, type Example, membersOnly } from '../../testing/example.ts';

export const leadTimeExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/insights/approvals',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/insights/approvals',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];
