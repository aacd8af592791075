import { aFlag, unique } from '../../testing/a.ts';
import { type Example, membersOnly } from '../../testing/example.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

export const declarationExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/definition',
    arrange: async ({ db, project }) => {
      const flag = await aFlag(db, { project });
      await aStrategy(db, { flag, segments: [await aSegment(db, { project })] });
      return { params: { projectId: project } };
    },
    access: membersOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/apply',
    arrange: async ({ project }) => {
      const segment = unique('segment');
      const strategies = [{ name: 'default', segments: [segment] }];
      const definition = {
        version: 1,
        segments: { [segment]: { constraints: [] } },
        flags: {
          [unique('flag')]: { environments: { development: { enabled: true, strategies } } },
        },
      };
      return { params: { projectId: project }, body: { definition } };
    },
    access: membersOnly,
    records: [
      'segment-created',
      'feature-created',
      'feature-strategy-add',
      'feature-environment-enabled',
    ],
  },
];
