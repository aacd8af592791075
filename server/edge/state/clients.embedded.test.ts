import type { AddressInfo } from 'node:net';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import fc from 'fast-check';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { UnleashClient } from 'unleash-proxy-client';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../delivery/evaluation/model.ts';
import { anApiToken } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { anEdge } from '../../testing/edge.ts';
import { insertEvaluationFlags } from '../../testing/evaluation-flags.ts';
import { context, randomFlag, segments, storable } from '../../testing/random-flags.ts';
import { caseCount } from '../../testing/scale.ts';

/** Official SDKs behind an edge evaluate as in front of its upstream. */

const { app, db } = await testApp({ eventStreamSeconds: 3600 });
await app.listen({ port: 0, host: '127.0.0.1' });
const upstreamUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

const names = Array.from({ length: 30 }, (_, index) => `flag-${index}`);
const [flags = []] = fc.sample(fc.tuple(...names.map((name) => randomFlag(name, names))), 1);
const [usedSegments = []] = fc.sample(segments, 1);
const { environment, project } = await insertEvaluationFlags(db, {
  segments: usedSegments,
  flags: storable(flags),
});
const client = await anApiToken(db, { environment });
const clientOfProject = await anApiToken(db, { environment, projects: [project] });
const frontends = {
  'all projects': await anApiToken(db, { environment, type: 'frontend' }),
  'one project': await anApiToken(db, { environment, type: 'frontend', projects: [project] }),
};
const edge = await anEdge(upstreamUrl, { env: { TOKENS: client } });

const modes: Record<string, Partial<UnleashConfig>> = {
  polling: {},
  'polling for deltas': { experimentalMode: { type: 'polling', format: 'delta' } },
  streaming: { experimentalMode: { type: 'streaming' } },
};

async function nodeSdkAt(url: string, token: string, mode: Partial<UnleashConfig> = {}) {
  const sdk = new Unleash({
    url: `${url}/api`,
    appName: 'test',
    disableMetrics: true,
    skipInstanceCountWarning: true,
    customHeaders: { Authorization: token },
    storageProvider: new InMemStorageProvider(),
    ...mode,
  });
  atEnd(() => sdk.destroy());
  sdk.on('error', () => {});
  await new Promise<void>((resolve) => sdk.once('synchronized', resolve));
  return sdk;
}

const resultsOf = (sdk: Unleash, given: object) =>
  names.map((name) => [sdk.isEnabled(name, { ...given }), sdk.getVariant(name, { ...given })]);

test.each(Object.entries(modes))('unleash-client, %s', async (_, mode) => {
  for (const token of [client, clientOfProject]) {
    const before = await nodeSdkAt(upstreamUrl, token);
    const behind = await nodeSdkAt(edge.url, token, mode);

    const contexts = fc.sample(context, caseCount({ short: 100, full: 2000 }));
    for (const given of contexts)
      expect(resultsOf(behind, given)).toEqual(resultsOf(before, given));
  }
});

/** The members of a context as texts, as SDKs of pages send them. */
const textsOf = ({ userId, sessionId, properties = {} }: Context) => ({
  userId: String(userId),
  sessionId: String(sessionId),
  properties: properties as Record<string, string>,
});

describe.each(Object.entries(frontends))('a frontend token for %s', (_, frontend) => {
  test('unleash-proxy-client', async () => {
    const sdks = [upstreamUrl, edge.url].map(
      (url) =>
        new UnleashClient({
          url: `${url}/api/frontend`,
          clientKey: frontend,
          appName: 'test',
          disableMetrics: true,
          disableRefresh: true,
          storageProvider: { get: async () => undefined, save: async () => {} },
        }),
    );
    for (const sdk of sdks) await sdk.start();
    atEnd(() => sdks.map((sdk) => sdk.stop()));

    for (const given of fc.sample(context, caseCount({ short: 5, full: 2000 }))) {
      for (const sdk of sdks) await sdk.updateContext(textsOf(given));
      const [before, behind] = sdks.map((sdk) => sdk.getAllToggles());
      expect(behind).toEqual(before);
    }
  });

  test('@openfeature/ofrep-web-provider', async () => {
    const domains = { before: upstreamUrl, behind: edge.url };
    for (const [domain, baseUrl] of Object.entries(domains)) {
      const headers: [string, string][] = [['Authorization', frontend]];
      const options = { baseUrl, headers, cacheMode: 'disabled' as const };
      await WebOpenFeature.setProviderAndWait(domain, new OFREPWebProvider(options) as never);
    }
    atEnd(() => WebOpenFeature.close());
    const clients = Object.keys(domains).map((domain) => WebOpenFeature.getClient(domain));

    for (const given of fc.sample(context, caseCount({ short: 5, full: 2000 }))) {
      const { userId, sessionId, properties } = textsOf(given);
      for (const domain of Object.keys(domains)) {
        const own = { targetingKey: userId, sessionId, properties };
        await WebOpenFeature.setContext(domain, own);
      }
      for (const name of names) {
        const [before, behind] = clients.map((client) => [
          client.getBooleanDetails(name, false),
          client.getStringDetails(name, ''),
        ]);
        expect(behind).toEqual(before);
      }
    }
  });
});

test('@openfeature/ofrep-provider', async () => {
  const domains = { before: upstreamUrl, behind: edge.url };
  for (const [domain, baseUrl] of Object.entries(domains)) {
    const headers: [string, string][] = [['Authorization', clientOfProject]];
    await OpenFeature.setProviderAndWait(domain, new OFREPProvider({ baseUrl, headers }));
  }
  atEnd(() => OpenFeature.close());
  const clients = Object.keys(domains).map((domain) => OpenFeature.getClient(domain));

  for (const [index, given] of fc.sample(context, caseCount({ short: 20, full: 2000 })).entries()) {
    const { userId, sessionId, properties } = textsOf(given);
    const own = { targetingKey: userId, sessionId, properties };
    const name = names[index % names.length] ?? '';
    const [before, behind] = await Promise.all(
      clients.map(async (client) => [
        await client.getBooleanDetails(name, false, own),
        await client.getStringDetails(name, '', own),
      ]),
    );
    expect(behind).toEqual(before);
  }
});
