import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly } from '../../testing/example.ts';
import { aStrategy } from '../../testing/targeting.ts';

export const environmentCopyExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/copy',
    arrange: async ({ db, project }) => {
      const flag = await aFlag(db, { project });
      await aStrategy(db, { flag, environment: 'development' });
      return {
        params: { projectId: project, featureName: flag, environment: 'development' },
        body: { to: 'production' },
      };
    },
    access: membersOnly,
    records: ['feature-strategy-add'],
  },
];
