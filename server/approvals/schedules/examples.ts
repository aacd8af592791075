import { type Example, membersOnly } from '../../testing/example.ts';

export const changeRequestScheduleExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/change-requests/scheduled',
    arrange: async ({ project }) => ({
      params: { projectId: project },
      query: 'feature=some-flag',
    }),
    access: membersOnly,
  },
];
