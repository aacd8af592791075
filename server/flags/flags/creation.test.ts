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
  test('a name is enough: the rest has defaults, and it is off everywhere', async () => {
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

  test('every member is honoured, and each new tag has its event', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const [old, fresh] = [await aTag(db), { type: 'simple', value: unique('tag') }];
    const before = await lastEventId(db);

    const { status, body } = await post(`/api/admin/projects/${project}/features`, {
      name,
      type: 'kill-switch',
      description: 'What for',
      impressionData: true,
      stale: true,
      createdAt: '2024-02-29T13:00:00+01:00',
      tags: [old, fresh, fresh],
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'kill-switch',
      description: 'What for',
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
    ['the first day that can be told', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['a year of two digits', '0049-06-01T00:00:00.000Z', '0049-06-01T00:00:00.000Z'],
    ['the last moment', '9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is a moment of creation', async (_, createdAt, stored) => {
    const { status, body } = await post('/api/admin/projects/default/features', {
      name: unique('flag'),
      createdAt,
    });

    expect({ status, createdAt: body.createdAt }).toEqual({ status: 201, createdAt: stored });
  });

  test('what a read of a flag returned can be sent back under another name', async () => {
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
    ['a name with a blank', { name: 'a b' }, '/body/name'],
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
    ['a date that is none', { name: 'ok', createdAt: '2023-02-30' }, '/body/createdAt'],
    ['an unknown member', { name: 'ok', colour: 'red' }, '/body/colour'],
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
  ])('%s is refused and nothing remains', async (_, body, path) => {
    const project = await aProject(db);
    const before = await lastEventId(db);

    const answer = await post(`/api/admin/projects/${project}/features`, body);

    expect(answer).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect(answer.body.details).toEqual([{ message: expect.any(String), path }]);
    expect(await changesSince(db, before)).toEqual([]);
    expect((await get(`/api/admin/projects/${project}/features`)).body.features).toEqual([]);
  });

  test('names of 1 and of 100 characters and descriptions of 1000 fit', async () => {
    const project = await aProject(db);
    const long = unique('flag').padEnd(100, "-_.!~*'()");

    const answers = [
      await post(`/api/admin/projects/${project}/features`, { name: 'f' }),
      await post(`/api/admin/projects/${project}/features`, {
        name: long,
        description: 'x'.repeat(1000),
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await get(`/api/admin/projects/${project}/features/${long}`)).status).toBe(200);
  });

  test('names that differ only in case are two flags', async () => {
    const name = unique('Flag');

    const one = await post('/api/admin/projects/default/features', { name });
    const two = await post('/api/admin/projects/default/features', { name: name.toLowerCase() });

    expect([one.status, two.status]).toEqual([201, 201]);
  });

  test('a name is taken over all projects, and the archive keeps it too', async () => {
    const [here, there] = [await aProject(db), await aProject(db)];
    const live = await aFlag(db, { project: there });
    const archived = await aFlag(db, { project: there, archivedAt: now() });
    const before = await lastEventId(db);

    const clash = await post(`/api/admin/projects/${here}/features`, { name: live });
    const relic = await post(`/api/admin/projects/${here}/features`, { name: archived });

    expect(clash).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError', message: `Flag "${live}" already exists.` },
    });
    expect(relic).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
    expect(relic.body.message).toContain('archive');
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('one of ten who want the same name at once gets it', async () => {
    const name = unique('flag');

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('/api/admin/projects/default/features', { name })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('an archived project takes no flag', async () => {
    const project = await aProject(db, { archivedAt: now() });

    expect(
      await post(`/api/admin/projects/${project}/features`, { name: unique('flag') }),
    ).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
  });

  test('the naming rule of the project holds, and the answer quotes it', async () => {
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

  test('the limit of the project holds; archived flags do not count', async () => {
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

  test('of ten who create at once, exactly as many succeed as there is room for', async () => {
    const project = await aProject(db, { flagLimit: 4 });

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(`/api/admin/projects/${project}/features`, { name: unique('flag') }),
      ),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(4).fill(201), ...Array(6).fill(403)]);
    const { body } = await get(`/api/admin/projects/${project}/features`);
    expect(body.features).toHaveLength(4);
  });

  test('an environment that joins meanwhile is missing from no flag', async () => {
    const project = await aProject(db, { environments: ['development'] });

    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        post(`/api/admin/projects/${project}/features`, { name: unique('flag') }),
      ),
      post(`/api/admin/projects/${project}/environments`, { environment: 'production' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200]);
    const { body } = await get(`/api/admin/projects/${project}/features`);
    const counts = body.features.map(({ environments }: never) => (environments as []).length);
    expect(counts).toEqual([2, 2, 2, 2, 2]);
  });

  test('a right in one project is none in another', async () => {
    const [mine, other] = [await aProject(db), await aProject(db)];
    const member = await aUser(db);
    await aGrant(db, { project: mine, userId: member.id });
    const create = (project: string) =>
      post(
        `/api/admin/projects/${project}/features`,
        { name: unique('flag') },
        { token: member.token },
      );

    const [here, there] = [await create(mine), await create(other)];

    expect([here.status, there.status]).toEqual([201, 403]);
    expect(here.body.createdBy).toMatchObject({ id: member.id, name: member.username });
  });

  test('an admin token creates flags too', async () => {
    const token = await anApiToken(db, { type: 'admin' });
    const body = { name: unique('flag') };

    const answer = await post('/api/admin/projects/default/features', body, { token });

    expect(answer).toMatchObject({
      status: 201,
      body: { favorite: false, createdBy: { id: -42, name: 'Admin token' } },
    });
  });

  test('fifty tags are the most, fifty-one too many', async () => {
    const type = await aTagType(db);
    const tags = Array.from({ length: 51 }, (_, index) => ({ type, value: `tag ${index}` }));
    const create = (count: number) =>
      post('/api/admin/projects/default/features', {
        name: unique('flag'),
        tags: tags.slice(0, count),
      });

    const answers = [await create(49), await create(50), await create(51)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  });
});
