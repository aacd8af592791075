import { aChangeRequest, aProtectedCopy } from '../../testing/change-requests.ts';
import { type Example, membersOnly, permittedOnly } from '../../testing/example.ts';

export const changeRequestApproverExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/environments/:environment/change-requests/approvers',
    arrange: async ({ project }) => ({
      params: { projectId: project, environment: 'development' },
    }),
    access: permittedOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/change-requests/:id/approvers',
    arrange: async ({ db, project: original, admin }) => {
      const project = await aProtectedCopy(db, original);
      const id = await aChangeRequest(db, { project, author: admin.id, state: 'In review' });
      return { params: { projectId: project, id } };
    },
    access: membersOnly,
  },
];
