import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { aFaultyProxy, anEdge, callsTo } from '../../testing/edge.ts';
import { eventually } from '../../testing/eventually.ts';
import { readStream } from '../../testing/stream.ts';

const upstream = await testApp({ eventStreamSeconds: 3600 });
const { db, app, post, put, del } = upstream;
await app.listen({ port: 0, host: '127.0.0.1' });
const upstreamUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const server = callsTo(upstreamUrl);
const spec = { 'unleash-client-spec': '5.2.0' };
const features = '/api/client/features';

const one = await aProject(db);
const two = await aProject(db);
const tokens = {
  everything: await anApiToken(db),
  one: await anApiToken(db, { projects: [one] }),
  two: await anApiToken(db, { projects: [two] }),
  both: await anApiToken(db, { projects: [one, two] }),
  production: await anApiToken(db, { environment: 'production' }),
};
const frontend = await anApiToken(db, { type: 'frontend', projects: [one, two] });

async function aFlagIn(project: string): Promise<string> {
  const name = unique('flag');
  const path = `/api/admin/projects/${project}/features`;
  await post(path, { name });
  const segment = await post('/api/admin/segments', {
    name: unique('segment'),
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
  });
  await post(`${path}/${name}/environments/development/strategies`, {
    name: 'flexibleRollout',
    segments: [segment.body.id],
    parameters: { rollout: '100', stickiness: 'userId', groupId: name },
  });
  await post(`${path}/${name}/environments/development/on`);
  return name;
}

const change = (flag: string, project = one) =>
  put(`/api/admin/projects/${project}/features/${flag}`, { description: unique('text') });
const switchOff = (flag: string, project = one) =>
  post(`/api/admin/projects/${project}/features/${flag}/environments/development/off`);

const flags = [
  await aFlagIn(one),
  await aFlagIn(one),
  await aFlagIn(two),
  await aFlagIn('default'),
];
const [flag = ''] = flags;
await app.delivery.poll();

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-edge-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
const names = (body: { features: { name: string }[] }) => body.features.map(({ name }) => name);

describe('flags', () => {
  test.each(Object.keys(tokens) as (keyof typeof tokens)[])(
    'a client with the token of %s gets what the upstream sends, with the same ETag',
    async (name) => {
      const edge = await anEdge(upstreamUrl);
      const token = tokens[name];

      for (const headers of [spec, {}]) {
        const expected = await server.get(features, token, headers);
        const found = await edge.get(features, token, headers);
        expect(found.body).toEqual(expected.body);
        const etag = found.headers.get('etag') ?? '';
        expect(etag).toBe(expected.headers.get('etag'));
        expect(found.headers.get('warning')).toBeNull();
        const again = { ...headers, 'if-none-match': etag };
        expect((await edge.get(features, token, again)).status).toBe(304);
      }
      const delta = '/api/client/delta';
      const expected = await server.get(delta, token, spec);
      expect((await edge.get(delta, token, spec)).body).toEqual(expected.body);
      const single = `${features}/${flag}`;
      expect((await edge.get(single, token)).status).toBe((await server.get(single, token)).status);
    },
  );

  test('a frontend token gets the flags of the client tokens that cover it together', async () => {
    const edge = await anEdge(upstreamUrl, { env: { TOKENS: `${tokens.one},${tokens.two}` } });
    const context = { context: { userId: '7', sessionId: '1' } };

    await eventually(async () => expect((await edge.get('/ready', '')).status).toBe(200));
    const expected = await server.post('/api/frontend', frontend, context);
    const found = await edge.post('/api/frontend', frontend, context);

    expect(found.body).toEqual(expected.body);
    expect(found.body.toggles).toHaveLength(3);
    const query = '/api/frontend?userId=7&sessionId=1';
    expect((await edge.get(query, frontend)).body).toEqual(expected.body);
    const ofrep = '/ofrep/v1/evaluate/flags';
    const body = { context: { targetingKey: '7' } };
    expect((await edge.post(ofrep, frontend, body)).body).toEqual(
      (await server.post(ofrep, frontend, body)).body,
    );
  });

  test.each([
    ['streaming', true],
    ['polling', false],
  ])('changes reach SDKs of an edge that is %s', async (_, streaming) => {
    const edge = await anEdge(upstreamUrl, { own: { streaming } });
    const stream = await readStream(`${edge.url}/api/client/streaming`, {
      authorization: tokens.one,
      ...spec,
    });
    atEnd(stream.kill);
    await stream.until(({ received }) => received.length > 0);

    const added = await aFlagIn(one);
    const elsewhere = await aFlagIn(two);
    await stream.until(({ text }) => text().includes(added));
    await del(`/api/admin/projects/${one}/features/${added}`);
    await stream.until(({ text }) => text().includes('feature-removed'));

    const last = await server.get(features, tokens.one, spec);
    await eventually(async () =>
      expect((await edge.get(features, tokens.one, spec)).body).toEqual(last.body),
    );
    expect(stream.text()).not.toContain(elsewhere);
  });

  test('an edge behind an edge serves the same', async () => {
    const outer = await anEdge(upstreamUrl, { env: { BASE_URI_PATH: '/flags' } });
    const inner = await anEdge(`${outer.url}/flags`);

    const expected = await server.get(features, tokens.both, spec);
    expect((await inner.get(features, tokens.both, spec)).body).toEqual(expected.body);
    await change(flag);
    await eventually(async () => {
      const now = await server.get(features, tokens.both, spec);
      expect((await inner.get(features, tokens.both, spec)).body).toEqual(now.body);
      expect(now.body).not.toEqual(expected.body);
    });
  });
});

describe('tokens', () => {
  test('unknown tokens are 401, and the upstream validates them once', async () => {
    const proxy = await aFaultyProxy(upstreamUrl);
    const edge = await anEdge(proxy.url, { own: { revalidateSeconds: 3600 } });

    const unknown = '*:development.unknown';
    const statuses = [];
    for (const token of ['', 'nonsense', unknown, unknown, unknown]) {
      statuses.push((await edge.get(features, token)).status);
    }

    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(proxy.requests.filter((it) => it === 'POST /edge/validate')).toHaveLength(1);
  });

  test('a deleted token is refused, also on its stream, and others are served on', async () => {
    const edge = await anEdge(upstreamUrl);
    const deleted = await anApiToken(db);
    expect((await edge.get(features, deleted)).status).toBe(200);
    expect((await edge.get(features, tokens.one)).status).toBe(200);
    const stream = await readStream(`${edge.url}/api/client/streaming`, { authorization: deleted });

    await del(`/api/admin/api-tokens/${encodeURIComponent(deleted)}`);

    await eventually(async () => expect((await edge.get(features, deleted)).status).toBe(401));
    await stream.ended;
    const { status, body } = await edge.get(features, tokens.one, spec);
    expect(status).toBe(200);
    expect(names(body)).toEqual(names((await server.get(features, tokens.one, spec)).body));
    await switchOff(flag);
    await eventually(async () => {
      const now = await server.get(features, tokens.one, spec);
      expect((await edge.get(features, tokens.one, spec)).body).toEqual(now.body);
    });
  });

  test('a token of the wrong kind, or without a client token that covers it, is 403', async () => {
    const edge = await anEdge(upstreamUrl);

    expect((await edge.get('/api/frontend', frontend)).status).toBe(403);
    expect((await edge.get(features, frontend)).status).toBe(403);
  });

  test('with STRICT, tokens outside the scopes of TOKENS are 403', async () => {
    const edge = await anEdge(upstreamUrl, { env: { TOKENS: tokens.both, STRICT: 'true' } });
    await eventually(async () => expect((await edge.get('/ready', '')).status).toBe(200));

    const statuses = [];
    for (const token of [tokens.both, tokens.one, tokens.everything, tokens.production]) {
      statuses.push((await edge.get(features, token)).status);
    }

    expect(statuses).toEqual([200, 200, 403, 403]);
  });
});

describe('what is in front of an edge', () => {
  test('pages of allowed origins may call it, and a CDN may store client features', async () => {
    const edge = await anEdge(upstreamUrl, {
      env: {
        UNLEASH_FRONTEND_API_ORIGINS: 'https://shop.example',
        EDGE_SHARED_CACHE_SECONDS: '30',
      },
    });
    const allowedFor = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'GET' };
      const response = await fetch(`${edge.url}/api/frontend`, { method: 'OPTIONS', headers });
      return response.headers.get('access-control-allow-origin');
    };

    expect(await allowedFor('https://shop.example')).toBe('https://shop.example');
    expect(await allowedFor('https://other.example')).toBeNull();
    const { headers } = await edge.get(features, tokens.one, spec);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30');
    expect(headers.get('vary')).toBe('accept-encoding, authorization, unleash-client-spec');
  });

  test('routes of the admin API do not exist', async () => {
    const edge = await anEdge(upstreamUrl);

    for (const path of ['/api/admin/projects', '/auth/simple/login', '/docs/openapi.json', '/']) {
      expect((await edge.get(path, upstream.admin.token)).status).toBe(404);
    }
  });
});

describe('without the upstream', () => {
  test.each([
    ['as text', [] as Buffer[]],
    ['encrypted', [Buffer.alloc(32, 7)]],
  ])('a new process starts from the disk, stored %s', async (_, keys) => {
    const folder = await aFolder();
    const proxy = await aFaultyProxy(upstreamUrl);
    const env = { EDGE_CACHE_DIR: folder };
    const first = await anEdge(proxy.url, { env, keys });
    const before = await first.get(features, tokens.both, spec);
    await first.app.close();
    const stored = await readFile(join(folder, 'edge-state'), 'utf8');
    expect(stored.includes(flag)).toBe(keys.length === 0);
    expect(stored).not.toContain(tokens.both.split('.')[1]);

    proxy.set('down');
    const second = await anEdge(proxy.url, { env, keys });

    const found = await second.get(features, tokens.both, spec);
    expect(found.body).toEqual(before.body);
    expect(found.headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await second.get(features, tokens.everything, spec)).status).toBe(503);
    proxy.set('none');
    await change(flag);
    await eventually(async () => {
      const now = await second.get(features, tokens.both, spec);
      expect(now.body).toEqual((await server.get(features, tokens.both, spec)).body);
      expect(now.headers.get('warning')).toBeNull();
    });
  });

  test('a damaged file, and one of another upstream, are not used', async () => {
    const folder = await aFolder();
    const env = { EDGE_CACHE_DIR: folder };
    const proxy = await aFaultyProxy(upstreamUrl);
    const first = await anEdge(proxy.url, { env });
    await first.get(features, tokens.both, spec);
    await first.app.close();
    const other = await aFaultyProxy(upstreamUrl);
    for (const each of [proxy, other]) each.set('down');
    const path = join(folder, 'edge-state');
    const stored = await readFile(path, 'utf8');

    const foreign = await anEdge(other.url, { env });
    expect((await foreign.get(features, tokens.both, spec)).status).toBe(503);
    await foreign.app.close();
    for (const damaged of [stored.replace(/.$/, ' '), stored.slice(0, -9), '', 'garbage']) {
      await writeFile(path, damaged);
      const edge = await anEdge(proxy.url, { env });
      expect((await edge.get(features, tokens.both, spec)).status).toBe(503);
      await edge.app.close();
    }
    await writeFile(path, stored);
    const edge = await anEdge(proxy.url, { env });
    expect((await edge.get(features, tokens.both, spec)).status).toBe(200);
  });

  test('a bootstrap file is served to configured tokens without any upstream', async () => {
    const folder = await aFolder();
    const file = join(folder, 'flags.json');
    const { body } = await server.get(features, tokens.everything, spec);
    await writeFile(file, JSON.stringify(body));
    const env = { UPSTREAM_URL: '', BOOTSTRAP_FILE: file };
    const edge = await anEdge('', {
      env: { ...env, TOKENS: tokens.one, FRONTEND_TOKENS: '*:development.page' },
    });

    const found = await edge.get(features, tokens.one, spec);
    const expected = await server.get(features, tokens.one, spec);
    expect(found.body.features).toEqual(expected.body.features);
    const page = await edge.get('/api/frontend?userId=7', '*:development.page');
    expect(page.body.toggles.length).toBeGreaterThan(0);
    expect((await edge.get(features, tokens.both, spec)).status).toBe(503);
  });
});
