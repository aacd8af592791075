import { unique } from '../../testing/a.ts';
import {
  adminsOnly,
  anyone,
  type Example,
  membersOnly,
  type World,
} from '../../testing/example.ts';
import { inTransaction } from '../../transactions.ts';
import { saveInstanceReports } from './commands.ts';

async function anApplication({ db }: World): Promise<string> {
  const application = unique('app');
  const report = {
    application,
    environment: 'development',
    instance: 'one',
    kind: 'client',
    projects: undefined,
    sdkVersion: 'unleash-client-node:6.0.0',
    strategies: ['default'],
    seenAt: Date.now(),
  } as const;
  await inTransaction(db, (tx) => saveInstanceReports(tx, [report]));
  return application;
}

export const applicationExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/metrics/applications',
    arrange: async () => ({ query: 'query=shop&limit=10&offset=0' }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/metrics/applications/:appName',
    arrange: async (world) => ({ params: { appName: await anApplication(world) } }),
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
    path: '/api/admin/metrics/applications/:appName/overview',
    arrange: async (world) => ({ params: { appName: await anApplication(world) } }),
    access: anyone,
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
    path: '/api/admin/metrics/instances/:appName/environment/:environment',
    arrange: async (world) => ({
      params: { appName: await anApplication(world), environment: 'development' },
    }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/applications',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];
