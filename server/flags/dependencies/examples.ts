import { aDependency, aFlag } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';

export const dependencyExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/features/:child/dependencies',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, child: await aFlag(db, { project }) },
      body: { feature: await aFlag(db, { project }) },
    }),
    access: membersOnly,
    records: ['feature-dependency-added'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/features/:child/dependencies/:parent',
    arrange: async (world) => ({ params: await aDependencyPair(world) }),
    access: membersOnly,
    records: ['feature-dependency-removed'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/features/:child/dependencies',
    arrange: async (world) => ({ params: await aDependencyPair(world) }),
    access: membersOnly,
    records: ['feature-dependencies-removed'],
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/features/:child/parents',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, child: await aFlag(db, { project }) },
    }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/features/:parent/parent-variants',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, parent: await aFlag(db, { project }) },
    }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/dependencies',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];

async function aDependencyPair({ db, project }: World) {
  const parent = await aFlag(db, { project });
  const child = await aFlag(db, { project });
  await aDependency(db, { child, parent });
  return { projectId: project, child, parent };
}
