import { aUser } from '../../testing/a.ts';
import { aChangeRequest, aProtectedCopy } from '../../testing/change-requests.ts';
import { type Example, membersOnly, permittedOnly } from '../../testing/example.ts';

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
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/change-requests/:id/schedule',
    arrange: async ({ db, project: original }) => {
      const project = await aProtectedCopy(db, original);
      const { id: author } = await aUser(db);
      const id = await aChangeRequest(db, { project, author, state: 'Scheduled' });
      return { params: { projectId: project, id } };
    },
    access: permittedOnly,
    records: ['change-request-schedule-removed'],
  },
];
