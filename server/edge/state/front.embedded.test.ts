import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testCertificate, testKey } from '../../testing/certificate.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { anEdge } from '../../testing/edge.ts';
import { eventually } from '../../testing/eventually.ts';
import { caseCount, isFullRun } from '../../testing/scale.ts';
import { type Reader, readStream } from '../../testing/stream.ts';
import { aScriptedUpstream, stateIn, scriptedToken as token } from '../../testing/upstream.ts';

/** What SDKs and proxies in front of an edge rely on. */

const features = '/api/client/features';
const streaming = '/api/client/streaming';
const page = '*:development.page';

const aFile = async (name: string, text: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-edge-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

const open = async (url: string, headers: Record<string, string> = {}) => {
  const stream = await readStream(url, { authorization: token, ...headers });
  atEnd(stream.kill);
  return stream;
};
const statesIn = ({ received }: Reader) =>
  received.map(({ event }) => {
    const events = event.events as { features?: []; feature: never }[];
    return stateIn(events.flatMap((each) => each.features ?? each.feature));
  });

describe('streams', () => {
  test('all receive a change, and nothing remains of those that have ended', async () => {
    const upstream = await aScriptedUpstream();
    const edge = await anEdge(upstream.url);
    const { delivery, sdkStreams, server, caches } = edge.app;
    let subscriptions = 0;
    const subscribe = delivery.onChange;
    delivery.onChange = (listener) => {
      const unsubscribe = subscribe(listener);
      subscriptions += 1;
      return () => {
        subscriptions -= 1;
        unsubscribe();
      };
    };
    const sockets = () => process.getActiveResourcesInfo().filter((it) => it === 'TCPSocketWrap');
    const entries = () => caches.statistics().map((it) => [it.name, it.entries]);
    const connections = () =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await (await open(edge.url + streaming)).until(({ received }) => received.length > 0);
    await eventually(() => expect(upstream.streams.size).toBe(1));
    const [openBefore, entriesBefore] = [sockets().length, entries()];

    const readers: Reader[] = [];
    for (let count = caseCount({ short: 50, full: 1000 }); count > 0; count--) {
      readers.push(await open(edge.url + streaming));
    }
    upstream.publish(20);
    const publishedAt = performance.now();
    await Promise.all(readers.map((it) => it.until(({ text }) => text().includes('state 20'))));
    const ms = Math.round(performance.now() - publishedAt);
    if (isFullRun) console.info(`a change reached the last of ${readers.length} after ${ms} ms`);
    for (const reader of readers) expect(statesIn(reader)).toEqual([1, 20]);
    for (const reader of readers) reader.kill();
    for (let round = caseCount({ short: 4, full: 40 }); round > 0; round--) {
      const some = Array.from({ length: 50 }, () => open(edge.url + streaming));
      for (const reader of await Promise.all(some)) reader.kill();
    }

    await eventually(async () => {
      expect(sdkStreams.count()).toBe(1);
      expect(subscriptions).toBe(1);
      expect(await connections()).toBe(1);
      expect(sockets().length).toBeLessThanOrEqual(openBefore);
    });
    expect(entries()).toEqual(entriesBefore);
    expect(upstream.streams.size).toBe(1);
  });

  test('of an edge that stops continue at another one', async () => {
    const upstream = await aScriptedUpstream();
    upstream.publish(20);
    const [first, second] = [await anEdge(upstream.url), await anEdge(upstream.url)];
    expect((await second.get(features, token)).status).toBe(200);
    const before = await open(first.url + streaming);
    await before.until(({ received }) => received.length > 0);

    await first.app.close();
    await before.ended;
    upstream.publish(30);
    const lastEventId = { 'last-event-id': before.lastEventId() };
    const after = await open(second.url + streaming, lastEventId);

    await after.until(({ received }) => received.length > 0);
    expect(after.text()).toContain('unleash-updated');
    expect(after.text()).not.toContain('unleash-connected');
    expect(statesIn(after)).toEqual([30]);
  });

  test('of OpenFeature notify of changes, under the path and with the token of the response', async () => {
    const upstream = await aScriptedUpstream([token, page]);
    const edge = await anEdge(upstream.url, {
      env: { TOKENS: token, FRONTEND_TOKENS: page, BASE_URI_PATH: '/flags' },
    });
    await eventually(async () => expect((await edge.get('/ready', '')).status).toBe(200));

    const { body } = await edge.post('/ofrep/v1/evaluate/flags', page, {});
    const [{ endpoint }] = body.eventStreams;
    const stream = await readStream(new URL(endpoint.requestUri, edge.url).href, {});
    atEnd(stream.kill);
    await stream.until(({ received }) => received.length === 1);
    upstream.publish(20);
    await stream.until(({ received }) => received.length === 2);

    expect(stream.received.map(({ event }) => event)).toEqual([
      { type: 'refetchEvaluation', etag: '"1"' },
      { type: 'refetchEvaluation', etag: '"20"' },
    ]);
    const refetched = '/ofrep/v1/evaluate/flags?flagConfigEtag=%2220%22';
    expect((await edge.post(refetched, page, {})).status).toBe(200);
  });

  test('beyond the limit of a token are 429, and a body beyond its limit is 413', async () => {
    const upstream = await aScriptedUpstream();
    const edge = await anEdge(upstream.url, {
      env: { SDK_STREAMS_PER_TOKEN_MAX: '1', BODY_LIMIT_BYTES: '2000' },
    });
    await open(edge.url + streaming);

    expect((await edge.get(streaming, token)).status).toBe(429);
    const large = { appName: 'x'.repeat(3000) };
    expect((await edge.post('/api/client/metrics', token, large)).status).toBe(413);
  });
});

describe('responses', () => {
  test('have no headers for pages', async () => {
    const upstream = await aScriptedUpstream();
    const { get } = await anEdge(upstream.url, {
      env: { UNLEASH_URL: 'https://edge.example.com' },
    });
    const { headers } = await get(features, token);

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
    expect(headers.get('content-security-policy')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBeNull();
  });
});

describe('connections', () => {
  test('are encrypted with TLS_SERVER_KEY and TLS_SERVER_CERT', async () => {
    const upstream = await aScriptedUpstream();
    const edge = await anEdge(upstream.url, {
      env: {
        TLS_SERVER_KEY: await aFile('key.pem', testKey),
        TLS_SERVER_CERT: await aFile('certificate.pem', testCertificate),
      },
    });
    const { port } = edge.app.server.address() as AddressInfo;

    const options = { ca: testCertificate, headers: { authorization: token }, agent: false };
    const state = await new Promise((resolve, reject) => {
      const request = https.get(`https://localhost:${port}${features}`, options, async (found) => {
        const parts: Buffer[] = [];
        for await (const part of found) parts.push(part as Buffer);
        resolve(stateIn(JSON.parse(Buffer.concat(parts).toString()).features));
      });
      request.on('error', reject);
    });

    expect(state).toBe(1);
    await expect(edge.get('/health', '')).rejects.toThrow();
  });

  test.each([
    ['0', false],
    ['1', true],
  ])('through %s trusted proxies have the address of the client', async (proxies, enabled) => {
    const strategies = [{ name: 'remoteAddress', parameters: { IPs: '10.1.2.3' } }];
    const flag = { name: 'a', project: 'default', enabled: true, strategies };
    const edge = await anEdge('', {
      env: {
        BOOTSTRAP_FILE: await aFile('flags.json', JSON.stringify({ features: [flag] })),
        UPSTREAM_URL: '',
        FRONTEND_TOKENS: page,
        TRUST_PROXY: proxies,
      },
    });

    const { body } = await edge.get('/api/frontend', page, { 'x-forwarded-for': '10.1.2.3' });

    expect(body.toggles.length > 0).toBe(enabled);
  });
});
