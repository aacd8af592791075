import { aFlag, aGrant, anApiToken, anEnvironment, aProject, unique } from '../../testing/a.ts';
import {
  adminsOnly,
  anyone,
  type Example,
  membersOnly,
  type World,
} from '../../testing/example.ts';
import { aSegment } from '../../testing/targeting.ts';

export const projectExamples: Example[] = [
  { method: 'GET', path: '/api/admin/projects', arrange: async () => ({}), access: anyone },
  {
    method: 'POST',
    path: '/api/admin/projects',
    arrange: async () => ({ body: { name: unique('A project') } }),
    access: adminsOnly,
    records: ['project-created'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/validate',
    arrange: async () => ({ body: { id: unique('project') } }),
    access: adminsOnly,
    records: { nothing: 'it only checks whether the id is free' },
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/overview',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId',
    arrange: async (world) => ({
      params: { projectId: await anotherProject(world) },
      body: { name: 'Renamed', description: 'Purpose of the project' },
    }),
    access: membersOnly,
    records: ['project-updated'],
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/settings',
    arrange: async (world) => ({
      params: { projectId: await anotherProject(world) },
      body: { featureNaming: { pattern: '[a-z]+', example: 'abc' }, featureLimit: 10 },
    }),
    access: membersOnly,
    records: ['project-updated'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/archive/:projectId',
    arrange: async (world) => ({ params: { projectId: await anotherProject(world) } }),
    access: membersOnly,
    records: ['project-archived'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/revive/:projectId',
    arrange: async (world) => ({
      params: { projectId: await anotherProject(world, { archivedAt: new Date().toISOString() }) },
    }),
    access: membersOnly,
    records: ['project-revived'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId',
    arrange: async (world) => {
      const project = await anotherProject(world);
      await aFlag(world.db, { project, archivedAt: new Date().toISOString() });
      await aSegment(world.db, { project });
      await anApiToken(world.db, { projects: [project] });
      return { params: { projectId: project } };
    },
    access: membersOnly,
    records: ['feature-deleted', 'segment-deleted', 'api-token-deleted', 'project-deleted'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/environments',
    arrange: async (world) => ({
      params: { projectId: await anotherProject(world) },
      body: { environment: await anEnvironment(world.db) },
    }),
    access: membersOnly,
    records: ['project-environment-added'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/environments/:environment',
    arrange: async (world) => ({
      params: { projectId: await anotherProject(world), environment: 'production' },
    }),
    access: membersOnly,
    records: ['project-environment-removed'],
  },
];

/** Another private project with the same role grants, for calls that change or delete it. */
async function anotherProject(
  { db, project }: World,
  input: { archivedAt?: string } = {},
): Promise<string> {
  const copy = await aProject(db, { mode: 'private', ...input });
  const grants = await db
    .selectFrom('role_grants')
    .select(['role_id as role', 'user_id as userId'])
    .where('project', '=', project)
    .where('user_id', 'is not', null)
    .execute();
  for (const { role, userId } of grants) {
    if (userId !== null) await aGrant(db, { project: copy, role, userId });
  }
  return copy;
}
