import { aProject } from '../../testing/a.ts';
import { adminsOnly, type Example, membersOnly } from '../../testing/example.ts';

export const changeRequestSettingExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/change-requests/config',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/environments/:environment/change-requests/config',
    // A separate project: the others are for the examples of direct writes.
    arrange: async ({ db }) => ({
      params: { projectId: await aProject(db), environment: 'production' },
      body: { changeRequestsEnabled: true, requiredApprovals: 2 },
    }),
    access: adminsOnly,
    records: ['change-request-configuration-updated'],
  },
];
