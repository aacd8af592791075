import { describe, expect, test } from 'vitest';
import { describeEvent } from '../../events/catalogue.ts';
import { anApiToken, changesSince, eventsSince, lastEventId } from '../../testing/a.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { planOrigins } from './rules.ts';

const home = 'https://configured.example';
const configured = [home];
const server = await testApp({ frontendOrigins: configured });
const { db, get, post, admin } = server;
const other = await server.withConfig({ frontendOrigins: configured });

const cors = '/api/admin/ui-config/cors';
const setOrigins = (frontendApiOrigins: unknown) => post(cors, { frontendApiOrigins });

/** The allowed origin in the response to a preflight request, after the process has polled. */
async function allowedOrigin({ app }: TestApp, origin: string): Promise<unknown> {
  await app.delivery.poll();
  const headers = { origin, 'access-control-request-method': 'GET' };
  const response = await app.inject({ method: 'OPTIONS', url: '/api/frontend', headers });
  return response.headers['access-control-allow-origin'];
}

describe('GET /api/admin/ui-config', () => {
  test('describes the server and its settings', async () => {
    const { body } = await get('/api/admin/ui-config');

    expect(body).toMatchObject({
      name: 'Pennon',
      version: expect.stringMatching(/^\d+\./),
      unleashUrl: 'http://localhost:4242',
      baseUriPath: '',
      maintenanceMode: false,
      frontendApiOrigins: configured,
      versionInfo: { instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect((await other.get('/api/admin/ui-config')).body.versionInfo).toEqual(body.versionInfo);
  });
});

describe(`POST ${cors}`, () => {
  const [shop, blog] = ['https://shop.example', 'http://blog.example:8080'];

  test('replaces the configured origins in every process, without a restart', async () => {
    const both = () => Promise.all([server, other].map((process) => allowedOrigin(process, shop)));
    expect(await allowedOrigin(server, home)).toBe(home);
    expect(await both()).toEqual([undefined, undefined]);

    expect((await setOrigins([shop, blog])).status).toBe(204);

    expect(await both()).toEqual([shop, shop]);
    expect(await allowedOrigin(other, home)).toBe(undefined);
    expect((await get('/api/admin/ui-config')).body.frontendApiOrigins).toEqual([shop, blog]);
    await setOrigins(['*']);
    expect(await both()).toEqual(['*', '*']);
    await setOrigins([]);
    expect(await both()).toEqual([undefined, undefined]);
  });

  test('also applies to responses, and costs a request no statement', async () => {
    const token = await anApiToken(db, { type: 'frontend' });
    await setOrigins([shop]);
    const request = (origin: string) => get('/api/frontend', { token, headers: { origin } });
    await server.app.delivery.poll();
    await request(shop);
    const misses = () =>
      server.app.caches.statistics().find(({ name }) => name === 'frontend_origins')?.misses;
    const before = misses();

    const [allowed, refused] = [await request(shop), await request(blog)];

    expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': shop });
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    expect(misses()).toBe(before);
  });

  test('records the change with both lists, and the same list again records nothing', async () => {
    await setOrigins([shop]);
    const before = await lastEventId(db);

    await setOrigins([blog, blog, '*']);
    await post('/api/admin/ui-config', {
      frontendSettings: { frontendApiOrigins: [blog, '*'] },
    });

    expect(await changesSince(db, before)).toEqual([
      {
        type: 'setting-updated',
        project: null,
        environment: null,
        featureName: null,
        data: { id: 'unleash.frontend', frontendApiOrigins: [blog, '*'] },
        preData: { id: 'unleash.frontend', frontendApiOrigins: [shop] },
      },
    ]);
  });

  test('what is no origin is 400 with its path, and nothing changes', async () => {
    const before = (await get('/api/admin/ui-config')).body.frontendApiOrigins;

    const invalid = await setOrigins([shop, 'https://shop.example/path']);
    const old = await post('/api/admin/ui-config', {
      frontendSettings: { frontendApiOrigins: ['shop.example'] },
    });

    expect(invalid).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/frontendApiOrigins/1' }] },
    });
    expect(old).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/frontendSettings/frontendApiOrigins/0' }] },
    });
    expect((await setOrigins(Array(1001).fill(shop))).status).toBe(400);
    expect((await post('/api/admin/ui-config', {})).status).toBe(400);
    expect((await get('/api/admin/ui-config')).body.frontendApiOrigins).toEqual(before);
  });

  test.each([
    '*',
    'https://shop.example',
    'http://localhost:3000',
    'http://[::1]:3000',
    'capacitor://localhost',
    'chrome-extension://abcdefg',
  ])('%s is an origin', (origin) => {
    expect(planOrigins([origin], '/body')).toEqual([origin]);
  });

  test.each([
    'null',
    'shop.example',
    '*.example',
    'https://*.example',
    'https://shop.example/',
    'https://shop.example:443',
    'https://Shop.example',
    'https://user@shop.example',
    'https://shop.example?x',
    'javascript:alert(1)',
    'https://shop.example\r\nset-cookie: a=b',
    'app://host\n',
  ])('%j is no origin', (origin) => {
    expect(() => planOrigins([origin], '/body')).toThrow('is not an origin');
  });
});

describe('POST /api/admin/maintenance', () => {
  test('records the change, with a summary; the same again records nothing', async () => {
    const before = await lastEventId(db);

    for (const enabled of [true, true, false]) {
      expect((await post('/api/admin/maintenance', { enabled })).status).toBe(204);
    }

    const id = 'maintenance.mode';
    const events = await eventsSince(db, before);
    expect(events).toMatchObject([
      { type: 'setting-updated', createdByUserId: admin.id, data: { id, enabled: true } },
      { type: 'setting-updated', data: { id, enabled: false }, preData: { id, enabled: true } },
    ]);
    const [summary] = events.map((event) => describeEvent({ ...event, featureName: null }).summary);
    expect(summary).toContain('updated setting **maintenance.mode**');
    expect(summary).toContain('enabled from no to yes');
  });
});
