import { aFlag, aTagging, unique } from '../testing/a.ts';
import { anyone, type Example, everyMember, membersOnly } from '../testing/example.ts';
import { aLink, aSegment, aStrategy } from '../testing/targeting.ts';

/** An import of one flag that is on. */
function aRequest(project: string) {
  const featureName = unique('flag');
  return {
    project,
    environment: 'development',
    data: {
      features: [{ name: featureName, type: 'release' }],
      featureStrategies: [{ featureName, name: 'default' }],
      featureEnvironments: [{ name: featureName, featureName, enabled: true }],
    },
  };
}

export const transferExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/features-batch/export',
    arrange: async ({ db, project }) => {
      const flag = await aFlag(db, { project });
      await aStrategy(db, { flag, segments: [await aSegment(db)] });
      await aTagging(db, { flag });
      await aLink(db, { flag });
      return { body: { environment: 'development', features: [flag] } };
    },
    access: anyone,
    records: ['features-exported'],
  },
  {
    method: 'POST',
    path: '/api/admin/features-batch/validate',
    arrange: async ({ project }) => ({ body: aRequest(project) }),
    access: everyMember,
    records: { nothing: 'it only previews an import' },
  },
  {
    method: 'POST',
    path: '/api/admin/features-batch/import',
    arrange: async ({ project }) => ({ body: aRequest(project) }),
    access: membersOnly,
    records: [
      'feature-created',
      'feature-strategy-add',
      'feature-environment-enabled',
      'features-imported',
    ],
  },
];
