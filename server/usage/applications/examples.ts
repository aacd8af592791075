import { unique } from '../../testing/a.ts';
import { anApplication } from '../../testing/applications.ts';
import { adminsOnly, anyone, type Example, membersOnly } from '../../testing/example.ts';

export const applicationExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/metrics/applications',
    arrange: async () => ({ query: 'query=shop&limit=10&offset=0' }),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/metrics/applications/:appName',
    arrange: async () => ({ params: { appName: unique('app') }, body: { description: 'A shop' } }),
    access: adminsOnly,
    records: ['application-created'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/metrics/applications/:appName',
    arrange: async (world) => ({ params: { appName: await anApplication(world) } }),
    access: adminsOnly,
    records: { nothing: 'no event type exists for it, and SDKs create it again' },
  },
  {
    method: 'GET',
    path: '/api/admin/metrics/sdks/outdated',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/sdks/outdated',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/applications',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];
