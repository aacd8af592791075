import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { UnleashClient } from 'unleash-proxy-client';
import { expect, test } from 'vitest';
import { anApiToken } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { anEdge, callsTo } from '../../testing/edge.ts';
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
const frontend = await anApiToken(db, { environment, type: 'frontend' });
const edge = await anEdge(upstreamUrl, { env: { TOKENS: client } });

const modes: Record<string, Partial<UnleashConfig>> = {
  polling: {},
  'polling for deltas': { experimentalMode: { type: 'polling', format: 'delta' } },
  streaming: { experimentalMode: { type: 'streaming' } },
};

async function nodeSdkAt(url: string, token: string, mode: Partial<UnleashConfig> = {}) {
  const sdk = new Unleash({
    ...{ url: `${url}/api`, appName: 'test', disableMetrics: true },
    ...{ skipInstanceCountWarning: true, customHeaders: { Authorization: token } },
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

test('unleash-proxy-client and OpenFeature', async () => {
  const sdks = [upstreamUrl, edge.url].map(
    (url) =>
      new UnleashClient({
        ...{ url: `${url}/api/frontend`, clientKey: frontend, appName: 'test' },
        ...{ disableMetrics: true, disableRefresh: true },
        storageProvider: { get: async () => undefined, save: async () => {} },
      }),
  );
  for (const sdk of sdks) await sdk.start();
  atEnd(() => sdks.map((sdk) => sdk.stop()));
  const servers = [upstreamUrl, edge.url].map(callsTo);

  for (const given of fc.sample(context, caseCount({ short: 10, full: 200 }))) {
    const { userId, sessionId, properties = {}, currentTime } = given;
    const texts = { userId: String(userId), sessionId: String(sessionId) };
    for (const sdk of sdks) {
      await sdk.updateContext({ ...texts, properties: properties as Record<string, string> });
    }
    const [before, behind] = sdks.map((sdk) => sdk.getAllToggles());
    expect(behind).toEqual(before);
    const body = { context: { ...texts, currentTime, properties } };
    const [theirs, ours] = await Promise.all(
      servers.map(({ post }) => post('/ofrep/v1/evaluate/flags', frontend, body)),
    );
    expect(ours?.body).toEqual(theirs?.body);
  }
});
