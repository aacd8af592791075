import { aFlag, anApiToken } from '../../testing/a.ts';
import { anyone, type Example, membersOnly, type World } from '../../testing/example.ts';

const buffered = { nothing: 'reports are buffered in memory and written later' };

const sender = { appName: 'shop', instanceId: 'one', sdkVersion: 'unleash-client-node:6.0.0' };

const aReport = (flag: string) => ({
  ...sender,
  bucket: {
    start: new Date(Date.now() - 60_000).toISOString(),
    stop: new Date().toISOString(),
    toggles: { [flag]: { yes: 3, no: 1, variants: { blue: 3 } } },
  },
});

const aRegistration = {
  ...sender,
  strategies: ['default'],
  started: '2026-01-01T00:00:00.000Z',
  interval: 10_000,
};

const aFlagHere = async ({ db, project }: World) => ({
  params: { featureName: await aFlag(db, { project }) },
});

export const usageExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/client/metrics',
    arrange: async ({ db }) => ({ body: aReport(await aFlag(db)), token: await anApiToken(db) }),
    access: 'client',
    records: buffered,
  },
  {
    method: 'POST',
    path: '/api/client/metrics/bulk',
    arrange: async ({ db }) => ({
      body: {
        applications: [{ ...sender, environment: 'development' }],
        metrics: [
          { featureName: await aFlag(db), appName: 'shop', environment: 'development', yes: 1 },
        ],
      },
      token: await anApiToken(db),
    }),
    access: 'client',
    records: buffered,
  },
  {
    method: 'POST',
    path: '/api/client/register',
    arrange: async ({ db }) => ({ body: aRegistration, token: await anApiToken(db) }),
    access: 'client',
    records: buffered,
  },
  {
    method: 'POST',
    path: '/api/frontend/client/metrics',
    arrange: async ({ db }) => ({
      body: aReport(await aFlag(db)),
      token: await anApiToken(db, { type: 'frontend' }),
    }),
    access: 'frontend',
    records: buffered,
  },
  {
    method: 'POST',
    path: '/api/frontend/client/register',
    arrange: async ({ db }) => ({
      body: aRegistration,
      token: await anApiToken(db, { type: 'frontend' }),
    }),
    access: 'frontend',
    records: buffered,
  },
  {
    method: 'GET',
    path: '/api/admin/metrics/unknown-flags',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/client-metrics/features/:featureName',
    arrange: aFlagHere,
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/client-metrics/features/:featureName/raw',
    arrange: aFlagHere,
    access: membersOnly,
  },
];
