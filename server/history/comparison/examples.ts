import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly } from '../../testing/example.ts';

export const comparisonExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/features/:featureName/diff',
    arrange: async ({ db, project, put }) => {
      const featureName = await aFlag(db, { project });
      await put(`/api/admin/projects/${project}/features/${featureName}`, { description: 'New' });
      return {
        params: { projectId: project, featureName },
        query: 'from=2020-01-01T00:00:00Z&to=9999-01-01T00:00:00Z',
      };
    },
    access: membersOnly,
  },
];
