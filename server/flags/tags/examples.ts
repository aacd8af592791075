import { aFlag, aTag, aTagging, unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example, membersOnly } from '../../testing/example.ts';

export const tagExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/tags',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/tags/:type',
    arrange: async () => ({ params: { type: 'simple' } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/tags/:type/:value',
    arrange: async ({ db }) => ({ params: await aTag(db) }),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/tags',
    arrange: async () => ({ body: { type: 'simple', value: unique('tag') } }),
    access: adminsOnly,
    records: ['tag-created'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/tags/:type/:value',
    arrange: async ({ db }) => ({ params: await aTag(db) }),
    access: adminsOnly,
    records: ['tag-deleted'],
  },
  {
    method: 'GET',
    path: '/api/admin/features/:featureName/tags',
    arrange: async ({ db, project }) => ({
      params: { featureName: await aFlag(db, { project }) },
    }),
    access: membersOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/features/:featureName/tags',
    arrange: async ({ db, project }) => ({
      params: { featureName: await aFlag(db, { project }) },
      body: { value: unique('tag') },
    }),
    access: membersOnly,
    records: ['tag-created', 'feature-tagged'],
  },
  {
    method: 'PUT',
    path: '/api/admin/features/:featureName/tags',
    arrange: async ({ db, project }) => {
      const flag = await aFlag(db, { project });
      const removed = await aTagging(db, { flag });
      return {
        params: { featureName: flag },
        body: { addedTags: [await aTag(db)], removedTags: [removed] },
      };
    },
    access: membersOnly,
    records: ['feature-untagged', 'feature-tagged'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/features/:featureName/tags/:type/:value',
    arrange: async ({ db, project }) => {
      const flag = await aFlag(db, { project });
      return { params: { featureName: flag, ...(await aTagging(db, { flag })) } };
    },
    access: membersOnly,
    records: ['feature-untagged'],
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/tags',
    arrange: async ({ db, project }) => ({
      params: { projectId: project },
      body: {
        features: [await aFlag(db, { project })],
        tags: { addedTags: [await aTag(db)], removedTags: [] },
      },
    }),
    access: membersOnly,
    records: ['feature-tagged'],
  },
];
