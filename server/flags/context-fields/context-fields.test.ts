import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aContextField, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const path = '/api/admin/context';
const noScope = { project: null, environment: null, featureName: null };

describe('POST /api/admin/context', () => {
  test('a field is stored with its legal values and recorded', async () => {
    const name = unique('country');
    const data = {
      name,
      description: 'Country of the user',
      stickiness: true,
      sortOrder: 30,
      legalValues: [{ value: 'nl', description: 'The Netherlands' }, { value: 'be' }],
    };
    const before = await lastEventId(db);

    const { status, body, headers } = await post(path, data);

    expect(status).toBe(201);
    expect(headers.location).toBe(`context/${name}`);
    expect(body).toEqual({
      ...data,
      usedInFeatures: 0,
      usedInProjects: 0,
      createdAt: expect.any(String),
    });
    expect((await get(`${path}/${name}`)).body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([
      { ...noScope, type: 'context-field-created', data, preData: null },
    ]);
  });

  test('only the name is required', async () => {
    const { body } = await post(path, { name: unique('field'), description: null });

    expect(body).toMatchObject({
      description: '',
      stickiness: false,
      sortOrder: 9999,
      legalValues: [],
    });
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['an empty name', { name: '' }, '/body/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/body/name'],
    ['a name that is not URL-friendly', { name: 'a/b' }, '/body/name'],
    ['a description of 251 characters', { description: 'x'.repeat(251) }, '/body/description'],
    ['an empty value', { legalValues: [{ value: '' }] }, '/body/legalValues/0/value'],
    [
      'a value of 101 characters',
      { legalValues: [{ value: 'x'.repeat(101) }] },
      '/body/legalValues/0/value',
    ],
    [
      'a value described in 251 characters',
      { legalValues: [{ value: 'x', description: 'x'.repeat(251) }] },
      '/body/legalValues/0/description',
    ],
    [
      'a repeated value',
      { legalValues: [{ value: 'x' }, { value: 'y' }, { value: 'x' }] },
      '/body/legalValues/2/value',
    ],
    ['a sort order out of range', { sortOrder: 2_147_483_648 }, '/body/sortOrder'],
  ])('%s is refused, and the error names the member', async (_, input, at) => {
    const { status, body } = await post(path, { name: unique('field'), ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: at }] });
  });

  test('values at the length limits are accepted', async () => {
    const { status } = await post(path, {
      name: unique('field').padEnd(100, 'x'),
      description: 'x'.repeat(250),
      sortOrder: 2_147_483_647,
      legalValues: [{ value: 'x'.repeat(100), description: 'x'.repeat(250) }, { value: 'y' }],
    });

    expect(status).toBe(201);
  });

  test('of concurrent requests for one name, one succeeds', async () => {
    const name = unique('wanted');

    const responses = await Promise.all(Array.from({ length: 5 }, () => post(path, { name })));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
  });
});

describe('GET /api/admin/context', () => {
  test('fields are sorted by sort order, then by name; a new installation has five', async () => {
    const name = unique('field');
    await aContextField(db, { name: `${name}-c`, sortOrder: -1 });
    await aContextField(db, { name: `${name}-b`, sortOrder: -2 });
    await aContextField(db, { name: `${name}-a`, sortOrder: -1 });

    const names = (await get(path)).body.map((field: { name: string }) => field.name);

    const mine = names.filter((it: string) => it.startsWith(name));
    expect(mine).toEqual([`${name}-b`, `${name}-a`, `${name}-c`]);
    expect(names.slice(3, 8)).toEqual([
      'environment',
      'userId',
      'appName',
      'currentTime',
      'sessionId',
    ]);
  });

  test('uses are counted in constraints and stickiness of strategies of active flags', async () => {
    const name = await aContextField(db);
    const project = await aProject(db);
    const [one, two, three] = [await aFlag(db, { project }), await aFlag(db), await aFlag(db)];
    const archived = await aFlag(db, { archivedAt: '2020-01-01T00:00:00.000Z' });
    const constraints = [{ contextName: 'userId' }, { contextName: name, operator: 'IN' }];
    await aStrategy(db, { flag: one, constraints });
    await aStrategy(db, { flag: one, environment: 'production', constraints });
    await aStrategy(db, { flag: two, parameters: { rollout: '50', stickiness: name } });
    await aStrategy(db, { flag: three, variants: [{ name: 'a', stickiness: name }] });
    await aStrategy(db, { flag: archived, constraints });
    await aStrategy(db, { flag: await aFlag(db), constraints: [{ contextName: 'userId' }] });

    const { body } = await get(`${path}/${name}`);

    expect(body).toMatchObject({ usedInFeatures: 3, usedInProjects: 2 });
  });

  test('an unknown field is not found', async () => {
    const name = unique('field');

    expect((await get(`${path}/${name}`)).status).toBe(404);
    expect((await get(`${path}/${name}/strategies`)).status).toBe(404);
    expect((await put(`${path}/${name}`, {})).status).toBe(404);
    expect((await del(`${path}/${name}`)).status).toBe(404);
    expect((await post(`${path}/${name}/legal-values`, { value: 'x' })).status).toBe(404);
    expect((await del(`${path}/${name}/legal-values/x`)).status).toBe(404);
  });
});

describe('GET /api/admin/context/:contextField/strategies', () => {
  test('it lists the strategies that use the field in projects the caller may see', async () => {
    const name = await aContextField(db);
    const hidden = await aProject(db, { mode: 'private' });
    const [open, secret] = [await aFlag(db), await aFlag(db, { project: hidden })];
    const constraints = [{ contextName: name }];
    const strategy = await aStrategy(db, { flag: open, name: 'userWithId', constraints });
    await aStrategy(db, { flag: secret, constraints });
    const viewer = await aUser(db);

    const all = await get(`${path}/${name}/strategies`);
    const little = await get(`${path}/${name}/strategies`, { token: viewer.token });

    expect(all.body.strategies).toHaveLength(2);
    expect(little.body.strategies).toEqual([
      {
        id: strategy,
        featureName: open,
        projectId: 'default',
        environment: 'development',
        strategyName: 'userWithId',
      },
    ]);
    expect((await get(`${path}/${name}`, { token: viewer.token })).body.usedInFeatures).toBe(1);
  });
});

describe('PUT /api/admin/context/:contextField', () => {
  test('omitted members are unchanged; repeating the request records no event', async () => {
    const name = unique('field');
    const legalValues = [{ value: 'nl', description: 'The Netherlands' }];
    const data = { name, description: 'Old', stickiness: true, sortOrder: 5, legalValues };
    const { body: created } = await post(path, data);
    const before = await lastEventId(db);

    const first = await put(`${path}/${name}`, { description: 'New' });
    const again = await put(`${path}/${name}`, { ...created, description: 'New' });

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await changesSince(db, before)).toEqual([
      {
        ...noScope,
        type: 'context-field-updated',
        data: { ...data, description: 'New' },
        preData: data,
      },
    ]);
  });

  test('the list of legal values is replaced and validated', async () => {
    const name = await aContextField(db, { legalValues: [{ value: 'nl' }] });

    const twice = await put(`${path}/${name}`, { legalValues: [{ value: 'a' }, { value: 'a' }] });
    await put(`${path}/${name}`, { legalValues: [{ value: 'be' }] });

    expect(twice.body.details[0].path).toBe('/body/legalValues/1/value');
    expect((await get(`${path}/${name}`)).body.legalValues).toEqual([{ value: 'be' }]);
  });
});

describe('POST and DELETE /api/admin/context/:contextField/legal-values', () => {
  test('a value is added, updated and removed; a request without effect records no event', async () => {
    const name = await aContextField(db, { legalValues: [{ value: 'nl' }] });
    const values = `${path}/${name}/legal-values`;
    const before = await lastEventId(db);

    await post(values, { value: 'b/e', description: 'Belgium' });
    await post(values, { value: 'b/e' });
    await post(values, { value: 'nl', description: 'The Netherlands' });
    await del(`${values}/${encodeURIComponent('b/e')}`);
    await del(`${values}/${encodeURIComponent('b/e')}`);

    const [plain, described] = [{ value: 'nl' }, { value: 'nl', description: 'The Netherlands' }];
    const added = { value: 'b/e', description: 'Belgium' };
    const steps = [[plain], [plain, added], [described, added], [described]];
    const field = (legalValues: object[]) => ({
      name,
      description: '',
      stickiness: false,
      sortOrder: 9999,
      legalValues,
    });
    expect(await changesSince(db, before)).toEqual(
      steps.slice(1).map((step, index) => ({
        ...noScope,
        type: 'context-field-updated',
        data: field(step),
        preData: field(steps[index] ?? []),
      })),
    );
  });

  test('values added by concurrent requests are all stored', async () => {
    const name = await aContextField(db);
    const values = ['a', 'b', 'c', 'd', 'e'];

    await Promise.all(values.map((value) => post(`${path}/${name}/legal-values`, { value })));

    const { legalValues } = (await get(`${path}/${name}`)).body;
    expect(legalValues.map(({ value }: { value: string }) => value).sort()).toEqual(values);
  });

  test.each([
    [100, 250, 200],
    [101, 250, 400],
    [100, 251, 400],
  ])(
    'a value of %i characters with a description of %i is %i',
    async (length, described, expected) => {
      const name = await aContextField(db);

      const { status } = await post(`${path}/${name}/legal-values`, {
        value: 'x'.repeat(length),
        description: 'y'.repeat(described),
      });

      expect(status).toBe(expected);
    },
  );
});

describe('POST /api/admin/context/validate', () => {
  test('a free name is accepted; a name that is taken or not URL-friendly is refused', async () => {
    const name = await aContextField(db);
    const validate = async (wanted: string) =>
      (await post(`${path}/validate`, { name: wanted })).status;

    expect(await validate(unique('field'))).toBe(200);
    expect(await validate('x'.repeat(100))).toBe(200);
    expect(await validate(name)).toBe(409);
    expect(await validate('x'.repeat(101))).toBe(400);
    expect(await validate('a b')).toBe(400);
    expect(await validate('..')).toBe(400);
  });
});
