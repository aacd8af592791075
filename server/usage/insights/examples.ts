import { anyone, type Example, membersOnly } from '../../testing/example.ts';

const ofProject = (path: string): Example => ({
  method: 'GET',
  path: `/api/admin/projects/:projectId/${path}`,
  arrange: async ({ project }) => ({ params: { projectId: project } }),
  access: membersOnly,
});

const ofInstallation = (path: string): Example => ({
  method: 'GET',
  path: `/api/admin/insights/${path}`,
  arrange: async () => ({}),
  access: anyone,
});

export const insightExamples: Example[] = [
  ofProject('insights'),
  ofProject('dora'),
  ofProject('insights/flags'),
  ofProject('insights/activity'),
  ofInstallation('flags'),
  ofInstallation('activity'),
];
