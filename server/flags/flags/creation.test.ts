import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  anApiToken,
  aProject,
  aTag,
  aTagType,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, admin } = await testApp();

const now = () => new Date().toISOString();

describe('POST /api/admin/projects/:projectId/features', () => {
  test('only the name is required, and the flag is off in every environment', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const before = await lastEventId(db);

    const { status, body, headers } = await post(`/api/admin/projects/${project}/features`, {
      name,
    });

    expect(status).toBe(201);
    expect(headers.etag).toBe('"v1"');
    const environment = (environment: string, sortOrder: number) => ({
      name: environment,
      environment,
      featureName: name,
      type: environment,
      enabled: false,
      sortOrder,
      variantCount: 0,
      variants: [],
      strategies: [],
      lastSeenAt: null,
      hasStrategies: false,
      hasEnabledStrategies: false,
      yes: 0,
      no: 0,
    });
    expect(body).toEqual({
      name,
      type: 'release',
      description: null,
      project,
      stale: false,
      favorite: false,
      impressionData: false,
      archived: false,
      createdAt: expect.any(String),
      createdBy: { id: admin.id, name: 'root', imageUrl: expect.stringContaining('https://') },
      archivedAt: null,
      lastSeenAt: null,
      environments: [environment('development', 1), environment('production', 2)],
      tags: [],
      children: [],
      dependencies: [],
      lifecycle: { stage: 'initial', enteredStageAt: expect.any(String) },
      links: [],
    });
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-created',
        project,
        environment: null,
        featureName: name,
        data: {
          name,
          description: null,
          type: 'release',
          project,
          stale: false,
          impressionData: false,
          createdAt: body.createdAt,
          archived: false,
        },
        preData: null,
      },
    ]);
    expect((await get(`/api/admin/projects/${project}/features/${name}`)).body).toEqual(body);
  });

  test('all members are stored, and each new tag records an event', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const [old, fresh] = [await aTag(db), { type: 'simple', value: unique('tag') }];
    const before = await lastEventId(db);

    const { status, body } = await post(`/api/admin/projects/${project}/features`, {
      name,
      type: 'kill-switch',
      description: 'A description',
      impressionData: true,
      stale: true,
      createdAt: '2024-02-29T13:00:00+01:00',
      tags: [old, fresh, fresh],
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'kill-switch',
      description: 'A description',
      impressionData: true,
      stale: true,
      createdAt: '2024-02-29T12:00:00.000Z',
      tags: [old, fresh]
        .map((tag) => ({ ...tag, color: '#FFFFFF' }))
        .sort((a, b) => (a.value < b.value ? -1 : 1)),
    });
    const events = await changesSince(db, before);
    expect(events.map(({ type, featureName, data }) => [type, featureName, data])).toEqual([
      ['feature-created', name, expect.objectContaining({ type: 'kill-switch', stale: true })],
      ['tag-created', null, fresh],
      ...body.tags.map(({ type, value }: Record<string, string>) => [
        'feature-tagged',
        name,
        { type, value },
      ]),
    ]);
  });

  test.each([
    ['the first supported day', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['a year of two digits', '0049-06-01T00:00:00.000Z', '0049-06-01T00:00:00.000Z'],
    ['the last supported moment', '9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ])('createdAt can be %s', async (_, createdAt, stored) => {
    const { status, body } = await post('/api/admin/projects/default/features', {
      name: unique('flag'),
      createdAt,
    });

    expect({ status, createdAt: body.createdAt }).toEqual({ status: 201, createdAt: stored });
  });

  test('a flag that was read can be sent back under another name', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, type: 'permission', description: 'Copied' });
    const { body: read } = await get(`/api/admin/projects/${project}/features/${flag}`);

    const { status, body } = await post(`/api/admin/projects/${project}/features`, {
      ...read,
      name: unique('flag'),
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'permission', description: 'Copied', project });
  });

  test.each([
    ['no name', {}, '/body/name'],
    ['an empty name', { name: '' }, '/body/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/body/name'],
    ['a name with a slash', { name: 'a/b' }, '/body/name'],
    ['a name with a space', { name: 'a b' }, '/body/name'],
    ['a name with an umlaut', { name: 'fläg' }, '/body/name'],
    ['the name .', { name: '.' }, '/body/name'],
    ['the name ..', { name: '..' }, '/body/name'],
    ['an unknown type', { name: 'ok', type: 'moon' }, '/body/type'],
    ['an empty type', { name: 'ok', type: '' }, '/body/type'],
    [
      'a description of 1001 characters',
      { name: 'ok', description: 'x'.repeat(1001) },
      '/body/description',
    ],
    ['an invalid date', { name: 'ok', createdAt: '2023-02-30' }, '/body/createdAt'],
    [
      'an unknown tag type',
      { name: 'ok', tags: [{ type: 'moon', value: 'one' }] },
      '/body/tags/0/type',
    ],
    [
      'a tag of one character',
      { name: 'ok', tags: [{ type: 'simple', value: 'x' }] },
      '/body/tags/0/value',
    ],
  ])('%s is refused, and no flag is created', async (_, body, path) => {
    const project = await aProject(db);
    const before = await lastEventId(db);

    const response = await post(`/api/admin/projects/${project}/features`, body);

    expect(response).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect(response.body.details).toEqual([{ message: expect.any(String), path }]);
    expect(await changesSince(db, before)).toEqual([]);
    expect((await get(`/api/admin/projects/${project}/features`)).body.features).toEqual([]);
  });

  test('names of 1 and of 100 characters and descriptions of 1000 are accepted', async () => {
    const project = await aProject(db);
    const long = unique('flag').padEnd(100, "-_.!~*'()");

    const responses = [
      await post(`/api/admin/projects/${project}/features`, { name: 'f' }),
      await post(`/api/admin/projects/${project}/features`, {
        name: long,
        description: 'x'.repeat(1000),
      }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect((await get(`/api/admin/projects/${project}/features/${long}`)).status).toBe(200);
  });

  test('names that differ only in case are two flags', async () => {
    const name = unique('Flag');

    const one = await post('/api/admin/projects/default/features', { name });
    const two = await post('/api/admin/projects/default/features', { name: name.toLowerCase() });

    expect([one.status, two.status]).toEqual([201, 201]);
  });

  test('names are unique across all projects, including archived flags', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const active = await aFlag(db, { project: other });
    const archived = await aFlag(db, { project: other, archivedAt: now() });
    const before = await lastEventId(db);

    const first = await post(`/api/admin/projects/${project}/features`, { name: active });
    const second = await post(`/api/admin/projects/${project}/features`, { name: archived });

    expect(first).toMatchObject({
      status: 409,
      body: {
        name: 'NameExistsError',
        message: `Flag "${active}" already exists in project "${other}".`,
      },
    });
    const hidden = await aFlag(db, { project: await aProject(db, { mode: 'private' }) });
    const owner = await aUser(db);
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });
    const path = `/api/admin/projects/${project}/features`;
    const third = await post(path, { name: hidden }, { token: owner.token });
    expect(third.body.message).toBe(
      `Flag "${hidden}" already exists in a project that you may not see.`,
    );
    expect(second).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
    expect(second.body.message).toContain('archive');
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('of ten concurrent requests with the same name one succeeds', async () => {
    const name = unique('flag');

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post('/api/admin/projects/default/features', { name })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('an archived project is 404', async () => {
    const project = await aProject(db, { archivedAt: now() });

    expect(
      await post(`/api/admin/projects/${project}/features`, { name: unique('flag') }),
    ).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
  });

  test('the naming pattern of the project applies, and the message contains it', async () => {
    const project = await aProject(db, { naming: { pattern: '[a-z]+-\\d+', example: 'web-1' } });

    const wrong = await post(`/api/admin/projects/${project}/features`, { name: 'Web-1-x' });
    const right = await post(`/api/admin/projects/${project}/features`, { name: 'web-77' });

    expect(wrong).toMatchObject({
      status: 400,
      body: { name: 'BadDataError', details: [{ path: '/body/name' }] },
    });
    expect(wrong.body.message).toContain('[a-z]+-\\d+');
    expect(wrong.body.message).toContain('web-1');
    expect(right.status).toBe(201);
  });

  test('the flag limit of the project applies; archived flags do not count', async () => {
    const project = await aProject(db, { flagLimit: 2 });
    await aFlag(db, { project, archivedAt: now() });
    const create = () => post(`/api/admin/projects/${project}/features`, { name: unique('flag') });

    const [first, last, tooMany] = [await create(), await create(), await create()];

    expect([first.status, last.status, tooMany.status]).toEqual([201, 201, 403]);
    expect(tooMany.body).toMatchObject({
      name: 'NoAccessError',
      message: expect.stringContaining('Its flag limit is 2'),
    });
  });

  test('concurrent requests do not exceed the flag limit', async () => {
    const project = await aProject(db, { flagLimit: 4 });

    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(`/api/admin/projects/${project}/features`, { name: unique('flag') }),
      ),
    );

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(4).fill(201), ...Array(6).fill(403)]);
    const { body } = await get(`/api/admin/projects/${project}/features`);
    expect(body.features).toHaveLength(4);
  });

  test('an environment added concurrently is added to every flag', async () => {
    const project = await aProject(db, { environments: ['development'] });

    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        post(`/api/admin/projects/${project}/features`, { name: unique('flag') }),
      ),
      post(`/api/admin/projects/${project}/environments`, { environment: 'production' }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200]);
    const { body } = await get(`/api/admin/projects/${project}/features`);
    const counts = body.features.map(({ environments }: never) => (environments as []).length);
    expect(counts).toEqual([2, 2, 2, 2, 2]);
  });

  test('a permission in one project does not apply to another', async () => {
    const [mine, other] = [await aProject(db), await aProject(db)];
    const member = await aUser(db);
    await aGrant(db, { project: mine, userId: member.id });
    const create = (project: string) =>
      post(
        `/api/admin/projects/${project}/features`,
        { name: unique('flag') },
        { token: member.token },
      );

    const [allowed, refused] = [await create(mine), await create(other)];

    expect([allowed.status, refused.status]).toEqual([201, 403]);
    expect(allowed.body.createdBy).toMatchObject({ id: member.id, name: member.username });
  });

  test('an admin token can create flags', async () => {
    const token = await anApiToken(db, { type: 'admin' });
    const body = { name: unique('flag') };

    const response = await post('/api/admin/projects/default/features', body, { token });

    expect(response).toMatchObject({
      status: 201,
      body: { favorite: false, createdBy: { id: -42, name: 'Admin token' } },
    });
  });

  test('at most 50 tags', async () => {
    const type = await aTagType(db);
    const tags = Array.from({ length: 51 }, (_, index) => ({ type, value: `tag ${index}` }));
    const create = (count: number) =>
      post('/api/admin/projects/default/features', {
        name: unique('flag'),
        tags: tags.slice(0, count),
      });

    const responses = [await create(49), await create(50), await create(51)];

    expect(responses.map(({ status }) => status)).toEqual([201, 201, 400]);
  });
});
