import { aGrant, aUser } from '../../testing/a.ts';
import { aChangeRequest, aGuardedTwin } from '../../testing/change-requests.ts';
import type { Example } from '../../testing/example.ts';

export const changeRequestStateExamples: Example[] = [
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/change-requests/:id/state',
    arrange: async (world) => {
      const { db } = world;
      const project = await aGuardedTwin(db, world.project);
      const author = await aUser(db);
      await aGrant(db, { project, userId: author.id });
      const id = await aChangeRequest(db, { project, author: author.id });
      return {
        params: { projectId: project, id },
        body: { state: 'In review', comment: 'Please look' },
        token: author.token,
      };
    },
    access: { viewer: 404, stranger: 404, owner: 403 },
    records: ['change-request-sent-to-review'],
  },
];
