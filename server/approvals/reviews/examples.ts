import { aGrant, aUser } from '../../testing/a.ts';
import { aChangeRequest, aProtectedCopy } from '../../testing/change-requests.ts';
import { type Example, everyMember, membersOnly, type World } from '../../testing/example.ts';

const here = '/api/admin/projects/:projectId/change-requests';

async function aRequest(world: World) {
  const { db } = world;
  const project = await aProtectedCopy(db, world.project);
  const author = await aUser(db);
  await aGrant(db, { project, userId: author.id });
  const id = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
  return { params: { projectId: project, id }, token: author.token };
}

export const changeRequestReviewExamples: Example[] = [
  {
    method: 'POST',
    path: `${here}/:id/comments`,
    arrange: async (world) => ({ ...(await aRequest(world)), body: { text: 'Looks good' } }),
    access: everyMember,
    records: { nothing: 'there is no event type; comments have an author and a time' },
  },
  {
    method: 'PUT',
    path: `${here}/:id/approvers`,
    arrange: async (world) => ({
      ...(await aRequest(world)),
      body: { reviewers: [world.admin.id] },
    }),
    access: { viewer: 404, stranger: 404, owner: 403 },
    records: { nothing: 'there is no event type; a requested review decides nothing' },
  },
  {
    method: 'GET',
    path: `${here}/available-reviewers/:environment`,
    arrange: async ({ project }) => ({
      params: { projectId: project, environment: 'development' },
    }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/change-requests/:id/state',
    arrange: async (world) => {
      const { db } = world;
      const project = await aProtectedCopy(db, world.project);
      const author = await aUser(db);
      await aGrant(db, { project, userId: author.id });
      const id = await aChangeRequest(db, { project, author: author.id });
      return {
        params: { projectId: project, id },
        body: { state: 'In review', comment: 'Please review' },
        token: author.token,
      };
    },
    access: { viewer: 404, stranger: 404, owner: 403 },
    records: ['change-request-sent-to-review'],
  },
];
