import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { aFlag, aGrant, anApiToken, aProject, aUser, unique } from '../../testing/a.ts';
import { partsOn, testApp } from '../../testing/app.ts';
import { aSegment } from '../../testing/targeting.ts';
import { namesIn } from './handling.ts';

const { app, db, get, post, put, call, admin, config } = await testApp();
const strict = { headers: { prefer: 'handling=strict' } };
const tokens = '/api/admin/api-tokens';
const features = '/api/admin/projects/default/features';
const aToken = () => ({ tokenName: unique('t'), type: 'client' });

describe('unknown members of a body', () => {
  test('are ignored, and the response names them', async () => {
    const { status, headers } = await post(tokens, { ...aToken(), tipe: 'x', foo: { bar: 1 } });

    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'pennon-ignored': '/tipe, /foo' });
    expect(headers).not.toHaveProperty('preference-applied');
  });

  test('without any, the response has no such header', async () => {
    expect((await post(tokens, aToken())).headers).not.toHaveProperty('pennon-ignored');
  });

  test('with Prefer: handling=strict each is refused, with the allowed ones', async () => {
    const body = { ...aToken(), tokenNam: 'x', foo: 1 };

    const { status, body: error, headers } = await post(tokens, body, strict);

    expect(status).toBe(400);
    expect(headers).toMatchObject({ 'preference-applied': 'handling=strict' });
    expect(headers).not.toHaveProperty('pennon-ignored');
    expect(error.message).toBe('The request has 2 errors. See details.');
    expect(error.details).toEqual([
      {
        path: '/body/tokenNam',
        message: expect.stringMatching(/^Unknown property "tokenNam"\. Allowed: tokenName, /),
      },
      { path: '/body/foo', message: expect.stringMatching(/^Unknown property "foo"/) },
    ]);
    expect((await get(`${tokens}/${body.tokenName}`)).body.tokens).toEqual([]);
  });

  test('strict handling also names the other errors of the body', async () => {
    const { body } = await post(tokens, { tokenName: 'x', tipe: 'client' }, strict);

    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      '/body/tipe',
      '/body/type',
    ]);
  });

  test('a strict request without unknown members succeeds', async () => {
    const { status, headers } = await post(tokens, aToken(), strict);

    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'preference-applied': 'handling=strict' });
  });

  test('wrong types of known members are refused in either case', async () => {
    const body = { ...aToken(), tokenName: null, foo: 1 };

    expect((await post(tokens, body)).body.details[0].path).toBe('/body/tokenName');
    expect((await post(tokens, body, strict)).status).toBe(400);
  });

  test('of a flag are not stored: archived, project and enabled at creation', async () => {
    const flag = { name: unique('flag'), archived: true, project: 'other', enabled: false };

    const { body: refused } = await post(features, flag, strict);
    const { status, body, headers } = await post(features, flag);

    expect(refused.details.map(({ path }: { path: string }) => path)).toEqual([
      '/body/archived',
      '/body/project',
      '/body/enabled',
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ archived: false, project: 'default' });
    expect(headers['pennon-ignored']).toBe('/archived, /project, /enabled');
  });

  test('at any depth; open objects have none', async () => {
    const flag = await aFlag(db);
    const path = `${features}/${flag}/environments/development/strategies`;
    const constraint = { contextName: 'userId', operator: 'IN', values: ['a'], note: 'x' };

    const { body, headers } = await post(path, {
      name: 'flexibleRollout',
      parameters: { rollout: '50', anything: 'x' },
      constraints: [{ ...constraint, note: undefined }, constraint],
      variants: [
        {
          name: 'a',
          weight: 1000,
          weightType: 'variable',
          stickiness: 'default',
          payload: { type: 'string', value: 'x', 'a/b~c': 1 },
        },
      ],
    });

    expect(headers['pennon-ignored']).toBe('/constraints/1/note, /variants/0/payload/a~1b~0c');
    expect(body.constraints[1]).not.toHaveProperty('note');
    expect(body.parameters).toMatchObject({ anything: 'x' });
    expect(JSON.stringify(await storedStrategies(flag))).not.toMatch(/note|a\/b/);
  });

  const storedStrategies = async (flag: string) =>
    db.selectFrom('strategies').selectAll().where('flag', '=', flag).execute();

  test('names are safe in a header', async () => {
    const name = 'a\r\nset-cookie: x, "ü" 🏳️';

    const { status, headers } = await post(tokens, { ...aToken(), [name]: 1 });

    expect(status).toBe(201);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['pennon-ignored']).toMatch(/^\/[\w%.-]+$/);
    expect(decodeURIComponent(String(headers['pennon-ignored']))).toBe(`/${name}`);
  });

  test('many or long names are not all in the header, but all are ignored', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
    const long = { ['x'.repeat(5000)]: 1 };

    const first = await post(tokens, { ...aToken(), ...many });
    const second = await post(tokens, { ...aToken(), ...long });
    const refused = await post(tokens, { ...aToken(), ...many }, strict);

    expect(first.status).toBe(201);
    expect(first.headers['pennon-ignored']).toMatch(/^\/x0, .*\/x19, \.\.\.$/);
    expect(second).toMatchObject({ status: 201, headers: { 'pennon-ignored': '...' } });
    expect(refused.body.details).toHaveLength(100);
  });

  test('are named in the log, at the level debug', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) };
    const logging = await buildApp({
      ...partsOn(db, { ...config, logLevel: 'debug' }),
      log,
      console: 'absent',
    });

    await logging.inject({
      method: 'POST',
      url: tokens,
      headers: { authorization: admin.token },
      payload: { ...aToken(), foo: 'a-value' },
    });

    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 20, ignored: '/foo', msg: 'unknown members ignored' }),
    );
    expect(lines.join('')).not.toContain('a-value');
    await logging.close();
  });

  test('a response can be read by pages of other origins with the header', async () => {
    const token = await anApiToken(db, { type: 'frontend' });
    const options = { token, headers: { origin: 'https://shop.example.com' } };

    const { headers } = await post('/api/frontend', { contxt: {} }, options);

    expect(headers).toMatchObject({
      'pennon-ignored': '/contxt',
      'access-control-expose-headers': 'etag, pennon-ignored, preference-applied',
    });
  });
});

describe('unknown members of a JSON Patch', () => {
  test('are ignored in operations and in the patched document, and named', async () => {
    const flag = await aFlag(db);
    const operations = [
      { op: 'replace', path: '/description', value: 'New', why: 'x' },
      { op: 'add', path: '/colour', value: 'red' },
    ];

    const refused = await call('PATCH', `${features}/${flag}`, { ...strict, body: operations });
    const document = await call('PATCH', `${features}/${flag}`, {
      ...strict,
      body: operations.slice(1),
    });
    const { status, body, headers } = await call('PATCH', `${features}/${flag}`, {
      body: operations,
    });

    expect(refused.body.details).toMatchObject([{ path: '/body/0/why' }]);
    expect(document).toMatchObject({ status: 400, body: { details: [{ path: '/body/colour' }] } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ description: 'New' });
    expect(body).not.toHaveProperty('colour');
    expect(headers['pennon-ignored']).toBe('/0/why, /colour');
  });

  test('are named once for all environments', async () => {
    const flag = await aFlag(db);
    const value = { name: 'a', weight: 1000, colour: 'red' };

    const { status, headers } = await call('PATCH', `${features}/${flag}/variants`, {
      body: [{ op: 'add', path: '/-', value }],
    });

    expect(status).toBe(200);
    expect(headers['pennon-ignored']).toBe('/0/colour');
  });
});

describe('unknown members of a change request', () => {
  test('are not stored', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const author = await aUser(db);
    await aGrant(db, { project, userId: author.id, role: 'Member' });
    const path = `/api/admin/projects/${project}/environments/development/change-requests`;
    await put(`${path}/config`, { changeRequestsEnabled: true });
    const { token } = author;
    const payload = { name: 'default', colour: 'red', constraints: [], segments: [] };
    const change = { feature: flag, action: 'addStrategy', payload, note: 'x' };

    const refused = await post(path, [change], { ...strict, token });
    const { status, body, headers } = await post(path, [change], { token });

    expect(refused.body.details).toMatchObject([{ path: '/body/0/note' }]);
    expect(status).toBe(200);
    expect(headers['pennon-ignored']).toBe('/0/note, /0/payload/colour');
    const [{ payload: stored }] = body.features[0].changes;
    expect(stored).not.toHaveProperty('colour');
    const rows = await db.selectFrom('change_request_changes').select('payload').execute();
    expect(JSON.stringify(rows)).not.toContain('colour');

    const { note: _, ...known } = change;
    const alsoRefused = await post(path, known, { ...strict, token });
    expect(alsoRefused.body.details).toMatchObject([{ path: '/body/payload/colour' }]);
  });
});

describe('a body that the route does not take', () => {
  test.each(['{"colour":"red"}', '[1]', '"x"', 'null', '{'])('%s is ignored', async (payload) => {
    const token = encodeURIComponent(await anApiToken(db));

    const response = await app.inject({
      method: 'DELETE',
      url: `${tokens}/${token}`,
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      payload,
    });

    expect(response.statusCode).toBe(200);
  });

  test('does not replace the missing permission', async () => {
    const { token } = await aUser(db);
    const id = await aSegment(db);

    const { status } = await call('DELETE', `/api/admin/segments/${id}`, { token, body: { a: 1 } });

    expect(status).toBe(403);
  });

  test('is not read if it is not JSON', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/admin/projects/revive/default',
      headers: { authorization: admin.token, 'content-type': 'text/plain' },
      payload: 'anything',
    });

    expect(response.statusCode).toBe(200);
  });

  test('has only unknown members', async () => {
    const path = '/api/admin/projects/revive/default';

    expect(await post(path, { colour: 'red' })).toMatchObject({
      status: 200,
      headers: { 'pennon-ignored': '/colour' },
    });
    expect(await post(path, { colour: 'red' }, strict)).toMatchObject({
      status: 400,
      body: { message: 'Unknown property "colour". Allowed: none.' },
    });
  });
});

describe('POST /api/frontend', () => {
  test('without a body the context is empty', async () => {
    const token = await anApiToken(db, { type: 'frontend' });

    const response = await post('/api/frontend', undefined, { token });

    expect(response).toMatchObject({ status: 200, body: { toggles: [] } });
  });
});

describe('the header', () => {
  const pointers = (count: number) => Array.from({ length: count }, (_, index) => `/x${index}`);

  test('has at most 20 names', () => {
    expect(namesIn(pointers(20)).split(', ')).toHaveLength(20);
    expect(namesIn(pointers(20))).not.toContain('...');
    expect(namesIn(pointers(21)).split(', ').at(-1)).toBe('...');
    expect(namesIn(pointers(21)).split(', ')).toHaveLength(21);
  });

  test('has at most 1000 characters of names', () => {
    const at = [`/${'x'.repeat(499)}`, `/${'y'.repeat(497)}`];

    expect(namesIn(at)).toHaveLength(1000);
    expect(namesIn([`${at[0]}x`, `${at[1]}`])).toBe(`${at[0]}x, ...`);
  });
});
