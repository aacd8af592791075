import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { app, db, post, get, withConfig } = await testApp();
const path = '/api/frontend';

const aScope = async () => {
  const project = await aProject(db);
  const token = await anApiToken(db, { type: 'frontend', projects: [project] });
  return { project, token };
};

/** A flag that is on in development, with the strategies given. */
const aLiveFlag = async (project: string, strategies: object[] = [{ name: 'default' }]) => {
  const name = unique('flag');
  const features = `/api/admin/projects/${project}/features`;
  await post(features, { name, impressionData: true });
  for (const strategy of strategies) {
    await post(`${features}/${name}/environments/development/strategies`, strategy);
  }
  await post(`${features}/${name}/environments/development/on`);
  await app.delivery.poll();
  return name;
};

const onFor = async (token: string, query: string) =>
  (await get(`${path}?${query}`, { token })).body.toggles.map(({ name }: { name: string }) => name);

const forPlan = (plan: string) => ({
  name: 'default',
  constraints: [{ contextName: 'plan', operator: 'IN', values: [plan] }],
});

describe(`GET ${path}`, () => {
  test('returns only the enabled flags, by name, with their variants', async () => {
    const { project, token } = await aScope();
    const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
    const payload = { type: 'string', value: '#00f' };
    const plain = await aLiveFlag(project);
    const shown = await aLiveFlag(project, [
      { name: 'default', variants: [{ ...variant, payload }] },
    ]);
    await aLiveFlag(project, [forPlan('pro')]);

    const { status, body, headers } = await get(`${path}?userId=7`, { token });

    const toggles = [
      {
        name: plain,
        enabled: true,
        variant: { name: 'disabled', enabled: false, feature_enabled: true, featureEnabled: true },
        impressionData: true,
      },
      {
        name: shown,
        enabled: true,
        variant: {
          name: 'blue',
          enabled: true,
          payload,
          feature_enabled: true,
          featureEnabled: true,
        },
        impressionData: true,
      },
    ];
    expect(status).toBe(200);
    expect(body).toEqual({ toggles: toggles.sort((a, b) => (a.name < b.name ? -1 : 1)) });
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) });
  });

  test.each(['properties[plan]=pro', 'plan=pro', 'properties%5Bplan%5D=pro'])(
    '%s is a property of the context',
    async (query) => {
      const { project, token } = await aScope();
      const name = await aLiveFlag(project, [forPlan('pro')]);

      expect(await onFor(token, query)).toEqual([name]);
      expect(await onFor(token, query.replace('pro', 'free'))).toEqual([]);
    },
  );

  test('remoteAddress defaults to that of the caller, environment to that of the token', async () => {
    const { project, token } = await aScope();
    const byAddress = { name: 'remoteAddress', parameters: { IPs: '127.0.0.0/8' } };
    const byEnvironment = {
      name: 'default',
      constraints: [{ contextName: 'environment', operator: 'IN', values: ['development'] }],
    };
    const [one, other] = [
      await aLiveFlag(project, [byAddress]),
      await aLiveFlag(project, [byEnvironment]),
    ];

    expect(await onFor(token, '')).toEqual([one, other].sort());
    expect(await onFor(token, 'remoteAddress=10.0.0.1&environment=other')).toEqual([]);
  });

  test('without a stickiness value, a rollout of 50% is on for half of the requests', async () => {
    const { project, token } = await aScope();
    await aLiveFlag(project, [{ name: 'flexibleRollout', parameters: { rollout: '50' } }]);

    const on = new Set<number>();
    for (let attempt = 0; attempt < 100; attempt++) on.add((await onFor(token, '')).length);

    expect([...on].sort()).toEqual([0, 1]);
  });

  test('is 304 with its headers for the same response, and 200 for another user', async () => {
    const { project, token } = await aScope();
    await aLiveFlag(project, [{ name: 'userWithId', parameters: { userIds: '7' } }]);
    const first = await get(`${path}?userId=7`, { token });
    const etag = String(first.headers.etag);
    const headers = { 'if-none-match': etag };

    const again = await get(`${path}?userId=7`, { token, headers });
    const another = await get(`${path}?userId=8`, { token, headers });

    expect(again).toMatchObject({ status: 304, body: undefined, headers: { etag } });
    expect(another).toMatchObject({ status: 200, body: { toggles: [] } });
  });

  test('a parameter given twice is 400 and named', async () => {
    const { token } = await aScope();

    expect(await get(`${path}?userId=7&userId=8`, { token })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/query/userId' }] },
    });
  });
});

describe(`POST ${path}`, () => {
  test('returns the same as GET, with the context in the body', async () => {
    const { project, token } = await aScope();
    const name = await aLiveFlag(project, [forPlan('pro')]);
    const request = async (context: object) =>
      (await post(path, { context }, { token })).body.toggles;

    expect(await request({ properties: { plan: 'pro' } })).toMatchObject([{ name }]);
    expect(await request({ plan: 'pro' })).toMatchObject([{ name }]);
    expect(await request({ plan: ['pro'], userId: '7' })).toMatchObject([{ name }]);
    expect(await request({ plan: { toString: null, valueOf: null } })).toEqual([]);
    expect(await request({})).toEqual([]);
    expect((await post(path, {}, { token })).body).toEqual({ toggles: [] });
  });

  test.each([
    [{ context: { currentTime: 'tomorrow' } }, '/body/context/currentTime'],
    [{ context: { userId: 7 } }, '/body/context/userId'],
    [{ context: 'me' }, '/body/context'],
  ])('%o is 400', async (body, where) => {
    const { token } = await aScope();

    expect(await post(path, body, { token })).toMatchObject({
      status: 400,
      body: { details: [{ path: where }] },
    });
  });
});

describe('/api/proxy', () => {
  test('is an alias of /api/frontend, with GET, POST, metrics and CORS', async () => {
    const { project, token } = await aScope();
    const name = await aLiveFlag(project);
    const origin = { origin: 'https://shop.example' };

    const got = await get('/api/proxy?userId=7', { token, headers: origin });
    const posted = await post('/api/proxy', { context: {} }, { token });
    const reported = await post(
      '/api/proxy/client/metrics',
      { appName: 'shop', bucket: null },
      { token },
    );

    expect(got).toMatchObject({ status: 200, body: { toggles: [{ name }] } });
    expect(got.headers['access-control-allow-origin']).toBe('*');
    expect(posted.body).toEqual(got.body);
    expect(reported.status).toBeLessThan(300);
    expect((await get('/api/proxyandmore', { token })).status).not.toBe(200);
  });
});

describe('CORS', () => {
  const request = (on: typeof app, method: 'OPTIONS' | 'GET', headers: Record<string, string>) =>
    on.inject({ method, url: path, headers });
  const preflight = {
    origin: 'https://shop.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,if-none-match',
  };

  test('a browser may send a preflight request, without credentials, from anywhere by default', async () => {
    const { statusCode, headers } = await request(app, 'OPTIONS', preflight);

    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'authorization,if-none-match',
      'access-control-max-age': '86400',
    });
  });

  test('responses and errors can be read by the page', async () => {
    const { token } = await aScope();
    const origin = 'https://shop.example';

    const response = await request(app, 'GET', { origin, authorization: token });
    const refusal = await request(app, 'GET', { origin });

    for (const { headers } of [response, refusal]) {
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'etag, pennon-ignored, preference-applied',
      });
    }
    expect([response.statusCode, refusal.statusCode]).toEqual([200, 401]);
  });

  test('can be limited to origins', async () => {
    const limited = await withConfig({ frontendOrigins: ['https://shop.example'] });

    const allowed = await request(limited.app, 'OPTIONS', preflight);
    const refused = await request(limited.app, 'OPTIONS', { ...preflight, origin: 'https://else' });

    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: expect.stringMatching(/^origin\b/i),
    });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('is not allowed for the rest of the API', async () => {
    const [response, refusal] = [
      await app.inject({ url: '/api/admin/projects', headers: { origin: preflight.origin } }),
      await app.inject({ method: 'OPTIONS', url: '/api/admin/projects', headers: preflight }),
    ];

    for (const { statusCode, headers } of [response, refusal]) {
      expect(statusCode).toBe(401);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('vary');
    }
  });

  test('is allowed with doubled slashes and a base path', async () => {
    const based = await withConfig({ baseUriPath: '/flags' });
    const urls = ['//api//frontend', '/api/frontend//client/metrics', '/ofrep/v1//evaluate/flags'];

    for (const url of urls) {
      const plain = await app.inject({ method: 'OPTIONS', url, headers: preflight });
      const below = await based.app.inject({
        method: 'OPTIONS',
        url: `/flags${url}`,
        headers: preflight,
      });

      expect([plain.statusCode, below.statusCode]).toEqual([204, 204]);
    }
  });
});
