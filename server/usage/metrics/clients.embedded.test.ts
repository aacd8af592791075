import { InMemStorageProvider, Unleash } from 'unleash-client';
import { UnleashClient } from 'unleash-proxy-client';
import { expect, test } from 'vitest';
import { adminToken, emptyInstallation, send, startPennon } from '../../testing/process.ts';

const clientToken = 'default:development.usage-test-secret';
const frontendToken = 'default:production.usage-test-secret';

const server = await startPennon({
  ...(await emptyInstallation()),
  INIT_CLIENT_API_TOKENS: clientToken,
  INIT_FRONTEND_API_TOKENS: frontendToken,
  USAGE_FLUSH_MS: '100',
  INIT_ADMIN_API_TOKENS: adminToken,
});

const features = '/api/admin/projects/default/features';

test('the official clients register and report, and the flag moves through its stages', async () => {
  const flag = 'reported';
  await send(server, 'POST', features, { name: flag });
  for (const environment of ['development', 'production']) {
    const path = `${features}/${flag}/environments/${environment}`;
    await send(server, 'POST', `${path}/strategies`, { name: 'default' });
    await send(server, 'POST', `${path}/on`);
  }
  const created = await findFlag(flag);

  const node = await aNodeClient();
  const registered = await waitFor(
    async () => (await applications()).find(({ appName }) => appName === 'backend'),
    (application) => application !== undefined,
  );
  const instances = await instancesOf('backend', 'development');
  for (let turn = 0; turn < 3; turn++) node.isEnabled(flag);
  node.isEnabled('never-created');
  await node.flushMetrics();
  const developed = await waitFor(
    () => findFlag(flag),
    (found) => found.lifecycle.stage === 'pre-live',
  );
  node.destroy();
  const browser = new UnleashClient({
    url: `${server.url}/api/frontend`,
    clientKey: frontendToken,
    appName: 'browser',
    metricsInterval: 0.2,
    metricsIntervalInitial: 0.2,
    refreshInterval: 0.2,
  });
  await browser.start();
  browser.isEnabled(flag);
  browser.isEnabled(flag);
  const live = await waitFor(
    () => findFlag(flag),
    (found) => found.lifecycle.stage === 'live',
  );
  browser.stop();

  // Only a registration reports strategies; nothing was evaluated yet.
  expect(registered).toMatchObject({
    strategies: expect.arrayContaining(['default', 'flexibleRollout']),
    usage: [{ project: 'default', environments: ['development'] }],
  });
  expect(instances).toEqual([
    {
      instanceId: 'backend-one',
      sdkVersion: expect.stringMatching(/^unleash-(client-node|node-sdk):\d/),
      clientIp: null,
      lastSeen: expect.any(String),
    },
  ]);
  // The browser SDK never registers; its reports identify it.
  expect(await instancesOf('browser', 'production')).toMatchObject([
    { instanceId: 'browser', sdkVersion: expect.stringMatching(/^unleash-js-sdk:\d/) },
  ]);
  expect(created).toMatchObject({ lastSeenAt: null, lifecycle: { stage: 'initial' } });
  expect(environmentOf(developed, 'development')).toMatchObject({ yes: 3, no: 0 });
  expect(environmentOf(developed, 'development').lastSeenAt).toBe(developed.lastSeenAt);
  expect(environmentOf(developed, 'production').lastSeenAt).toBe(null);
  expect(environmentOf(live, 'production').yes).toBeGreaterThan(0);
  const unknown = await send(server, 'GET', '/api/admin/metrics/unknown-flags');
  expect(unknown?.body).toMatchObject({
    unknownFlags: [{ name: 'never-created', appName: 'backend', environment: 'development' }],
  });
  expect(await server.stop('SIGTERM')).toBe(0);
});

async function aNodeClient(): Promise<Unleash> {
  const client = new Unleash({
    url: `${server.url}/api`,
    appName: 'backend',
    instanceId: 'backend-one',
    customHeaders: { Authorization: clientToken },
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
  });
  client.on('error', () => {});
  await new Promise<void>((resolve) => client.once('synchronized', resolve));
  return client;
}

type Environment = { name: string; yes: number; no: number; lastSeenAt: string | null };
type Found = {
  lastSeenAt: string | null;
  lifecycle: { stage: string };
  environments: Environment[];
};

async function findFlag(flag: string): Promise<Found> {
  const response = await send(server, 'GET', `/api/admin/search/features?query=${flag}`);
  const {
    features: [found],
  } = (response?.body ?? { features: [] }) as { features: Found[] };
  if (!found) throw new Error(`Flag "${flag}" was not found.`);
  return found;
}

type Application = { appName: string; strategies: string[]; usage: object[] };

async function applications(): Promise<Application[]> {
  const response = await send(server, 'GET', '/api/admin/metrics/applications');
  return (response?.body as { applications: Application[] } | undefined)?.applications ?? [];
}

async function instancesOf(appName: string, environment: string): Promise<object[]> {
  const path = `/api/admin/metrics/instances/${appName}/environment/${environment}`;
  const response = await send(server, 'GET', path);
  return (response?.body as { instances: object[] } | undefined)?.instances ?? [];
}

/** Polls until the condition holds; the timeout of the test is the limit. */
async function waitFor<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function environmentOf({ environments }: Found, name: string): Environment {
  const found = environments.find((environment) => environment.name === name);
  if (!found) throw new Error(`The flag is not in environment ${name}.`);
  return found;
}
