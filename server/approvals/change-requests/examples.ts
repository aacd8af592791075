import { aFlag, aGrant, aUser } from '../../testing/a.ts';
import { aChangeRequest, aProtectedCopy } from '../../testing/change-requests.ts';
import {
  anyone,
  type Example,
  everyMember,
  membersOnly,
  type World,
} from '../../testing/example.ts';

const here = '/api/admin/projects/:projectId/change-requests';

/** Members may read the requests of others, but not edit them. */
const authorOnly = { viewer: 404, stranger: 404, owner: 403 } as const;

/** A request by a new member of the world's project, and the member. */
async function aDraft(world: World) {
  const { db } = world;
  const project = await aProtectedCopy(db, world.project);
  const author = await aUser(db);
  await aGrant(db, { project, userId: author.id });
  const flag = await aFlag(db, { project });
  const id = await aChangeRequest(db, { project, author: author.id, flag });
  const { id: changeId } = await db
    .selectFrom('change_request_changes')
    .select('id')
    .where('change_request_id', '=', id)
    .executeTakeFirstOrThrow();
  return { params: { projectId: project, id }, token: author.token, flag, changeId };
}

export const changeRequestExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/environments/:environment/change-requests',
    arrange: async (world) => {
      const { db } = world;
      const project = await aProtectedCopy(db, world.project);
      const author = await aUser(db);
      await aGrant(db, { project, userId: author.id });
      const feature = await aFlag(db, { project });
      return {
        params: { projectId: project, environment: 'development' },
        body: { feature, action: 'updateEnabled', payload: { enabled: true } },
        token: author.token,
      };
    },
    access: everyMember,
    records: ['change-request-created', 'change-added'],
  },
  {
    method: 'GET',
    path: here,
    arrange: async (world) => ({ params: (await aDraft(world)).params }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${here}/pending`,
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${here}/pending/:featureName`,
    arrange: async (world) => {
      const { params, flag } = await aDraft(world);
      return { params: { projectId: params.projectId, featureName: flag } };
    },
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${here}/count`,
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${here}/actionable`,
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${here}/:id`,
    arrange: async (world) => ({ params: (await aDraft(world)).params }),
    access: membersOnly,
  },
  {
    method: 'DELETE',
    path: `${here}/:id`,
    arrange: async (world) => {
      const { params, token } = await aDraft(world);
      return { params, token };
    },
    access: authorOnly,
    records: ['change-request-discarded'],
  },
  {
    method: 'PUT',
    path: `${here}/:id/title`,
    arrange: async (world) => {
      const { params, token } = await aDraft(world);
      return { params, token, body: { title: 'Half of the users' } };
    },
    access: authorOnly,
    records: ['change-edited'],
  },
  {
    method: 'PUT',
    path: `${here}/:id/changes/:changeId`,
    arrange: async (world) => {
      const { params, token, flag, changeId } = await aDraft(world);
      const body = { feature: flag, action: 'addStrategy', payload: { name: 'default' } };
      return { params: { ...params, changeId }, token, body };
    },
    access: authorOnly,
    records: ['change-edited'],
  },
  {
    method: 'DELETE',
    path: `${here}/:id/changes/:changeId`,
    arrange: async (world) => {
      const { params, token, flag, changeId } = await aDraft(world);
      await world.post(
        `/api/admin/projects/${params.projectId}/environments/development/change-requests`,
        { feature: flag, action: 'addStrategy', payload: { name: 'default' } },
        { token },
      );
      return { params: { ...params, changeId }, token };
    },
    access: authorOnly,
    records: ['change-discarded'],
  },
  {
    method: 'GET',
    path: '/api/admin/search/change-requests',
    arrange: async () => ({ query: 'state=IS:open&limit=10' }),
    access: anyone,
  },
];
