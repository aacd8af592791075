import { aDependency, aFlag } from '../../testing/a.ts';
import { anyone, type Example, membersOnly, type World } from '../../testing/example.ts';

const archived = ({ db, project }: World) =>
  aFlag(db, { project, archivedAt: new Date().toISOString() });

export const archiveExamples: Example[] = [
  { method: 'GET', path: '/api/admin/archive/features', arrange: async () => ({}), access: anyone },
  {
    method: 'GET',
    path: '/api/admin/archive/features/:projectId',
    arrange: async (world) => {
      await archived(world);
      return { params: { projectId: world.project } };
    },
    access: membersOnly,
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/features/:featureName',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
    }),
    access: membersOnly,
    records: ['feature-archived'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/archive',
    arrange: async ({ db, project }) => {
      const [child, parent] = [await aFlag(db, { project }), await aFlag(db, { project })];
      await aDependency(db, { child, parent });
      return { params: { projectId: project }, body: { features: [child, parent] } };
    },
    access: membersOnly,
    records: ['feature-dependencies-removed', 'feature-archived', 'feature-archived'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/archive/validate',
    arrange: async ({ db, project }) => ({
      params: { projectId: project },
      body: { features: [await aFlag(db, { project })] },
    }),
    access: membersOnly,
    records: { nothing: 'it only previews the impact' },
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/revive',
    arrange: async (world) => ({
      params: { projectId: world.project },
      body: { features: [await archived(world), await archived(world)] },
    }),
    access: membersOnly,
    records: ['feature-revived', 'feature-revived'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/delete',
    arrange: async (world) => ({
      params: { projectId: world.project },
      body: { features: [await archived(world), await archived(world)] },
    }),
    access: membersOnly,
    records: ['feature-deleted', 'feature-deleted'],
  },
  {
    method: 'POST',
    path: '/api/admin/archive/revive/:featureName',
    arrange: async (world) => ({ params: { featureName: await archived(world) } }),
    access: membersOnly,
    records: ['feature-revived'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/archive/:featureName',
    arrange: async (world) => ({ params: { featureName: await archived(world) } }),
    access: membersOnly,
    records: ['feature-deleted'],
  },
];
