import { describe, expect, test } from 'vitest';
import { aFlag, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aStrategy, aStrategyType } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const path = '/api/admin/strategies';
const noScope = { project: null, environment: null, featureName: null };
const share = { name: 'share', type: 'percentage', description: 'How many', required: true };

describe('GET /api/admin/strategies', () => {
  test('the built-in types are listed first and are not editable', async () => {
    const custom = await aStrategyType(db);

    const { body } = await get(path);

    const names = body.strategies.map(({ name }: { name: string }) => name);
    expect(body.version).toBe(1);
    expect(names.slice(0, 5)).toEqual([
      'flexibleRollout',
      'default',
      'userWithId',
      'remoteAddress',
      'applicationHostname',
    ]);
    expect(names).toContain(custom);
    expect(body.strategies[1]).toEqual({
      name: 'default',
      title: 'Standard',
      displayName: 'Standard',
      description: 'On for all users.',
      editable: false,
      deprecated: false,
      parameters: [],
    });
    expect(await get(`${path}/default`)).toMatchObject({ status: 200, body: body.strategies[1] });
  });

  test('an unknown type is not found', async () => {
    const name = unique('type');

    expect((await get(`${path}/${name}`)).status).toBe(404);
    expect((await put(`${path}/${name}`, {})).status).toBe(404);
    expect((await del(`${path}/${name}`)).status).toBe(404);
    expect((await post(`${path}/${name}/deprecate`)).status).toBe(404);
    expect((await post(`${path}/${name}/reactivate`)).status).toBe(404);
  });
});

describe('POST /api/admin/strategies', () => {
  test('a type is stored with its parameters and recorded', async () => {
    const name = unique('byWeekday');
    const before = await lastEventId(db);

    const { status, body, headers } = await post(path, {
      name,
      title: 'By weekday',
      description: 'On certain days',
      editable: false,
      parameters: [share, { name: 'days', type: 'list' }],
    });

    const data = {
      name,
      title: 'By weekday',
      description: 'On certain days',
      editable: true,
      deprecated: false,
      parameters: [share, { name: 'days', type: 'list', description: '', required: false }],
    };
    expect(status).toBe(201);
    expect(headers.location).toBe(`strategies/${name}`);
    expect(body).toEqual({ ...data, displayName: 'By weekday' });
    expect((await get(`${path}/${name}`)).body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([
      { ...noScope, type: 'strategy-created', data, preData: null },
    ]);
  });

  test('the title defaults to the name, and a type can be created as deprecated', async () => {
    const name = unique('type');

    const { body } = await post(path, { name, title: null, deprecated: true, parameters: [] });

    expect(body).toMatchObject({ title: name, displayName: name, deprecated: true });
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/body/name'],
    ['a name that is not URL-friendly', { name: 'a b' }, '/body/name'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, '/body/title'],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }, '/body/description'],
    ['no parameters', { parameters: undefined }, '/body/parameters'],
    ['101 parameters', { parameters: manyParameters(101) }, '/body/parameters'],
    [
      'a parameter of an unknown type',
      { parameters: [{ name: 'x', type: 'colour' }] },
      '/body/parameters/0/type',
    ],
    [
      'a parameter without a name',
      { parameters: [{ name: '', type: 'list' }] },
      '/body/parameters/0/name',
    ],
    [
      'a parameter with a name of 101 characters',
      { parameters: [{ name: 'x'.repeat(101), type: 'list' }] },
      '/body/parameters/0/name',
    ],
    [
      'a parameter described in 1001 characters',
      { parameters: [{ ...share, description: 'x'.repeat(1001) }] },
      '/body/parameters/0/description',
    ],
    ['a repeated parameter', { parameters: [share, share] }, '/body/parameters/1/name'],
  ])('%s is refused, and the error names the member', async (_, input, at) => {
    const { status, body } = await post(path, { name: unique('type'), parameters: [], ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: at }] });
  });

  test('values at the length limits are accepted', async () => {
    const { status } = await post(path, {
      name: unique('type').padEnd(100, 'x'),
      title: 'x'.repeat(255),
      description: 'x'.repeat(1000),
      parameters: [
        { ...share, name: 'x'.repeat(100), description: 'x'.repeat(1000) },
        ...manyParameters(99),
      ],
    });

    expect(status).toBe(201);
  });

  test('of concurrent requests for one name, one succeeds', async () => {
    const name = unique('wanted');

    const responses = await Promise.all(
      Array.from({ length: 5 }, () => post(path, { name, parameters: [] })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
  });
});

describe('PUT /api/admin/strategies/:name', () => {
  test('omitted members are unchanged; repeating the request records no event', async () => {
    const name = unique('type');
    const { body: created } = await post(path, { name, title: 'Old', parameters: [share] });
    const before = await lastEventId(db);

    const first = await put(`${path}/${name}`, { description: 'New' });
    const again = await put(`${path}/${name}`, { ...created, description: 'New' });

    const { displayName: _, ...data } = created;
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await changesSince(db, before)).toEqual([
      {
        ...noScope,
        type: 'strategy-updated',
        data: { ...data, description: 'New' },
        preData: null,
      },
    ]);
  });

  test('a built-in type cannot be changed', async () => {
    const response = await put(`${path}/flexibleRollout`, { description: 'x', parameters: [] });

    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
  });
});

describe('DELETE /api/admin/strategies/:name', () => {
  test('a deletion is recorded with the name of the type', async () => {
    const name = await aStrategyType(db);
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${name}`);

    expect(status).toBe(200);
    expect((await get(`${path}/${name}`)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([
      { ...noScope, type: 'strategy-deleted', data: { name }, preData: null },
    ]);
  });

  test('a built-in type cannot be deleted', async () => {
    const response = await del(`${path}/userWithId`);

    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
  });

  test('a type that flags use is not deleted, and the error names the flags', async () => {
    const name = await aStrategyType(db);
    const flag = await aFlag(db, { archivedAt: '2020-01-01T00:00:00.000Z' });
    await aStrategy(db, { flag, name });

    const { status, body } = await del(`${path}/${name}`);

    expect(status).toBe(409);
    expect(body.name).toBe('ConflictError');
    expect(body.message).toContain(flag);
  });
});

describe('POST /api/admin/strategies/:strategyName/deprecate and reactivate', () => {
  test.each(['a custom type', 'remoteAddress'])(
    '%s is deprecated and reactivated, each recorded once',
    async (which) => {
      const name = which === 'a custom type' ? await aStrategyType(db) : which;
      const before = await lastEventId(db);

      const statuses = [
        (await post(`${path}/${name}/deprecate`)).status,
        (await post(`${path}/${name}/deprecate`)).status,
      ];
      const { deprecated } = (await get(`${path}/${name}`)).body;
      await post(`${path}/${name}/reactivate`);
      await post(`${path}/${name}/reactivate`);

      expect(statuses).toEqual([200, 200]);
      expect(deprecated).toBe(true);
      expect((await get(`${path}/${name}`)).body.deprecated).toBe(false);
      expect(await changesSince(db, before)).toEqual([
        { ...noScope, type: 'strategy-deprecated', data: { name }, preData: null },
        { ...noScope, type: 'strategy-reactivated', data: { name }, preData: null },
      ]);
    },
  );

  test('the built-in type "default" cannot be deprecated', async () => {
    const response = await post(`${path}/default/deprecate`);

    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
  });

  test('an Editor may create, deprecate, update and delete a type', async () => {
    const { token } = await aUser(db, { rootRole: 'Editor' });
    const name = unique('type');

    const statuses = [
      (await post(path, { name, parameters: [] }, { token })).status,
      (await post(`${path}/${name}/deprecate`, undefined, { token })).status,
      (await put(`${path}/${name}`, { title: 'x' }, { token })).status,
      (await del(`${path}/${name}`, { token })).status,
    ];

    expect(statuses).toEqual([201, 200, 200, 200]);
  });
});

function manyParameters(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: `p${index}`, type: 'string' }));
}
