import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnleashClient } from 'unleash-proxy-client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort, startProcess, waitUntilHealthy } from '../bench/processes.ts';
import {
  aFlag,
  aProject,
  api,
  aVariant,
  sdksOf,
  switchFlag,
  unique,
  untilDelivered,
  url,
  usageOf,
} from './pennon.ts';
import { aFlagOfEachKind, comparable, contexts, fetchFlags, frontendUrl } from './targeting.ts';

/** The proxy between Pennon and browsers, as a process of its own. */

const entry = fileURLToPath(new URL('node_modules/@unleash/proxy/dist/start.js', import.meta.url));
const clientKey = 'key-of-the-proxy';
const appName = unique('proxy');
const project = await aProject();
const proxyUrl = await startProxy();

describe('@unleash/proxy', () => {
  test('evaluates flags as the frontend API does', async () => {
    const names = await aFlagOfEachKind(project);
    await untilDelivered(project);

    const enabled = new Set<string>();
    for (const context of contexts) {
      const direct = await fetchFlags(frontendUrl, project.frontendToken, context);
      const expected = comparable(direct);
      await expect
        .poll(async () => comparable(await fetchFlags(proxyUrl, clientKey, context)))
        .toEqual(expected);
      for (const { name } of direct) enabled.add(name);
    }

    // Each flag was enabled for some of them, but for the one that is off.
    expect(names.filter((name) => !enabled.has(name))).toEqual([names[1]]);
  });

  test('passes on a switch and a variant', async () => {
    const variants = [aVariant('blue', { type: 'string', value: 'sky' })];
    const flag = await aFlag(project, { variants, enabled: false });
    const client = await aClientBehindTheProxy();

    expect(client.isEnabled(flag)).toBe(false);
    await switchFlag(project, flag, 'on');
    await expect.poll(() => client.isEnabled(flag)).toBe(true);
    expect(client.getVariant(flag)).toMatchObject({
      name: 'blue',
      payload: { type: 'string', value: 'sky' },
    });
    await switchFlag(project, flag, 'off');
    await expect.poll(() => client.isEnabled(flag)).toBe(false);
  });

  test('reports the usage behind it, and registers as an application', async () => {
    const variants = [aVariant('blue', { type: 'string', value: 'sky' })];
    const [used, unused] = [await aFlag(project, { variants }), await aFlag(project)];
    const client = await aClientBehindTheProxy();
    await expect.poll(() => client.getAllToggles().map(({ name }) => name)).toContain(unused);

    for (let turn = 0; turn < 3; turn++) client.getVariant(used);

    await expect
      .poll(() => usageOf(used, appName))
      .toEqual({ yes: 3, no: 0, variants: { blue: 3 } });
    expect(await usageOf(unused, appName)).toEqual({ yes: 0, no: 0, variants: {} });
    expect(await api('GET', `metrics/applications/${appName}`)).toMatchObject({
      appName,
      strategies: expect.arrayContaining(['default', 'flexibleRollout']),
      instances: [{ instanceId: 'proxy-one', environment: 'development' }],
    });
    expect(await sdksOf(appName)).toEqual([
      expect.stringMatching(/^unleash-(node-sdk|client-node):/),
    ]);
  });
});

async function startProxy(): Promise<string> {
  const port = await freePort();
  // The SDK in the proxy stores flags in the temporary folder, and another run would start with them.
  const folder = await mkdtemp(join(tmpdir(), 'pennon-proxy-'));
  const started = startProcess(process.execPath, [entry], {
    env: {
      PORT: String(port),
      TMPDIR: folder,
      UNLEASH_URL: `${url}/api`,
      UNLEASH_API_TOKEN: project.clientToken,
      UNLEASH_PROXY_CLIENT_KEYS: clientKey,
      UNLEASH_APP_NAME: appName,
      UNLEASH_INSTANCE_ID: 'proxy-one',
      UNLEASH_FETCH_INTERVAL: '100',
      UNLEASH_METRICS_INTERVAL: '100',
    },
  });
  afterAll(async () => {
    await started.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await waitUntilHealthy(`http://127.0.0.1:${port}/proxy/health`, started);
  return `http://127.0.0.1:${port}/proxy`;
}

async function aClientBehindTheProxy(): Promise<UnleashClient> {
  const client = new UnleashClient({
    url: proxyUrl,
    clientKey,
    appName: 'behind-the-proxy',
    refreshInterval: 0.1,
    metricsInterval: 0.1,
    metricsIntervalInitial: 0.1,
    // A request that is aborted after its headers leaves the client with a new ETag and the old flags.
    createAbortController: () => null,
  });
  onTestFinished(() => client.stop());
  await client.start();
  return client;
}
