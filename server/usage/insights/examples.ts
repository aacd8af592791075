import { type Example, membersOnly } from '../../testing/example.ts';

const ofProject = (path: string): Example => ({
  method: 'GET',
  path: `/api/admin/projects/:projectId/${path}`,
  arrange: async ({ project }) => ({ params: { projectId: project } }),
  access: membersOnly,
});

export const insightExamples: Example[] = [ofProject('insights'), ofProject('dora')];
