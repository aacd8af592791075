import { aFlag, unique } from '../../testing/a.ts';
import { anyone, type Example, membersOnly } from '../../testing/example.ts';

const flagPath = '/api/admin/projects/:projectId/features/:featureName';

export const flagExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/features',
    arrange: async ({ db, project }) => {
      await aFlag(db, { project });
      return { params: { projectId: project }, query: 'tag=simple:web&namePrefix=flag' };
    },
    access: membersOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/features',
    arrange: async ({ project }) => ({
      params: { projectId: project },
      body: {
        name: unique('flag'),
        type: 'experiment',
        description: 'A description',
        impressionData: true,
        stale: true,
        createdAt: '2024-02-29T12:00:00.000Z',
        tags: [{ type: 'simple', value: unique('tag') }],
      },
    }),
    access: membersOnly,
    records: ['feature-created', 'tag-created', 'feature-tagged'],
  },
  {
    method: 'GET',
    path: flagPath,
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
      query: 'variantEnvironments=true',
    }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: flagPath,
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
      body: { description: 'Changed', type: 'permission', stale: true, impressionData: true },
    }),
    access: membersOnly,
    records: ['feature-metadata-updated', 'feature-stale-on'],
  },
  {
    method: 'PATCH',
    path: flagPath,
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project, stale: true }) },
      body: [
        { op: 'replace', path: '/description', value: 'Changed' },
        { op: 'replace', path: '/stale', value: false },
      ],
    }),
    access: membersOnly,
    records: ['feature-metadata-updated', 'feature-stale-off'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/stale',
    arrange: async ({ db, project }) => ({
      params: { projectId: project },
      body: { features: [await aFlag(db, { project }), await aFlag(db, { project })], stale: true },
    }),
    access: membersOnly,
    records: ['feature-stale-on', 'feature-stale-on'],
  },
  {
    method: 'POST',
    path: '/api/admin/features/validate',
    arrange: async () => ({ body: { name: unique('flag'), projectId: 'default' } }),
    access: anyone,
    records: { nothing: 'it only validates' },
  },
];
