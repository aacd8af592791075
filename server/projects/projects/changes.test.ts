import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  anApiToken,
  aProject,
  aRole,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, del } = await testApp();

const path = '/api/admin/projects';
const longAgo = '2020-01-01T00:00:00.000Z';

/** A project as events contain it. */
const dataOf = (id: string) => ({
  id,
  name: id,
  description: null,
  mode: 'open',
  defaultStickiness: 'default',
  featureLimit: null,
});

describe('If-Match', () => {
  const overviewOf = (project: string) => get(`${path}/${project}/overview`);

  test.each([
    ['', { name: 'New name' }],
    ['/settings', { mode: 'private' }],
  ])(
    'PUT …%s with the ETag of the overview is refused once the project has changed',
    async (suffix, body) => {
      const project = await aProject(db);
      const headers = { 'if-match': String((await overviewOf(project)).headers.etag) };
      const url = `${path}/${project}${suffix}`;

      const first = await put(url, body, { headers });
      const before = await lastEventId(db);
      const second = await put(url, { ...body, defaultStickiness: 'userId' }, { headers });

      expect([first.status, second.status]).toEqual([200, 412]);
      expect(second.body.name).toBe('PreconditionFailedError');
      expect(await eventsSince(db, before)).toEqual([]);
      expect(first.headers.etag).toBe((await overviewOf(project)).headers.etag);
    },
  );

  test.each([
    ['description', '', { name: 'x', description: 'Why' }],
    ['flag limit', '', { name: 'x', featureLimit: 7 }],
    ['naming rule', '/settings', { featureNaming: { pattern: 'x+', example: 'xx' } }],
    [
      'description of the rule',
      '/settings',
      { featureNaming: { pattern: 'x+', description: 'y' } },
    ],
  ])('the ETag depends on the %s', async (_, suffix, body) => {
    const project = await aProject(db, { name: 'x' });
    await put(`${path}/${project}/settings`, { featureNaming: { pattern: 'x+' } });
    const { etag } = (await overviewOf(project)).headers;

    await put(`${path}/${project}${suffix}`, body);

    expect((await overviewOf(project)).headers.etag).not.toBe(etag);
  });

  test('the ETag does not depend on flags, and a PUT without a change returns it', async () => {
    const project = await aProject(db, { name: 'x' });
    const { etag } = (await overviewOf(project)).headers;

    await aFlag(db, { project });
    const same = await put(
      `${path}/${project}`,
      { name: 'x' },
      { headers: { 'if-match': String(etag) } },
    );

    expect((await overviewOf(project)).headers.etag).toBe(etag);
    expect([same.status, same.headers.etag]).toEqual([200, etag]);
  });
});

describe('PUT /api/admin/projects/:projectId', () => {
  test('omitted members are unchanged, and the event has before and after', async () => {
    const project = await aProject(db);
    const { body: old } = await get(`${path}/${project}/overview`);
    const before = await lastEventId(db);

    const responses = [
      await put(`${path}/${project}`, { name: ' New name ', description: 'Why', featureLimit: 7 }),
      await put(`${path}/${project}`, { name: 'New name', mode: 'protected' }),
    ];

    const preData = dataOf(project);
    const between = { ...preData, name: 'New name', description: 'Why', featureLimit: 7 };
    const data = { ...between, mode: 'protected' };
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'project-updated', project, environment: null, data: between, preData },
      { type: 'project-updated', project, environment: null, data, preData: between },
    ]);
    const { body: now } = await get(`${path}/${project}/overview`);
    expect(now).toMatchObject({ name: 'New name', description: 'Why', mode: 'protected' });
    expect(now.updatedAt > old.updatedAt).toBe(true);
  });

  test('the response of a read can be sent back; it changes and records nothing', async () => {
    const project = await aProject(db);
    await put(`${path}/${project}/settings`, { featureNaming: { pattern: 'x+' } });
    const { body: overview } = await get(`${path}/${project}/overview`);
    const { body: deprecated } = await get(`${path}/${project}`);
    const { body: list } = await get(path);
    const item = list.projects.find(({ id }: { id: string }) => id === project);
    const before = await lastEventId(db);

    for (const body of [overview, deprecated, item]) {
      expect((await put(`${path}/${project}`, body)).status).toBe(200);
    }
    expect((await put(`${path}/${project}/settings`, overview)).status).toBe(200);

    expect(await eventsSince(db, before)).toEqual([]);
    expect((await get(`${path}/${project}/overview`)).body).toEqual(overview);
  });

  test('null removes the description and the flag limit', async () => {
    const project = await aProject(db);
    await put(`${path}/${project}`, { name: 'x', description: 'Why', featureLimit: 7 });

    await put(`${path}/${project}`, { name: 'x', description: null, featureLimit: null });

    expect((await get(`${path}/${project}/overview`)).body).toMatchObject({
      description: null,
      featureLimit: null,
    });
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['a blank name', { name: ' ' }, '/body/name'],
    ['a name over 255 characters', { name: 'x'.repeat(256) }, '/body/name'],
    ['an unknown mode', { mode: 'secret' }, '/body/mode'],
    ['an empty stickiness', { defaultStickiness: '' }, '/body/defaultStickiness'],
    ['a limit out of range', { featureLimit: 2_147_483_648 }, '/body/featureLimit'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const { status, body } = await put(`${path}/default`, { name: 'Default', ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
  });

  test('the permission applies to the project of the path only', async () => {
    const [mine, other] = [await aProject(db), await aProject(db)];
    const user = await aUser(db);
    const role = await aRole(db, { permissions: [{ permission: 'PROJECT_SETTINGS_WRITE' }] });
    await aGrant(db, { project: mine, role, userId: user.id });
    const options = { token: user.token };

    expect((await put(`${path}/${mine}/settings`, { id: other }, options)).status).toBe(200);
    expect((await put(`${path}/${other}/settings`, { id: mine }, options)).status).toBe(403);
    expect((await put(`${path}/${mine}`, { name: 'x' }, options)).status).toBe(403);
    expect((await del(`${path}/${mine}`, options)).status).toBe(403);
  });
});

describe('PUT /api/admin/projects/:projectId/settings', () => {
  test('the naming rule is replaced, and a null pattern removes it', async () => {
    const project = await aProject(db);
    const featureNaming = { pattern: 'web\\.[a-z]+', example: 'web.cart', description: 'Why' };
    const before = await lastEventId(db);

    await put(`${path}/${project}/settings`, { featureNaming, mode: 'private' });
    await put(`${path}/${project}/settings`, { featureNaming: { pattern: null } });

    const preData = dataOf(project);
    const events = await eventsSince(db, before);
    expect(events.map(({ data, preData: old }) => [old, data])).toEqual([
      [preData, { ...preData, mode: 'private', featureNaming }],
      [
        { ...preData, mode: 'private', featureNaming },
        { ...preData, mode: 'private' },
      ],
    ]);
    expect((await get(`${path}/${project}/overview`)).body.featureNaming).toBeUndefined();
  });

  test.each([
    ['a broken pattern', { pattern: '(' }, '/body/featureNaming/pattern'],
    ['a pattern with a space', { pattern: 'a b' }, '/body/featureNaming/pattern'],
    ['a pattern over 500 characters', { pattern: 'x'.repeat(501) }, '/body/featureNaming/pattern'],
    ['a pattern with lookahead', { pattern: '(?=a)a' }, '/body/featureNaming/pattern'],
    ['a complex pattern', { pattern: '(?:a{1,100}){1,10}' }, '/body/featureNaming/pattern'],
    [
      'an example that matches partially',
      { pattern: 'a|b', example: 'ab' },
      '/body/featureNaming/example',
    ],
    ['no pattern', { example: 'a' }, '/body/featureNaming/pattern'],
  ])('%s is refused, and the error names the member', async (_, featureNaming, where) => {
    const { status, body } = await put(`${path}/default/settings`, { featureNaming });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
  });

  test('a pattern of 500 characters is accepted', async () => {
    const project = await aProject(db);
    const featureNaming = { pattern: 'x'.repeat(500) };

    expect((await put(`${path}/${project}/settings`, { featureNaming })).status).toBe(200);
  });
});

describe('POST /api/admin/projects/archive/:projectId and /revive/:projectId', () => {
  test('archiving and reviving record an event each; repeating them records none', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, archivedAt: longAgo });
    const before = await lastEventId(db);

    const responses = [
      await post(`${path}/revive/${project}`),
      await post(`${path}/archive/${project}`),
      await post(`${path}/archive/${project}`),
      await post(`${path}/revive/${project}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'project-archived', project, data: null, preData: null },
      { type: 'project-revived', project, data: null, preData: null },
    ]);
    expect((await get(`${path}/${project}/overview`)).body.archivedAt).toBeNull();
  });

  test('a project with active flags is not archived, and the error contains their number', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });
    await aFlag(db, { project });

    const { status, body } = await post(`${path}/archive/${project}`);

    expect(status).toBe(403);
    expect(body).toMatchObject({ name: 'NoAccessError' });
    expect(body.message).toContain('2 active flags');
    expect((await get(`${path}/${project}/overview`)).body.archivedAt).toBeNull();
  });

  test('the default project can be neither archived nor deleted', async () => {
    for (const response of [await post(`${path}/archive/default`), await del(`${path}/default`)]) {
      expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    }
  });

  test('an archived project can only be revived or deleted', async () => {
    const project = await aProject(db, { archivedAt: longAgo });
    const before = await lastEventId(db);

    const responses = [
      await put(`${path}/${project}`, { name: 'x' }),
      await put(`${path}/${project}/settings`, { mode: 'private' }),
      await post(`${path}/${project}/environments`, { environment: 'production' }),
      await del(`${path}/${project}/environments/production`),
    ];

    expect(responses.map(({ status, body }) => [status, body.name])).toEqual(
      responses.map(() => [409, 'ConflictError']),
    );
    expect(await eventsSince(db, before)).toEqual([]);
    expect((await del(`${path}/${project}`)).status).toBe(200);
  });
});

describe('DELETE /api/admin/projects/:projectId', () => {
  test('deletes archived flags and own tokens, and removes the project from shared tokens', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project, createdAt: longAgo, archivedAt: longAgo });
    const own = await anApiToken(db, { projects: [project], name: unique('own') });
    const shared = await anApiToken(db, { projects: [project, other], name: unique('shared') });
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id });
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${project}`);

    expect(status).toBe(200);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'feature-deleted',
        project,
        data: null,
        preData: {
          name: flag,
          description: null,
          type: 'release',
          project,
          stale: false,
          createdAt: longAgo,
          impressionData: false,
          archived: true,
          archivedAt: longAgo,
        },
      },
      { type: 'api-token-deleted', project, preData: { projects: [project] }, data: null },
      {
        type: 'api-token-updated',
        data: { projects: [other], project: other },
        preData: { projects: expect.arrayContaining([project, other]) },
      },
      { type: 'project-deleted', project, data: null, preData: null },
    ]);
    expect((await get(`${path}/${project}`)).status).toBe(404);
    expect((await get('/api/client/features', { token: own })).status).toBe(401);
    expect((await get(path, { token: shared })).status).toBe(403);
  });

  test('the event of a deleted flag contains its name', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, archivedAt: longAgo });
    const before = await lastEventId(db);

    await del(`${path}/${project}`);

    const named = await db
      .selectFrom('events')
      .select('feature_name')
      .where('id', '>', before)
      .where('type', '=', 'feature-deleted')
      .execute();
    expect(named).toEqual([{ feature_name: flag }]);
  });

  test('a token shared by two concurrently deleted projects is deleted with the last of them', async () => {
    const [one, two] = [await aProject(db), await aProject(db)];
    const token = await anApiToken(db, { projects: [one, two] });
    const before = await lastEventId(db);

    await Promise.all([del(`${path}/${one}`), del(`${path}/${two}`)]);

    const types = (await eventsSince(db, before)).map(({ type }) => type).sort();
    expect(types).toEqual([
      'api-token-deleted',
      'api-token-updated',
      'project-deleted',
      'project-deleted',
    ]);
    expect((await get('/api/client/features', { token })).status).toBe(401);
  });

  test('a project with an active flag is not deleted, nor are its archived flags', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });
    await aFlag(db, { project, archivedAt: longAgo });
    const before = await lastEventId(db);

    const { status, body } = await del(`${path}/${project}`);

    expect(status).toBe(403);
    expect(body.message).toContain('1 active flag ');
    expect(await eventsSince(db, before)).toEqual([]);
    const flags = await db
      .selectFrom('flags')
      .select('name')
      .where('project', '=', project)
      .execute();
    expect(flags).toHaveLength(2);
  });

  test('of two concurrent deletions, one is 404', async () => {
    const project = await aProject(db);

    const responses = await Promise.all([del(`${path}/${project}`), del(`${path}/${project}`)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
