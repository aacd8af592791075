import { describe, expect, test } from 'vitest';
import {
  aFlag,
  anApiToken,
  anEnvironment,
  aProject,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, admin } = await testApp();

const path = '/api/admin/environments';

/** Switches a flag on in an environment. */
const switchOn = (flag: string, environment: string) =>
  db
    .insertInto('flag_environments')
    .values({ flag, environment, enabled: true })
    .onConflict((clash) => clash.columns(['flag', 'environment']).doUpdateSet({ enabled: true }))
    .execute();

describe('GET /api/admin/environments', () => {
  test('environments are sorted by sort order, then by name', async () => {
    const [b, c, a] = [unique('b'), unique('c'), unique('a')];
    await anEnvironment(db, { name: b, sortOrder: 50 });
    await anEnvironment(db, { name: c, sortOrder: 49 });
    await anEnvironment(db, { name: a, sortOrder: 50 });

    const { body } = await get(path);

    const names = body.environments.map(({ name }: { name: string }) => name);
    expect(body.version).toBe(1);
    expect(names.slice(0, 2)).toEqual(['development', 'production']);
    expect(names.filter((name: string) => [a, b, c].includes(name))).toEqual([c, a, b]);
  });
});

describe('GET /api/admin/environments/:name', () => {
  test('counts live projects, tokens and active flags that are on', async () => {
    const name = await anEnvironment(db, { type: 'test', sortOrder: 5, requiredApprovals: 2 });
    const project = await aProject(db, { environments: [name] });
    await aProject(db, { environments: [name], archivedAt: '2024-01-01T00:00:00.000Z' });
    await anApiToken(db, { environment: name });
    await switchOn(await aFlag(db, { project }), name);
    await switchOn(await aFlag(db, { project, archivedAt: '2024-01-01T00:00:00.000Z' }), name);
    await aFlag(db, { project });

    const { status, body } = await get(`${path}/${name}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      name,
      type: 'test',
      enabled: true,
      protected: false,
      sortOrder: 5,
      projectCount: 1,
      apiTokenCount: 1,
      enabledToggleCount: 1,
      requiredApprovals: 2,
    });
  });

  test('an unknown environment is not found', async () => {
    expect(await get(`${path}/moon`)).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError' },
    });
  });
});

describe('GET /api/admin/environments/project/:projectId', () => {
  test('lists all environments with counts, and whether the project uses them', async () => {
    const name = await anEnvironment(db, { sortOrder: 3 });
    const project = await aProject(db, { environments: [name] });
    const other = await aProject(db, { environments: [name] });
    await anApiToken(db, { environment: name, projects: [project, other] });
    await anApiToken(db, { environment: name, projects: [other] });
    await anApiToken(db, { environment: name });
    await switchOn(await aFlag(db, { project }), name);
    await switchOn(await aFlag(db, { project: other }), name);

    const { body } = await get(`${path}/project/${project}`);

    const here = body.environments.find(
      (environment: { name: string }) => environment.name === name,
    );
    expect(body.version).toBe(1);
    expect(here).toEqual({
      name,
      type: 'test',
      enabled: true,
      protected: false,
      sortOrder: 3,
      projectApiTokenCount: 2,
      projectEnabledToggleCount: 1,
      visible: true,
    });
    expect(body.environments).toContainEqual(
      expect.objectContaining({ name: 'production', visible: false }),
    );
  });

  test('contains the default strategy if one is set', async () => {
    const project = await aProject(db, { environments: ['production'] });
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '50' } };
    await db
      .updateTable('project_environments')
      .set({ default_strategy: JSON.stringify(strategy) })
      .where('project', '=', project)
      .execute();

    const { body } = await get(`${path}/project/${project}`);

    expect(body.environments).toContainEqual(
      expect.objectContaining({ name: 'production', defaultStrategy: strategy }),
    );
  });

  test('an unknown project is not found', async () => {
    expect((await get(`${path}/project/moon`)).status).toBe(404);
  });
});

describe('POST /api/admin/environments', () => {
  test('a new environment is enabled, unprotected and sorted last', async () => {
    const name = unique('env');
    const before = await lastEventId(db);

    const { status, body } = await post(path, { name, type: 'test' });

    const data = {
      name,
      type: 'test',
      enabled: true,
      protected: false,
      sortOrder: 9999,
      requiredApprovals: null,
    };
    const counts = { projectCount: 0, apiTokenCount: 0, enabledToggleCount: 0 };
    expect(status).toBe(201);
    expect(body).toEqual({ ...data, ...counts });
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'environment-created',
        project: null,
        environment: name,
        createdBy: admin.username,
        createdByUserId: admin.id,
        data,
        preData: null,
      },
    ]);
  });

  test('read-only members of a response are ignored', async () => {
    const { body: original } = await get(`${path}/development`);

    expect((await post(path, { ...original, name: unique('env') })).status).toBe(201);
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['an empty name', { name: '' }, '/body/name'],
    ['a name of one dot', { name: '.' }, '/body/name'],
    ['a name of two dots', { name: '..' }, '/body/name'],
    ['a name with a space', { name: 'a b' }, '/body/name'],
    ['a name with a slash', { name: 'a/b' }, '/body/name'],
    ['a name over 100 characters', { name: 'x'.repeat(101) }, '/body/name'],
    ['no type', { type: undefined }, '/body/type'],
    ['an empty type', { type: '' }, '/body/type'],
    ['no approvals at all', { requiredApprovals: 0 }, '/body/requiredApprovals'],
    ['more than ten approvals', { requiredApprovals: 11 }, '/body/requiredApprovals'],
    ['a sort order out of range', { sortOrder: 2_147_483_648 }, '/body/sortOrder'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const { status, body } = await post(path, { name: unique('env'), type: 'test', ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
  });

  test.each([
    ['a name of 100 characters', () => ({ name: unique('x').padEnd(100, '~') })],
    ['a name with dots', () => ({ name: `..${unique('eu.west')}` })],
    ['one approval', () => ({ requiredApprovals: 1 })],
    ['ten approvals', () => ({ requiredApprovals: 10 })],
  ])('%s is accepted', async (_, input) => {
    const { status } = await post(path, { name: unique('env'), type: 'test', ...input() });

    expect(status).toBe(201);
  });

  test('of concurrent requests with the same name, one succeeds', async () => {
    const name = unique('env');
    const before = await lastEventId(db);

    const responses = await Promise.all([1, 2, 3, 4].map(() => post(path, { name, type: 'test' })));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
    expect(await eventsSince(db, before)).toHaveLength(1);
  });
});

describe('POST /api/admin/environments/validate', () => {
  test('a free name is accepted, a taken name is 409, an invalid name is 400', async () => {
    const { token } = await aUser(db);

    expect((await post(`${path}/validate`, { name: unique('env') }, { token })).status).toBe(200);
    expect(await post(`${path}/validate`, { name: 'production' }, { token })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    });
    expect((await post(`${path}/validate`, { name: 'a b' }, { token })).status).toBe(400);
  });
});

describe('PUT /api/admin/environments/update/:name', () => {
  test('omitted members are unchanged, and the event has before and after', async () => {
    const name = await anEnvironment(db, { type: 'test', sortOrder: 4 });
    const before = await lastEventId(db);

    const { status, body } = await put(`${path}/update/${name}`, {
      type: 'production',
      requiredApprovals: 3,
    });

    const preData = {
      name,
      type: 'test',
      enabled: true,
      protected: false,
      sortOrder: 4,
      requiredApprovals: null,
    };
    const data = { ...preData, type: 'production', requiredApprovals: 3 };
    expect(status).toBe(200);
    expect(body).toMatchObject(data);
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'environment-updated', environment: name, project: null, data, preData },
    ]);
  });

  test('a request without a change succeeds and records no event', async () => {
    const name = await anEnvironment(db);
    const { body: same } = await get(`${path}/${name}`);
    const before = await lastEventId(db);

    expect((await put(`${path}/update/${name}`, same)).body).toEqual(same);
    expect((await put(`${path}/update/${name}`, {})).status).toBe(200);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('null removes the required approvals', async () => {
    const name = await anEnvironment(db, { requiredApprovals: 2 });

    const { body } = await put(`${path}/update/${name}`, { requiredApprovals: null });

    expect(body.requiredApprovals).toBeNull();
  });

  test('an unknown environment is not found', async () => {
    expect((await put(`${path}/update/moon`, { type: 'test' })).status).toBe(404);
  });
});

describe('PUT /api/admin/environments/sort-order', () => {
  test('changes the named environments, with one event for each actual change', async () => {
    const [moved, still] = [
      await anEnvironment(db, { sortOrder: 20 }),
      await anEnvironment(db, { sortOrder: 21 }),
    ];
    const before = await lastEventId(db);

    const { status } = await put(`${path}/sort-order`, { [moved]: 22, [still]: 21 });

    expect(status).toBe(200);
    expect((await get(`${path}/${moved}`)).body.sortOrder).toBe(22);
    expect((await get(`${path}/${still}`)).body.sortOrder).toBe(21);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'environment-updated',
        environment: moved,
        data: { sortOrder: 22 },
        preData: { sortOrder: 20 },
      },
    ]);
  });

  test('an unknown name is refused, the error names it, and nothing changes', async () => {
    const name = await anEnvironment(db, { sortOrder: 20 });

    const { status, body } = await put(`${path}/sort-order`, { [name]: 23, moon: 1, mars: 2 });

    expect(status).toBe(400);
    expect(body.details).toEqual([
      { message: 'Environment "moon" does not exist.', path: '/body/moon' },
      { message: 'Environment "mars" does not exist.', path: '/body/mars' },
    ]);
    expect((await get(`${path}/${name}`)).body.sortOrder).toBe(20);
  });

  test.each([
    ['a string', 'first'],
    ['a fraction', 1.5],
    ['null', null],
    ['a number out of range', 2_147_483_648],
  ])('%s is not a valid sort order', async (_, sortOrder) => {
    const { status, body } = await put(`${path}/sort-order`, { production: sortOrder });

    expect(status).toBe(400);
    expect(body.details[0].path).toBe('/body/production');
  });
});

describe('POST /api/admin/environments/:name/on and /off', () => {
  test('a change is recorded as an event; repeating it records none', async () => {
    const name = await anEnvironment(db);
    const before = await lastEventId(db);

    const responses = [
      await post(`${path}/${name}/on`),
      await post(`${path}/${name}/off`),
      await post(`${path}/${name}/off`),
      await post(`${path}/${name}/on`),
    ];

    expect(responses.map(({ status, body }) => [status, body])).toEqual(
      responses.map(() => [204, undefined]),
    );
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'environment-updated', data: { enabled: false }, preData: { enabled: true } },
      { type: 'environment-updated', data: { enabled: true }, preData: { enabled: false } },
    ]);
  });

  test('an unknown environment is not found', async () => {
    expect((await post(`${path}/moon/on`)).status).toBe(404);
    expect((await post(`${path}/moon/off`)).status).toBe(404);
  });
});
