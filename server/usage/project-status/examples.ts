import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly } from '../../testing/example.ts';

const ofProject = (path: string): Example => ({
  method: 'GET',
  path: `/api/admin/projects/:projectId/${path}`,
  arrange: async ({ db, project }) => {
    await aFlag(db, { project });
    return { params: { projectId: project } };
  },
  access: membersOnly,
});

export const projectStatusExamples: Example[] = [ofProject('status'), ofProject('health-report')];
