import { aFlag } from '../../testing/a.ts';
import { aChangeRequest, aProtectedCopy } from '../../testing/change-requests.ts';
import { type Example, everyMember } from '../../testing/example.ts';

export const changeRequestPreviewExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/change-requests/:id/dry-run',
    arrange: async ({ db, project: original, admin }) => {
      const project = await aProtectedCopy(db, original);
      const id = await aChangeRequest(db, { project, author: admin.id });
      return { params: { projectId: project, id } };
    },
    access: everyMember,
    records: { nothing: 'everything is rolled back' },
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/environments/:environment/change-requests/dry-run',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, environment: 'development' },
      body: {
        feature: await aFlag(db, { project }),
        action: 'addStrategy',
        payload: { name: 'default' },
      },
    }),
    access: everyMember,
    records: { nothing: 'everything is rolled back' },
  },
];
