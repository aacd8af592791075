import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly } from '../../testing/example.ts';

export const flagCreatorExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/flag-creators',
    arrange: async ({ db, project, admin }) => {
      await aFlag(db, { project, createdByUserId: admin.id });
      return { params: { projectId: project } };
    },
    access: membersOnly,
  },
];
