import { describe, expect, test } from 'vitest';
import {
  aGrant,
  anApiToken,
  aProject,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, del, admin } = await testApp();

describe('POST /api/admin/api-tokens', () => {
  test('a client token is bound to its project and environment, and the secret is returned', async () => {
    const project = await aProject(db);
    const before = await lastEventId(db);

    const { status, body } = await post('/api/admin/api-tokens', {
      tokenName: 'ci',
      type: 'CLIENT',
      environment: 'production',
      projects: [project],
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      secret: expect.stringMatching(new RegExp(`^${project}:production\\.[0-9a-f]{56}$`)),
      username: 'ci',
      tokenName: 'ci',
      type: 'client',
      environment: 'production',
      project,
      projects: [project],
      expiresAt: null,
      createdAt: expect.any(String),
      seenAt: null,
      alias: null,
    });
    const [event, ...more] = await eventsSince(db, before);
    const { id: _, secret: __, ...data } = body;
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'api-token-created',
      project,
      environment: 'production',
      createdBy: admin.username,
      createdByUserId: admin.id,
      data,
      preData: null,
    });
    expect(JSON.stringify(event)).not.toContain(body.secret.split('.')[1]);
  });

  test.each([
    ['several projects', { projects: ['default', 'PROJECT'] }, '[]:development.'],
    ['all projects', {}, '*:development.'],
    ['the deprecated property project', { project: 'default' }, 'default:development.'],
    ['backend, an alias of client', { type: 'backend' }, '*:development.'],
    ['frontend', { type: 'frontend', environment: 'production' }, '*:production.'],
    ['admin', { type: 'admin' }, '*:*.'],
  ])('the prefix of a token contains its scope: %s', async (_, input, prefix) => {
    const project = await aProject(db);
    const body = { tokenName: unique('t'), type: 'client', ...input };
    if ('projects' in body) body.projects = ['default', project];

    const response = await post('/api/admin/api-tokens', body);

    expect(response.body.secret.startsWith(prefix)).toBe(true);
  });

  test.each([
    ['no name', { tokenName: undefined }, '/body/tokenName'],
    ['a blank name', { tokenName: '  ' }, '/body/tokenName'],
    ['a name over 100 characters', { tokenName: 'x'.repeat(101) }, '/body/tokenName'],
    ['an unknown type', { type: 'root' }, '/body/type'],
    ['a type named like a property of Object', { type: 'constructor' }, '/body/type'],
    ['a type named __proto__', { type: '__proto__' }, '/body/type'],
    ['an unknown environment', { environment: 'moon' }, '/body/environment'],
    ['every environment', { environment: '*' }, '/body/environment'],
    ['an unknown project', { projects: ['moon'] }, '/body/projects'],
    ['no projects', { projects: [] }, '/body/projects'],
    ['an expiry in the past', { expiresAt: '2001-01-01T00:00:00.000Z' }, '/body/expiresAt'],
    ['an expiry that is no date', { expiresAt: 'soon' }, '/body/expiresAt'],
    ['an admin token for one project', { type: 'admin', projects: ['default'] }, '/body/projects'],
    [
      'an admin token for one environment',
      { type: 'admin', environment: 'production' },
      '/body/environment',
    ],
  ])('%s is refused, and the error names it', async (_, input, path) => {
    const { status, body } = await post('/api/admin/api-tokens', {
      tokenName: 'x',
      type: 'client',
      ...input,
    });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path }] });
  });

  test('a name of 100 characters is accepted', async () => {
    const tokenName = unique('x').padEnd(100, 'x');

    expect((await post('/api/admin/api-tokens', { tokenName, type: 'client' })).status).toBe(201);
  });

  test('read-only properties of a GET response are ignored', async () => {
    await anApiToken(db, { name: 'original' });
    const [original] = (await get('/api/admin/api-tokens/original')).body.tokens;

    const { status } = await post('/api/admin/api-tokens', { ...original, tokenName: 'copy' });

    expect(status).toBe(201);
  });
});

describe('GET /api/admin/api-tokens', () => {
  test('secrets are replaced by placeholders that identify the token in later requests', async () => {
    const { body: created } = await post('/api/admin/api-tokens', {
      tokenName: unique('t'),
      type: 'frontend',
    });

    const { body } = await get(`/api/admin/api-tokens/${created.tokenName}`);

    expect(body.tokens).toEqual([{ ...created, secret: `*:development.hidden-${created.id}` }]);
    await del(`/api/admin/api-tokens/${encodeURIComponent(body.tokens[0].secret)}`);
    expect((await get(`/api/admin/api-tokens/${created.tokenName}`)).body.tokens).toEqual([]);
  });

  test('an Editor reads client and frontend tokens, not admin ones', async () => {
    const editor = await aUser(db, { rootRole: 'Editor' });
    await anApiToken(db, { type: 'admin' });
    await anApiToken(db, { type: 'client' });
    await anApiToken(db, { type: 'frontend' });

    const { body } = await get('/api/admin/api-tokens', { token: editor.token });

    const types = new Set(body.tokens.map((token: { type: string }) => token.type));
    expect(types).toEqual(new Set(['client', 'frontend']));
  });
});

describe('PUT and DELETE /api/admin/api-tokens/:token', () => {
  test('a changed expiry is recorded with the state before and after; the same expiry is not', async () => {
    const token = encodeURIComponent(await anApiToken(db));
    const before = await lastEventId(db);

    await put(`/api/admin/api-tokens/${token}`, { expiresAt: '2100-01-01T00:00:00Z' });
    await put(`/api/admin/api-tokens/${token}`, { expiresAt: '2100-01-01T00:00:00.000Z' });

    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'api-token-updated',
        data: { expiresAt: '2100-01-01T00:00:00.000Z' },
        preData: { expiresAt: null },
      },
    ]);
  });

  test('an unknown token is 200 without an event', async () => {
    const before = await lastEventId(db);

    const { status } = await del('/api/admin/api-tokens/default:development.unknown');

    expect(status).toBe(200);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('a placeholder with another prefix does not identify the token', async () => {
    const { body: token } = await post('/api/admin/api-tokens', {
      tokenName: unique('t'),
      type: 'client',
    });

    await del(`/api/admin/api-tokens/x.hidden-${token.id}`);

    expect((await get(`/api/admin/api-tokens/${token.tokenName}`)).body.tokens).toHaveLength(1);
  });

  test('a token of a project named user is not taken for a personal token', async () => {
    const project = await aProject(db, { id: 'user' });
    const token = await anApiToken(db, { projects: [project] });

    expect((await get('/api/admin/api-tokens', { token })).status).toBe(403);
  });

  test('a deleted token is refused on the next request', async () => {
    const token = await anApiToken(db, { type: 'admin' });
    expect((await get('/api/admin/api-tokens', { token })).status).toBe(200);

    await del(`/api/admin/api-tokens/${encodeURIComponent(token)}`);

    expect(await get('/api/admin/api-tokens', { token })).toMatchObject({
      status: 401,
      body: { name: 'AuthenticationRequired' },
    });
  });

  test('the required permission depends on the type of the stored token', async () => {
    const editor = await aUser(db, { rootRole: 'Editor' });
    const token = encodeURIComponent(await anApiToken(db));

    const { status } = await del(`/api/admin/api-tokens/${token}`, { token: editor.token });

    expect(status).toBe(403);
  });
});

describe('DELETE /api/admin/projects/:projectId/api-tokens/:token', () => {
  test('a token of another project is 404', async () => {
    const [here, there] = [await aProject(db), await aProject(db)];
    const token = encodeURIComponent(await anApiToken(db, { projects: [there] }));

    expect((await del(`/api/admin/projects/${here}/api-tokens/${token}`)).status).toBe(404);
  });

  test('projects the caller may not see are left out of a shared token', async () => {
    const [mine, hidden] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const owner = await aUser(db);
    await aGrant(db, { project: mine, userId: owner.id, role: 'Owner' });
    const shared = await anApiToken(db, { projects: [hidden, mine] });
    const options = { token: owner.token };

    const list = await get(`/api/admin/projects/${mine}/api-tokens`, options);
    const refused = await del(
      `/api/admin/projects/${mine}/api-tokens/${encodeURIComponent(shared)}`,
      options,
    );

    expect(list.body.tokens).toMatchObject([{ project: mine, projects: [mine] }]);
    expect(refused.status).toBe(400);
    expect(JSON.stringify([list.body, refused.body])).not.toContain(hidden);
  });

  test('a token shared with other projects is refused', async () => {
    const [one, two] = [await aProject(db), await aProject(db)];
    const token = encodeURIComponent(await anApiToken(db, { projects: [one, two] }));

    expect((await del(`/api/admin/projects/${one}/api-tokens/${token}`)).status).toBe(400);
  });
});
