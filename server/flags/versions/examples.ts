import { aFlag, lastEventId } from '../../testing/a.ts';
import { type Example, membersOnly } from '../../testing/example.ts';

const flagPath = '/api/admin/projects/:projectId/features/:featureName';

export const versionExamples: Example[] = [
  {
    method: 'GET',
    path: `${flagPath}/versions`,
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
      query: 'limit=10&cursor=999999',
    }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: `${flagPath}/versions/:eventId`,
    arrange: async ({ db, project, put }) => {
      const featureName = await aFlag(db, { project });
      await put(`/api/admin/projects/${project}/features/${featureName}`, { description: 'New' });
      const eventId = await lastEventId(db);
      return { params: { projectId: project, featureName, eventId } };
    },
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/versions',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/snapshot',
    arrange: async ({ db, project }) => {
      await aFlag(db, { project });
      return { params: { projectId: project }, query: 'at=9999-12-31T23:59:59.999Z' };
    },
    access: membersOnly,
  },
];
