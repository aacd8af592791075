import { aChangeRequest, aProtectedCopy } from '../../testing/change-requests.ts';
import { type Example, membersOnly } from '../../testing/example.ts';

export const changeRequestPreviewExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/change-requests/:id/dry-run',
    arrange: async ({ db, project: original, admin }) => {
      const project = await aProtectedCopy(db, original);
      const id = await aChangeRequest(db, { project, author: admin.id });
      return { params: { projectId: project, id } };
    },
    access: membersOnly,
    records: { nothing: 'everything is rolled back' },
  },
];
