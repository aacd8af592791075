import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import { aDisk, fillDisk, mayMount } from '../../testing/disk.ts';
import { anEdge, type TestEdge } from '../../testing/edge.ts';
import { eventually } from '../../testing/eventually.ts';
import { readStream } from '../../testing/stream.ts';
import {
  aScriptedUpstream,
  bodyOf,
  deltaOf,
  type Sending,
  stateIn,
  scriptedToken as token,
} from '../../testing/upstream.ts';

/** Whatever the upstream, the disk or the clock does, SDKs get the last good state as a whole. */

const features = '/api/client/features';
const year = 365 * 24 * 3_600_000;

async function stateOf(edge: TestEdge): Promise<number> {
  const { status, body } = await edge.get(features, token);
  expect(status).toBe(200);
  return stateIn(body.features);
}

const isStale = async (edge: TestEdge) => {
  const { headers } = await edge.get(features, token);
  return headers.get('warning') !== null && Number(headers.get('age')) >= 0;
};

/** What operators see of the connection to the upstream. */
const upstreamOf = async (edge: TestEdge) =>
  (await edge.get('/internal-backstage/info', '')).body.scopes[0]?.upstream;

async function report(edge: TestEdge, yes: number): Promise<void> {
  const at = new Date().toISOString();
  const bucket = { start: at, stop: at, toggles: { a: { yes, no: 0 } } };
  const body = { appName: 'shop', instanceId: 'one', bucket };
  expect((await edge.post('/api/client/metrics', token, body)).status).toBe(202);
}

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-edge-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const faults: Record<string, Sending> = {
  'ends connections': (response) => response.destroy(),
  'never responds': () => {},
  'sends a byte at a time': (response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    let at = 0;
    const timer = setInterval(() => response.write(body.slice(at, ++at)), 20);
    response.on('close', () => clearInterval(timer));
  },
  'responds with 500': (response) => response.writeHead(500).end('{}'),
  'sends garbage': (response) => response.writeHead(200, { etag: '"x"' }).end('{"features":{'),
  'sends half of its responses': (response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  'sends an older revision': (response, body, { url }) =>
    response.writeHead(200).end(url === features ? bodyOf(10) : body),
};

describe('an upstream that', () => {
  test.each(Object.entries(faults))('%s', async (_, sending) => {
    const upstream = await aScriptedUpstream();
    upstream.publish(20);
    const edge = await anEdge(upstream.url, { own: { upstreamTimeoutMs: 1000 } });
    // On a busy machine the first requests may take longer than the timeout.
    await eventually(async () => expect(await stateOf(edge)).toBe(20));
    const sdk = await readStream(`${edge.url}/api/client/streaming`, { authorization: token });
    atEnd(sdk.kill);

    upstream.fail(sending);
    upstream.publish(30);
    await report(edge, 1);
    await eventually(async () => expect(await isStale(edge)).toBe(true));
    expect(await stateOf(edge)).toBe(20);
    expect((await edge.get('/health', '')).status).toBe(200);
    const metrics = await fetch(`${edge.url}/internal-backstage/prometheus`);
    expect(await metrics.text()).toMatch(/pennon_edge_upstream_up\{[^}]*\} 0/);
    expect(await upstreamOf(edge)).toBe('away');
    await report(edge, 2);

    upstream.fail(undefined);
    await eventually(async () => expect(await stateOf(edge)).toBe(30));
    await eventually(async () => expect(await isStale(edge)).toBe(false));
    await eventually(async () => expect(await upstreamOf(edge)).toBe('streaming'));
    await sdk.until(({ received }) => received.length > 1);
    for (const { event } of sdk.received) {
      const events = event.events as { features?: []; feature: never }[];
      stateIn(events.flatMap((each) => each.features ?? each.feature));
    }
    await eventually(() => expect(upstream.reported('a')).toBe(3));
    await edge.app.close();
    expect(upstream.reported('a')).toBe(3);
  });
});

describe('a stream of the upstream that sends', () => {
  const withTail = deltaOf(30, [{ type: 'from-the-future', eventId: 30 }]);
  const blocks: Record<string, string> = {
    'half of a delta': deltaOf(30).slice(0, deltaOf(30).length / 2),
    'a delta without its end': deltaOf(30).slice(0, -1),
    'a delta of which one event is unknown': withTail,
    'a delta of an older revision': deltaOf(10),
    'no JSON': 'data: {"events":[\n\n',
  };

  test.each(Object.entries(blocks))('%s, and ends', async (_, block) => {
    const upstream = await aScriptedUpstream();
    upstream.publish(20);
    const edge = await anEdge(upstream.url);
    expect(await stateOf(edge)).toBe(20);
    await eventually(() => expect(upstream.streams.size).toBe(1));

    const [connection] = upstream.streams;
    connection?.write(block);
    upstream.fail((response) => response.writeHead(503).end());

    await eventually(async () => expect(await isStale(edge)).toBe(true));
    expect(await stateOf(edge)).toBe(20);
    upstream.publish(30);
    upstream.fail(undefined);
    await eventually(async () => expect(await stateOf(edge)).toBe(30));
  });
});

describe('a clock that is set', () => {
  test.each([
    ['ten years forward', 10 * year],
    ['ten years back', -10 * year],
  ])('%s', async (_, jump) => {
    let offset = 0;
    const [start, realNow] = [performance.now(), Date.now()];
    // Before the edge exists, because it keeps the function.
    const clock = vi.spyOn(Date, 'now');
    atEnd(() => clock.mockRestore());
    clock.mockImplementation(() => Math.round(realNow + offset + performance.now() - start));
    const upstream = await aScriptedUpstream();
    const env = { EDGE_CACHE_DIR: await aFolder() };
    const edge = await anEdge(upstream.url, { env });
    expect(await stateOf(edge)).toBe(1);
    await report(edge, 1);
    const reported = new Date().toISOString();

    offset = jump;
    upstream.publish(20);
    await eventually(async () => expect(await stateOf(edge)).toBe(20));
    expect(await isStale(edge)).toBe(false);
    const bucket = { start: reported, stop: reported, toggles: { a: { yes: 2, no: 0 } } };
    await edge.post('/api/client/metrics', token, { appName: 'shop', bucket });
    await eventually(() => expect(upstream.reported('a')).toBe(3));
    await edge.app.close();
    clock.mockRestore();
    upstream.fail(faults['ends connections']);
    const restarted = await anEdge(upstream.url, { env });

    expect(await stateOf(restarted)).toBe(20);
    await eventually(async () => expect(await isStale(restarted)).toBe(true));
  });
});

describe.skipIf(!mayMount())('a full disk', () => {
  test('keeps the last state that was stored, and a newer one is served', async () => {
    const upstream = await aScriptedUpstream();
    const env = { EDGE_CACHE_DIR: aDisk(1) };
    const first = await anEdge(upstream.url, { env });
    expect(await stateOf(first)).toBe(1);
    await first.app.close();

    const free = fillDisk(env.EDGE_CACHE_DIR, 0);
    const second = await anEdge(upstream.url, { env });
    upstream.publish(20);
    await eventually(async () => expect(await stateOf(second)).toBe(20));
    await eventually(() => expect(second.app.edge.storageFailures()).toBeGreaterThan(0));
    await second.app.close();
    upstream.fail(faults['ends connections']);
    const third = await anEdge(upstream.url, { env });
    expect(await stateOf(third)).toBe(1);
    await third.app.close();

    free();
    upstream.fail(undefined);
    const fourth = await anEdge(upstream.url, { env });
    await eventually(async () => expect(await stateOf(fourth)).toBe(20));
    await fourth.app.close();
    upstream.fail(faults['ends connections']);
    expect(await stateOf(await anEdge(upstream.url, { env }))).toBe(20);
  });
});
