import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { UnleashClient } from 'unleash-proxy-client';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { TestEventSource } from '../../testing/event-source.ts';
import { eventually } from '../../testing/eventually.ts';
import { emptyInstallation, send, startPennon } from '../../testing/process.ts';

/** Official SDKs, unmodified, against a server process. */

const clientToken = '*:development.client-secret';
const frontendToken = '*:development.frontend-secret';

const server = await startPennon({
  ...(await emptyInstallation()),
  INIT_CLIENT_API_TOKENS: clientToken,
  INIT_FRONTEND_API_TOKENS: frontendToken,
});
afterAll(() => server.stop('SIGTERM'));
afterAll(() => vi.unstubAllGlobals());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await send(server, method, path, body);
  expect(response?.status, `${method} ${path} ${JSON.stringify(response?.body)}`).toBeLessThan(300);
  return response?.body as { id: string & number };
};

const features = '/api/admin/projects/default/features';
const inDevelopment = (name: string) => `${features}/${name}/environments/development`;
const rollout = (more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'userId', groupId: 'group' },
  ...more,
});
const variantsOf = (name: string) => [
  {
    name,
    weight: 1000,
    weightType: 'variable',
    stickiness: 'userId',
    payload: { type: 'string', value: name },
  },
];

/** The result of a client for a flag, for user 7. */
type Seen = { enabled: boolean; variant: string };
type Watch = { see: (flag: string) => Seen | Promise<Seen>; stop: () => void };

const off = { enabled: false, variant: 'disabled' };
const on = { enabled: true, variant: 'disabled' };

const clients: Record<string, () => Promise<Watch>> = {
  'unleash-client, polling': () => watchByNodeSdk({}),
  'unleash-client, polling for deltas': () =>
    watchByNodeSdk({ experimentalMode: { type: 'polling', format: 'delta' } }),
  'unleash-client, streaming': () => watchByNodeSdk({ experimentalMode: { type: 'streaming' } }),
  'unleash-proxy-client': () => watchByFrontendSdk(false),
  'unleash-proxy-client, with POST': () => watchByFrontendSdk(true),
  '@openfeature/ofrep-provider': watchByOpenFeature,
  '@openfeature/ofrep-web-provider': () => watchByOpenFeatureOfTheWeb({ pollInterval: 100 }),
  '@openfeature/ofrep-web-provider, with its event stream': () => {
    vi.stubGlobal('EventSource', TestEventSource);
    return watchByOpenFeatureOfTheWeb({});
  },
};

describe.each(Object.entries(clients))('%s', (label, open) => {
  test('sees the switch, strategies, variants, segments, the archive and revival', async () => {
    const flag = label.replaceAll(/\W+/g, '-');
    const watch = await open();
    const becomes = (expected: Seen) =>
      eventually(async () => expect(await watch.see(flag)).toEqual(expected));
    await becomes(off);

    await call('POST', features, { name: flag });
    const { id } = await call('POST', `${inDevelopment(flag)}/strategies`, rollout());
    await call('POST', `${inDevelopment(flag)}/on`);
    await becomes(on);
    await call('POST', `${inDevelopment(flag)}/off`);
    await becomes(off);
    await call('POST', `${inDevelopment(flag)}/on`);
    await becomes(on);

    const strategy = `${inDevelopment(flag)}/strategies/${id}`;
    const parameters = { rollout: '0', stickiness: 'userId', groupId: 'group' };
    await call('PUT', strategy, rollout({ parameters }));
    await becomes(off);
    await call('PUT', strategy, rollout({ variants: variantsOf('blue') }));
    await becomes({ enabled: true, variant: 'blue' });
    await call('PUT', strategy, rollout({ variants: variantsOf('red') }));
    await becomes({ enabled: true, variant: 'red' });

    const isUser = (value: string) => [{ contextName: 'userId', operator: 'IN', values: [value] }];
    const segment = await call('POST', '/api/admin/segments', {
      name: `segment-${flag}`,
      constraints: isUser('8'),
    });
    await call('PUT', strategy, rollout({ segments: [segment.id], variants: [] }));
    await becomes(off);
    await call('PUT', `/api/admin/segments/${segment.id}`, {
      name: `segment-${flag}`,
      constraints: isUser('7'),
    });
    await becomes(on);

    await call('DELETE', `${features}/${flag}`);
    await becomes(off);
    await call('POST', `/api/admin/archive/revive/${flag}`);
    await call('POST', `${inDevelopment(flag)}/on`);
    await becomes(on);
    watch.stop();
  });
});

async function watchByNodeSdk(mode: Partial<UnleashConfig>): Promise<Watch> {
  const client = new Unleash({
    url: `${server.url}/api`,
    appName: 'test',
    customHeaders: { Authorization: clientToken },
    refreshInterval: 100,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    ...mode,
    // The default is a file that the next run would start from.
    storageProvider: new InMemStorageProvider(),
  });
  client.on('error', () => {});
  await new Promise<void>((resolve) => client.once('synchronized', resolve));
  return {
    see: (flag) => ({
      enabled: client.isEnabled(flag, { userId: '7' }),
      variant: client.getVariant(flag, { userId: '7' }).name,
    }),
    stop: () => client.destroy(),
  };
}

async function watchByFrontendSdk(usePOSTrequests: boolean): Promise<Watch> {
  const client = new UnleashClient({
    url: `${server.url}/api/frontend`,
    clientKey: frontendToken,
    appName: 'test',
    refreshInterval: 0.1,
    disableMetrics: true,
    usePOSTrequests,
    // A request that is aborted after its headers leaves the client with a new ETag and the old flags.
    createAbortController: () => null,
    context: { userId: '7' },
  });
  await client.start();
  return {
    see: (flag) => ({
      enabled: client.isEnabled(flag),
      variant: client.getVariant(flag).name ?? '',
    }),
    stop: () => client.stop(),
  };
}

/** A flag that shows a variant has its payload for a value, and no truth value. */
const seenAs = (value: unknown, variant: string | undefined): Seen => ({
  enabled: value === true || typeof value === 'string',
  variant: variant ?? 'disabled',
});

async function watchByOpenFeature(): Promise<Watch> {
  const headers: [string, string][] = [['Authorization', `Bearer ${clientToken}`]];
  await OpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: server.url, headers }));
  const client = OpenFeature.getClient();
  return {
    see: async (flag) => {
      const context = { targetingKey: '7' };
      const truth = await client.getBooleanDetails(flag, false, context);
      if (truth.errorCode !== 'TYPE_MISMATCH') return seenAs(truth.value, truth.variant);
      const text = await client.getStringDetails(flag, '', context);
      return seenAs(text.value, text.variant);
    },
    stop: () => void OpenFeature.close(),
  };
}

async function watchByOpenFeatureOfTheWeb(options: { pollInterval?: number }): Promise<Watch> {
  const provider = new OFREPWebProvider({
    baseUrl: server.url,
    headers: [['X-API-Key', frontendToken]],
    ...options,
  });
  await WebOpenFeature.setContext({ targetingKey: '7' });
  await WebOpenFeature.setProviderAndWait(provider as never);
  const client = WebOpenFeature.getClient();
  return {
    see: (flag) => {
      const truth = client.getBooleanDetails(flag, false);
      if (truth.errorCode !== 'TYPE_MISMATCH') return seenAs(truth.value, truth.variant);
      const text = client.getStringDetails(flag, '');
      return seenAs(text.value, text.variant);
    },
    stop: () => void WebOpenFeature.close(),
  };
}
