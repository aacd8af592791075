import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type Config, readConfig } from '../../config.ts';
import { aFlag, anApiToken, aProject, aUser, unique } from '../../testing/a.ts';
import { openTestDb } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { readStream } from '../../testing/stream.ts';
import { createStreams } from './streams.ts';

const path = '/api/client/streaming';
const opened = await openTestDb();
const { db } = opened;
const admin = await aUser(db, { rootRole: 'Admin' });

/** Listens, since streams are read over real connections. */
async function aServer(overrides: Partial<Config> = {}) {
  const config = { ...readConfig({}), ...overrides };
  const app = await buildApp({ ...opened, config, log: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, url: `http://127.0.0.1:${port}${path}` };
}

const server = await aServer();
afterAll(() => server.app.close());

const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({
    method,
    url,
    headers: { authorization: admin.token },
    ...(payload === undefined ? {} : { payload }),
  });

const aScope = async () => {
  const project = await aProject(db);
  return { project, token: await anApiToken(db, { projects: [project] }) };
};
const aLiveFlag = async (project: string) => {
  const name = unique('flag');
  await call('POST', `/api/admin/projects/${project}/features`, { name });
  return name;
};
type Delta = { events: { type: string; eventId: number; feature?: { name: string } }[] };
const deltasOf = (reader: { received: { event: object }[] }) =>
  reader.received.map(({ event }) => event as Delta);

describe(`GET ${path}`, () => {
  test('sends everything, then changes; each with its name and id', async () => {
    const { project, token } = await aScope();
    const before = await aLiveFlag(project);
    const reader = await readStream(server.url, { authorization: token });
    await reader.until(({ received }) => received.length === 1);

    const name = await aLiveFlag(project);
    await reader.until(({ received }) => received.length === 2);

    const [first, second] = deltasOf(reader);
    expect(reader.status).toBe(200);
    expect(first?.events).toMatchObject([{ type: 'hydration', features: [{ name: before }] }]);
    expect(second?.events).toMatchObject([{ type: 'feature-updated', feature: { name } }]);
    expect(reader.text()).toMatch(
      /^event: unleash-connected\nid: \d+\ndata: .*\n\nevent: unleash-updated\nid: \d+\ndata: /,
    );
    expect(reader.received.map(({ id }) => id)).toEqual([
      first?.events[0]?.eventId,
      second?.events[0]?.eventId,
    ]);
    reader.kill();
  });

  test('a client that reconnects with Last-Event-ID gets the changes since, if any', async () => {
    const { project, token } = await aScope();
    const reader = await readStream(server.url, { authorization: token });
    await reader.until(({ received }) => received.length === 1);
    reader.kill();
    const name = await aLiveFlag(project);
    await server.app.delivery.poll();

    const headers = { authorization: token, 'last-event-id': reader.lastEventId() };
    const back = await readStream(server.url, headers);
    await back.until(({ received }) => received.length === 1);
    const again = await readStream(server.url, {
      authorization: token,
      'last-event-id': back.lastEventId(),
    });
    await again.until(({ text }) => text() !== '');

    expect(deltasOf(back)[0]?.events).toMatchObject([{ feature: { name } }]);
    expect(again.text()).toBe(': still here\n\n');
    back.kill();
    again.kill();
  });

  test('sends no changes of other projects or environments', async () => {
    const [mine, other] = [await aScope(), await aScope()];
    const reader = await readStream(server.url, { authorization: mine.token });
    const hidden = await aLiveFlag(other.project);
    const name = await aLiveFlag(mine.project);
    await call(
      'POST',
      `/api/admin/projects/${mine.project}/features/${name}/environments/production/on`,
    );
    const last = await aLiveFlag(mine.project);

    await reader.until(({ text }) => text().includes(last));

    expect(reader.text()).not.toContain(hidden);
    expect(reader.text()).not.toContain('"enabled":true');
    reader.kill();
  });

  test('ends when the token is deleted, and the next attempt is refused', async () => {
    const response = await call('POST', '/api/admin/api-tokens', {
      tokenName: unique('token'),
      type: 'client',
      environment: 'development',
    });
    const { secret } = response.json();
    const reader = await readStream(server.url, { authorization: secret });
    await reader.until(({ received }) => received.length === 1);

    await call('DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`);
    await reader.ended;

    expect((await readStream(server.url, { authorization: secret })).status).toBe(401);
  });

  test('ends when the token expires', async () => {
    // Longer than the requests before it take on a busy machine.
    const expiresAt = new Date(Date.now() + 5000).toISOString();
    const token = await anApiToken(db, { expiresAt });

    const reader = await readStream(server.url, { authorization: token });
    await reader.ended;

    expect(reader.received).toHaveLength(1);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });

  test('is 429 above the limit, until a stream is closed', async () => {
    const small = await aServer({ sdkStreamsMax: 2 });
    const { token } = await aScope();
    const headers = { authorization: token };
    const one = await readStream(small.url, headers);
    const other = await readStream(small.url, headers);

    const refused = await fetch(small.url, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      name: 'RateLimitError',
      message: 'All 2 SDK streams of this server are in use. Poll instead.',
    });
    one.kill();
    await eventually(async () => {
      const next = await readStream(small.url, headers);
      expect(next.status).toBe(200);
    });
    other.kill();
    await small.app.close();
  });

  test('a token with too many streams is 429, and other tokens are not', async () => {
    const small = await aServer({ sdkStreamsPerTokenMax: 1 });
    const [mine, other] = [await aScope(), await aScope()];
    const reader = await readStream(small.url, { authorization: mine.token });

    const refused = await fetch(small.url, { headers: { authorization: mine.token } });
    const another = await readStream(small.url, { authorization: other.token });

    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: 'The token has 1 streams, which is the maximum. Poll instead.',
    });
    expect(another.status).toBe(200);
    reader.kill();
    another.kill();
    await small.app.close();
  });

  test('ends when the server stops', async () => {
    const stopping = await aServer();
    const { token } = await aScope();
    const reader = await readStream(stopping.url, { authorization: token });
    await reader.until(({ received }) => received.length === 1);

    await stopping.app.close();

    await reader.ended;
  });

  test('ends after EVENT_STREAM_SECONDS', async () => {
    const brief = await aServer({ eventStreamSeconds: 0.05 });
    const { token } = await aScope();

    await (await readStream(brief.url, { authorization: token })).ended;

    await brief.app.close();
  });
});

describe('readers', () => {
  const limits = { max: 10, perOwnerMax: 10, lifetimeMs: 600_000 };
  const open = async (streams: ReturnType<typeof createStreams>) => {
    const { project, token: text } = await aScope();
    const token = (await server.app.delivery.findToken(text)) as never;
    const selection = { environment: 'development', projects: [project] };
    const stream = await streams.open({
      token,
      format: 'deltas' as const,
      findToken: async () => token,
      selection: { ...selection, namePrefix: '', tags: [], inlined: false },
      revision: undefined,
    });
    return { project, stream };
  };

  test('that are idle get a heartbeat', async () => {
    const streams = createStreams(server.app.delivery, { ...limits, heartbeatMs: 20 });
    const { stream } = await open(streams);
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });

    await eventually(() => expect(text.match(/: still here\n\n/g)?.length).toBeGreaterThan(2));

    streams.close();
  });

  test('that do not read are disconnected, and no data is buffered for them', async () => {
    const streams = createStreams(server.app.delivery, { ...limits, stallMs: 500 });
    const { project, stream } = await open(streams);
    const closed = once(stream, 'close');
    const buffered = stream.readableLength;
    for (let change = 0; change < 3; change++) await aLiveFlag(project);
    await server.app.delivery.poll();

    expect(stream.readableLength).toBeLessThanOrEqual(buffered + 64 * 1024);
    await closed;

    expect(streams.count()).toBe(0);
  });

  test('that are slow get every change, many in one message', async () => {
    const streams = createStreams(server.app.delivery, limits);
    const { project, stream } = await open(streams);
    const created: string[] = [];
    for (let change = 0; change < 5; change++) created.push(await aLiveFlag(project));
    await server.app.delivery.poll();

    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });

    await eventually(() => {
      for (const name of created) expect(text).toContain(name);
    });
    streams.close();
  });
});

test('a message larger than a slice arrives completely', async () => {
  const project = await aProject(db);
  for (let flag = 0; flag < 20; flag++) {
    await aFlag(db, { project, description: 'x'.repeat(20_000) });
  }
  const fresh = await aServer();
  const token = await anApiToken(db, { projects: [project] });

  const reader = await readStream(fresh.url, { authorization: token });
  await reader.until(({ received }) => received.length === 1);

  expect(deltasOf(reader)[0]?.events).toMatchObject([
    { features: Array.from({ length: 20 }, () => ({ description: 'x'.repeat(20_000) })) },
  ]);
  reader.kill();
  await fresh.app.close();
});
