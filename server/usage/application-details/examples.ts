import { anApplication } from '../../testing/applications.ts';
import { anyone, type Example } from '../../testing/example.ts';

export const applicationDetailExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/metrics/applications/:appName',
    arrange: async (world) => ({ params: { appName: await anApplication(world) } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/metrics/applications/:appName/overview',
    arrange: async (world) => ({ params: { appName: await anApplication(world) } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/metrics/instances/:appName/environment/:environment',
    arrange: async (world) => ({
      params: { appName: await anApplication(world), environment: 'development' },
    }),
    access: anyone,
  },
];
