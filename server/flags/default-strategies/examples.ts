import { type Example, membersOnly } from '../../testing/example.ts';

/** Each call sets another rollout, so that each records an event. */
let rollout = 0;

export const defaultStrategyExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/environments/:environment/default-strategy',
    arrange: async ({ project }) => {
      rollout = (rollout + 1) % 101;
      return {
        params: { projectId: project, environment: 'development' },
        body: { name: 'flexibleRollout', parameters: { rollout: String(rollout) } },
      };
    },
    access: membersOnly,
    records: ['default-strategy-updated'],
  },
];
