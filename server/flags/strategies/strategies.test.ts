import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aRole,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aContextField, aSegment, aStrategy, aStrategyType } from '../../testing/targeting.ts';

const { db, call, get, post, put, del } = await testApp();

const pathOf = (flag: string, project = 'default', environment = 'development') =>
  `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`;

const constraint = { contextName: 'appName', operator: 'IN', values: ['web'] };

describe('POST …/strategies', () => {
  test('all members are stored, and the event contains them', async () => {
    const flag = await aFlag(db);
    const [one, two] = [await aSegment(db), await aSegment(db, { project: 'default' })];
    const before = await lastEventId(db);

    const { status, body, headers } = await post(pathOf(flag), {
      name: 'flexibleRollout',
      title: 'Half of the web',
      disabled: true,
      sortOrder: 7,
      constraints: [constraint],
      variants: [
        { name: 'a', weight: 250, weightType: 'fix', stickiness: 'userId' },
        {
          name: 'b',
          weight: 0,
          weightType: 'variable',
          stickiness: 'userId',
          payload: { type: 'json', value: '{}' },
        },
      ],
      parameters: { rollout: 50, extra: true },
      segments: [two, one, one],
    });

    const data = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'flexibleRollout',
      title: 'Half of the web',
      disabled: true,
      constraints: [{ ...constraint, caseInsensitive: false, inverted: false }],
      parameters: { rollout: '50', extra: 'true', stickiness: 'default', groupId: flag },
      variants: [
        { name: 'a', weight: 250, weightType: 'fix', stickiness: 'userId' },
        {
          name: 'b',
          weight: 750,
          weightType: 'variable',
          stickiness: 'userId',
          payload: { type: 'json', value: '{}' },
        },
      ],
      sortOrder: 7,
      segments: [one, two],
    };
    expect(status).toBe(200);
    expect(headers.etag).toBe('"v1"');
    expect(body).toEqual({ ...data, featureName: flag });
    expect((await get(pathOf(flag))).body).toEqual([body]);
    expect((await get(`${pathOf(flag)}/${body.id}`)).body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-strategy-add',
        project: 'default',
        environment: 'development',
        featureName: flag,
        data: { ...data, id: body.id },
        preData: null,
      },
    ]);
  });

  test('all but the name may be left out', async () => {
    const flag = await aFlag(db);

    const { body } = await post(pathOf(flag), { name: 'default' });

    expect(body).toEqual({
      id: expect.any(String),
      featureName: flag,
      name: 'default',
      title: null,
      disabled: false,
      sortOrder: 0,
      constraints: [],
      variants: [],
      segments: [],
      parameters: {},
    });
  });

  test('the stickiness of a gradual rollout defaults to that of the project', async () => {
    const project = await aProject(db);
    await db
      .updateTable('projects')
      .set({ default_stickiness: 'sessionId' })
      .where('id', '=', project)
      .execute();
    const flag = await aFlag(db, { project });

    const { body } = await post(pathOf(flag, project), { name: 'flexibleRollout' });

    expect(body.parameters).toEqual({ rollout: '100', stickiness: 'sessionId', groupId: flag });
  });

  test('without a sortOrder it is evaluated after all others', async () => {
    const flag = await aFlag(db);
    await aStrategy(db, { flag, sortOrder: 12 });
    await aStrategy(db, { flag, sortOrder: 3 });

    const { body } = await post(pathOf(flag), { name: 'default' });

    expect(body.sortOrder).toBe(13);
    const { body: all } = await get(pathOf(flag));
    expect(all.map((strategy: { sortOrder: number }) => strategy.sortOrder)).toEqual([3, 12, 13]);
  });

  test.each([-2_147_483_648, 2_147_483_647])('a sortOrder of %i is stored', async (sortOrder) => {
    const flag = await aFlag(db);

    const { body } = await post(pathOf(flag), { name: 'default', sortOrder });
    const next = await post(pathOf(flag), { name: 'default' });

    expect(body.sortOrder).toBe(sortOrder);
    expect(next.status).toBe(200);
  });

  test('custom and deprecated types and undeclared context fields are accepted', async () => {
    const flag = await aFlag(db);
    const [own, old] = [await aStrategyType(db), await aStrategyType(db, { deprecated: true })];
    const constraints = [{ ...constraint, contextName: unique('field') }];

    expect((await post(pathOf(flag), { name: own, constraints })).status).toBe(200);
    expect((await post(pathOf(flag), { name: old })).status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, '/body/name'],
    ['an unknown type', { name: 'nonsense' }, '/body/name'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, '/body/title'],
    ['a sortOrder with a fraction', { sortOrder: 1.5 }, '/body/sortOrder'],
    ['a sortOrder above 32 bits', { sortOrder: 2_147_483_648 }, '/body/sortOrder'],
    ['a parameter that is null', { parameters: { a: null } }, '/body/parameters/a'],
    ['a parameter that is a list', { parameters: { a: [] } }, '/body/parameters/a'],
    ['a parameter that is an object', { parameters: { 'a\nb': {} } }, '/body/parameters/a\nb'],
    [
      'a rollout of 101',
      { name: 'flexibleRollout', parameters: { rollout: 101 } },
      '/body/parameters/rollout',
    ],
    [
      'a constraint without values',
      { constraints: [{ ...constraint, values: [] }] },
      '/body/constraints/0/values',
    ],
    [
      'an unknown operator',
      { constraints: [{ ...constraint, operator: 'LIKE' }] },
      '/body/constraints/0/operator',
    ],
    ['31 constraints', { constraints: Array(31).fill(constraint) }, '/body/constraints'],
    [
      '251 values',
      { constraints: [{ ...constraint, values: Array(251).fill('x') }] },
      '/body/constraints/0/values',
    ],
    ['an unknown segment', { segments: [999_999] }, '/body/segments'],
    [
      'variants that are all fixed',
      { variants: [{ name: 'a', weight: 1, weightType: 'fix', stickiness: 'default' }] },
      '/body/variants',
    ],
    [
      'a variant without stickiness',
      { variants: [{ name: 'a', weight: 1, weightType: 'variable' }] },
      '/body/variants/0/stickiness',
    ],
  ])('%s is refused, with its path in the error', async (_, input, path) => {
    const flag = await aFlag(db);

    const { status, body } = await post(pathOf(flag), { name: 'default', ...input });

    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path }] });
    expect((await get(pathOf(flag))).body).toEqual([]);
  });

  test('30 constraints of 250 values and 5 segments are accepted', async () => {
    const flag = await aFlag(db);
    const segments = [];
    for (let n = 0; n < 5; n++) segments.push(await aSegment(db));

    const { status, body } = await post(pathOf(flag), {
      name: 'default',
      title: 'x'.repeat(255),
      constraints: Array(30).fill({ ...constraint, values: Array(250).fill('x') }),
      segments,
    });

    expect(status, JSON.stringify(body)).toBe(200);
    const more = [...segments, await aSegment(db)];
    expect((await post(pathOf(flag), { name: 'default', segments: more })).body).toMatchObject({
      details: [{ path: '/body/segments' }],
    });
  });

  test('a segment of another project is refused', async () => {
    const flag = await aFlag(db);
    const foreign = await aSegment(db, { project: await aProject(db) });

    const { status, body } = await post(pathOf(flag), { name: 'default', segments: [foreign] });

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path: '/body/segments' }]);
  });

  test('a field with legal values accepts no other values', async () => {
    const flag = await aFlag(db);
    const contextName = await aContextField(db, { legalValues: [{ value: 'a' }, { value: 'b' }] });
    const add = (values: string[]) =>
      post(pathOf(flag), {
        name: 'default',
        constraints: [{ ...constraint, contextName, values }],
      });

    expect((await add(['a', 'b'])).status).toBe(200);
    expect((await add(['a', 'c'])).body).toMatchObject({
      details: [{ path: '/body/constraints/0/values' }],
    });
  });

  test('numbers as values of constraints become text, other wrong types are refused', async () => {
    const flag = await aFlag(db);
    const count = { contextName: 'count', operator: 'NUM_GT' };
    const ids = { contextName: 'userId', operator: 'IN' };
    const create = (...constraints: object[]) =>
      post(pathOf(flag), { name: 'default', constraints });

    const { status, body } = await create(
      { ...count, value: 1.5 },
      { ...ids, values: [7, 'a', -1] },
    );

    expect(status).toBe(200);
    expect(body.constraints).toMatchObject([{ value: '1.5' }, { values: ['7', 'a', '-1'] }]);
    for (const wrong of [true, null, [1], {}]) {
      expect((await create({ ...count, value: wrong })).status).toBe(400);
      expect((await create({ ...ids, values: [wrong] })).status).toBe(400);
    }
  });

  test('read-only members sent back from a read are ignored', async () => {
    const flag = await aFlag(db);
    const { body: original } = await post(pathOf(flag), { name: 'default' });

    const { status, body } = await post(pathOf(flag), original);

    expect(status).toBe(200);
    expect(body.id).not.toBe(original.id);
  });

  test('an archived flag is 400; another project or environment is 404', async () => {
    const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
    const elsewhere = await aFlag(db, { project: await aProject(db) });
    const flag = await aFlag(db);
    const body = { name: 'default' };

    expect((await post(pathOf(archived), body)).status).toBe(400);
    expect((await post(pathOf(elsewhere), body)).status).toBe(404);
    expect((await post(pathOf(unique('none')), body)).status).toBe(404);
    expect((await post(pathOf(flag, 'default', 'moon'), body)).status).toBe(404);
  });

  test('of 40 concurrent requests for one flag exactly 30 succeed', async () => {
    const flag = await aFlag(db);

    const responses = await Promise.all(
      Array.from({ length: 40 }, () => post(pathOf(flag), { name: 'default' })),
    );

    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    const { body } = await get(pathOf(flag));
    expect(body.map((it: { sortOrder: number }) => it.sortOrder)).toEqual(
      Array.from({ length: 30 }, (_, index) => index),
    );
    expect((await post(pathOf(flag, 'default', 'production'), { name: 'default' })).status).toBe(
      200,
    );
  });

  test('a permission for one environment applies only to that environment', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const user = await aUser(db);
    const role = await aRole(db, {
      permissions: [{ permission: 'CREATE_FEATURE_STRATEGY', environment: 'development' }],
    });
    await aGrant(db, { project, userId: user.id, role });
    const as = { token: user.token };

    const allowed = await post(pathOf(flag, project), { name: 'default' }, as);
    const refused = await post(pathOf(flag, project, 'production'), { name: 'default' }, as);

    expect([allowed.status, refused.status]).toEqual([200, 403]);
  });
});

describe('GET …/strategies', () => {
  test('strategies with the same sortOrder are ordered by creation', async () => {
    const flag = await aFlag(db);
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(await aStrategy(db, { flag }));

    const { body } = await get(pathOf(flag));

    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('a flag of another project and an environment the flag is not in are 404', async () => {
    const elsewhere = await aFlag(db, { project: await aProject(db) });

    expect((await get(pathOf(elsewhere))).status).toBe(404);
    expect((await get(pathOf(await aFlag(db), 'default', 'moon'))).status).toBe(404);
  });

  test('the strategies of an archived flag can be read', async () => {
    const flag = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
    const id = await aStrategy(db, { flag });

    expect((await get(pathOf(flag))).body).toMatchObject([{ id }]);
    expect((await get(`${pathOf(flag)}/${id}`)).status).toBe(200);
  });
});

describe('GET …/strategies/:strategyId', () => {
  test('the strategy of another flag, environment or project is 404', async () => {
    const [flag, other] = [await aFlag(db), await aFlag(db)];
    const elsewhere = await aFlag(db, { project: await aProject(db) });
    const id = await aStrategy(db, { flag });
    const foreign = await aStrategy(db, { flag: elsewhere });

    expect((await get(`${pathOf(flag)}/${id}`)).status).toBe(200);
    expect((await get(`${pathOf(flag)}/${id.toUpperCase()}`)).status).toBe(200);
    expect((await get(`${pathOf(other)}/${id}`)).status).toBe(404);
    expect((await get(`${pathOf(flag, 'default', 'production')}/${id}`)).status).toBe(404);
    expect((await get(`${pathOf(elsewhere)}/${foreign}`)).status).toBe(404);
    expect((await get(`${pathOf(flag)}/${foreign}`)).status).toBe(404);
  });

  test.each([
    '1',
    '01J9ZK6D2V7QX3M8N5T4R1W0YA',
    'urn:uuid:00000000-0000-4000-8000-000000000000',
    'x'.repeat(36),
  ])('the id %s, which is no UUID, is 404 in every route', async (id) => {
    const path = `${pathOf(await aFlag(db))}/${encodeURIComponent(id)}`;

    const responses = [
      await get(path),
      await put(path, { title: 'x' }),
      await call('PATCH', path, { body: [{ op: 'replace', path: '/title', value: 'x' }] }),
      await del(path),
    ];

    for (const response of responses) {
      expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
  });
});
