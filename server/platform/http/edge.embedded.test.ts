import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { anApiToken, aPersonalToken, aUser, unique } from '../../testing/a.ts';
import { partsOn, testApp } from '../../testing/app.ts';

const { app, db, get, post, call, admin, config, withConfig } = await testApp({
  bodyLimitBytes: 2048,
});
const tokensPath = '/api/admin/api-tokens';
const aBody = () => ({ tokenName: unique('t'), type: 'client' });

describe('credentials', () => {
  test.each([
    ['no header', null],
    ['garbage', 'garbage'],
    ['an unknown personal token', 'user:0000'],
    ['an unknown API token', '*:*.0000'],
    ['only "Bearer"', 'Bearer '],
    ['a token of another scheme', 'Basic YWRtaW46YWRtaW4='],
    ['a placeholder from a list', '*:*.hidden-1'],
  ])('%s is 401 AuthenticationRequired', async (_, token) => {
    const { status, body } = await get(tokensPath, { token });

    expect(status).toBe(401);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'AuthenticationRequired',
      message: expect.any(String),
      details: [{ message: body.message }],
    });
  });

  test('an expired personal token and an expired API token are 401', async () => {
    const expiresAt = '2020-01-01T00:00:00.000Z';
    const { id } = await aUser(db, { rootRole: 'Admin' });
    const personal = await aPersonalToken(db, id, { expiresAt });
    const api = await anApiToken(db, { type: 'admin', expiresAt });

    expect((await get(tokensPath, { token: personal })).status).toBe(401);
    expect((await get(tokensPath, { token: api })).status).toBe(401);
  });

  test.each(['client', 'frontend'] as const)('a %s token is 403 NoAccessError', async (type) => {
    const token = await anApiToken(db, { type });

    expect(await get(tokensPath, { token })).toMatchObject({
      status: 403,
      body: { name: 'NoAccessError', id: expect.any(String), message: expect.any(String) },
    });
  });

  test.each(['Bearer ', 'bearer ', 'BEARER  ', ''])(
    'the prefix "%s" is tolerated',
    async (prefix) => {
      expect((await get(tokensPath, { token: `${prefix}${admin.token}` })).status).toBe(200);
    },
  );

  test('a missing permission is named', async () => {
    const viewer = await aUser(db);

    const { body } = await get(tokensPath, { token: viewer.token });

    expect(body.details).toContainEqual({ message: 'Missing permission READ_CLIENT_API_TOKEN.' });
  });

  test('the last use of a token is recorded', async () => {
    const token = await anApiToken(db, { type: 'admin', name: 'used' });
    await db.updateTable('api_tokens').set({ seen_at: null }).where('name', '=', 'used').execute();

    await get(tokensPath, { token });

    const [used] = (await get(`${tokensPath}/used`)).body.tokens;
    expect(Date.parse(used.seenAt)).toBeGreaterThan(Date.now() - 600_000);
  });
});

describe('paths', () => {
  test('an unknown API path is 401 without credentials and 404 with them', async () => {
    expect((await get('/api/admin/nothing', { token: null })).status).toBe(401);
    expect(await get('/api/admin/nothing')).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'Route "GET /api/admin/nothing" not found.' },
    });
  });

  test('an unknown path outside the API is 404 for every caller', async () => {
    expect((await get('/nothing', { token: null })).status).toBe(404);
  });

  test.each([
    ['an object', '{"name":"x"}', 'application/json'],
    ['malformed JSON', '{', 'application/json'],
    ['text', 'x', 'text/plain'],
    ['more than the limit', `"${'x'.repeat(3000)}"`, 'application/json'],
  ])('an unknown path is 404 whatever the body: %s', async (_, payload, type) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/admin/nothing',
      headers: { authorization: admin.token, 'content-type': type },
      payload,
    });

    expect(response.statusCode).toBe(404);
  });

  test('repeated slashes are treated as one', async () => {
    expect((await get('//api//admin/api-tokens')).status).toBe(200);
  });

  test('with a base path, all routes are below it', async () => {
    const below = await withConfig({ baseUriPath: '/flags' });

    expect((await below.get('/flags/health')).status).toBe(200);
    expect((await below.get('/flags/api/admin/api-tokens')).status).toBe(200);
    expect((await below.get('/api/admin/api-tokens')).status).toBe(404);
  });

  test.each(['/api/admin/api-tokens/%00', '/api/admin/api-tokens/%E0%A4%A', '/api/admin/%'])(
    '%s is a client error',
    async (url) => {
      const { status, body } = await get(url);

      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    },
  );
});

describe('bodies', () => {
  const raw = (payload: string, type?: string) =>
    app.inject({
      method: 'POST',
      url: tokensPath,
      headers: { authorization: admin.token, ...(type ? { 'content-type': type } : {}) },
      payload,
    });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'content type %s is 415',
    async (type) => {
      const response = await raw('{}', type);

      expect(response.statusCode).toBe(415);
      expect(response.json()).toMatchObject({ name: 'ContentTypeError' });
    },
  );

  test('a body over the limit is 413, one at the limit is read', async () => {
    const sized = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;

    const over = await raw(sized(2049), 'application/json');
    const at = await raw(sized(2048), 'application/json');

    expect(over.statusCode).toBe(413);
    expect(over.json()).toMatchObject({ name: 'ContentTooLargeError' });
    expect(at.statusCode).toBe(400);
    expect(at.json().details[0].message).toBe('Missing property "type".');
  });

  test.each(['{', '[1,', 'true false', '{"__proto__": {"a": 1}}'])('%s is 400', async (payload) => {
    const response = await raw(payload, 'application/json');

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ name: 'BadDataError' });
  });

  test.each(['[]', '1', 'null', '""'])('%s is 400, since it is not an object', async (payload) => {
    expect((await raw(payload, 'application/json')).statusCode).toBe(400);
  });

  test('a missing body is 400', async () => {
    expect((await post(tokensPath)).status).toBe(400);
  });

  test('an empty body is no body, with any content type', async () => {
    const token = encodeURIComponent(await anApiToken(db));

    const response = await app.inject({
      method: 'DELETE',
      url: `${tokensPath}/${token}`,
      headers: {
        authorization: admin.token,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '0',
      },
    });

    expect(response.statusCode).toBe(200);
  });

  test.each([
    ['a NUL character', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('%s is refused with its path', async (_, tokenName) => {
    const { status, body } = await post(tokensPath, { ...aBody(), tokenName });

    expect(status).toBe(400);
    expect(body.details[0].path).toBe('/body/tokenName');
  });

  test('JSON nested more than 100 levels deep is refused', async () => {
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`;

    const response = await raw(`{"tokenName":${deep},"type":"client"}`, 'application/json');

    expect(response.json().message).toContain('Nested deeper than 100');
  });

  test('a route without a result returns no body', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/admin/projects/revive/default',
      headers: { authorization: admin.token },
    });

    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
    expect(response.headers['content-length']).toBe('0');
    expect(response.headers['content-type']).toBeUndefined();
  });

  test('null is not converted to another type', async () => {
    expect((await post(tokensPath, { ...aBody(), tokenName: null })).status).toBe(400);
  });
});

describe('responses', () => {
  test('contain security headers and the request id', async () => {
    const { headers } = await get('/health');

    expect(headers).toMatchObject({
      'content-security-policy': expect.any(String),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('require TLS only if the public URL uses it', async () => {
    const plain = await get('/health');
    const secure = await withConfig({ publicUrl: 'https://flags.example.com' });

    expect(plain.headers['strict-transport-security']).toBeUndefined();
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect((await secure.get('/health')).headers).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age='),
      'content-security-policy': expect.stringContaining('upgrade-insecure-requests'),
    });
  });

  test('an internal error contains only its id, which is logged with the cause', async () => {
    const lines: string[] = [];
    const broken = await brokenApp(lines);

    const response = await broken.inject({
      url: tokensPath,
      headers: { authorization: 'user:the-secret-in-the-header', cookie: 'pennon_session=s3cr3t' },
    });

    const { id, ...rest } = response.json();
    expect(response.statusCode).toBe(500);
    expect(rest).toEqual({
      name: 'InternalError',
      message: 'Internal server error.',
      details: [{ message: 'Internal server error.' }],
    });
    const failure = lines.map((line) => JSON.parse(line)).find(({ err }) => err !== undefined);
    expect(failure).toMatchObject({
      reqId: id,
      err: { message: 'the cause', stack: expect.any(String) },
    });
    expect(lines.join('')).not.toContain('the-secret-in-the-header');
    expect(lines.join('')).not.toContain('s3cr3t');
    await broken.close();
  });

  test('a token in the path is not logged', async () => {
    const lines: string[] = [];
    const logging = await buildApp({ ...partsOn(db, config), log: collect(lines) });
    const token = 'default:development.a-secret-of-their-own';

    await logging.inject({
      method: 'DELETE',
      url: `${tokensPath}/${token}`,
      headers: { authorization: admin.token },
    });

    expect(lines.join('')).toContain('/api/admin/api-tokens/:token');
    expect(lines.join('')).not.toContain('a-secret-of-their-own');
    await logging.close();
  });

  test('input that is not HTTP is 400, and the connection is closed', async () => {
    const listening = await buildApp(partsOn(db, config));
    await listening.listen({ port: 0, host: '127.0.0.1' });
    const { port } = listening.server.address() as net.AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    const chunks: string[] = [];
    socket.on('data', (chunk) => chunks.push(String(chunk)));

    socket.end('this is not HTTP\r\n\r\n');
    await once(socket, 'close');

    expect(chunks.join('')).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(chunks.join('').split('\r\n\r\n')[1] ?? '')).toMatchObject({
      id: expect.any(String),
      name: 'BadDataError',
    });
    await listening.close();
  });

  const throwTheCause = () => {
    throw new Error('the cause');
  };

  /** An app whose database throws at every call. */
  async function brokenApp(lines: string[]) {
    const failing = new Proxy(
      {},
      {
        // Fastify would treat it as a pair of accessors.
        get: (_, member) =>
          ['getter', 'setter'].includes(String(member)) ? undefined : throwTheCause,
      },
    );
    return buildApp({ ...partsOn(failing as never, config), log: collect(lines) });
  }
});

describe('operations', () => {
  test('/health and /ready return GOOD', async () => {
    expect(await get('/health')).toMatchObject({ status: 200, body: { health: 'GOOD' } });
    expect(await get('/ready')).toMatchObject({ status: 200, body: { health: 'GOOD' } });
  });

  test('/internal-backstage/prometheus counts by route, not by URL', async () => {
    await get('/health');
    await get(`/${unique('scan')}`);

    const { body, headers } = await get('/internal-backstage/prometheus');

    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} \d+/,
    );
    expect(body).toMatch(/route="unknown",status="404"/);
    expect(body).not.toContain('scan-');
    expect(body).toMatch(/pennon_database_pool\{state="total"\} \d+/);
    expect(body).toMatch(/nodejs_eventloop_lag_seconds /);
    expect(body).toMatch(/pennon_build_info\{version="[^"]+",node="v\d/);
  });

  test('the OpenAPI document and its page are served', async () => {
    const { body } = await get('/docs/openapi.json', { token: null });
    const page = await get('/docs/openapi/', { token: null });

    expect(body).toMatchObject({ openapi: '3.1.0', components: { schemas: { Error: {} } } });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });

  test('the OpenAPI document marks the routes that need no credentials', async () => {
    const { paths } = (await get('/docs/openapi.json')).body;

    expect(paths['/health'].get.security).toEqual([]);
    expect(paths['/auth/simple/login'].post.security).toEqual([]);
    expect(paths['/api/admin/api-tokens'].get.security).toBeUndefined();
  });

  test('only as many addresses of X-Forwarded-For are trusted as there are proxies', async () => {
    const proxied = await withConfig({ trustProxy: 1, loginsPerMinute: 2 });
    const statuses: number[] = [];

    for (const forged of ['9.9.9.1', '9.9.9.2', '9.9.9.3']) {
      const headers = { 'x-forwarded-for': `${forged}, 203.0.113.7` };
      const body = { username: 'nobody', password: 'x' };
      statuses.push((await proxied.post('/auth/simple/login', body, { headers })).status);
    }

    expect(statuses).toEqual([401, 401, 429]);
  });

  test('HEAD returns the headers of GET without a body', async () => {
    expect((await call('HEAD' as never, '/health')).status).toBe(200);
  });
});

const collect = (lines: string[]) => ({ write: (line: string) => lines.push(line) });
