import { describe, expect, test } from 'vitest';
import {
  anApiToken,
  anEnvironment,
  aProject,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post } = await testApp();

const path = '/api/admin/projects';
const longAgo = '2020-01-01T00:00:00.000Z';

/** The project in the list of projects. */
async function listed(id: string) {
  const { body } = await get(path);
  return body.projects.find((project: { id: string }) => project.id === id);
}

describe('POST /api/admin/projects', () => {
  test('a project has all enabled environments with their required approvals, and its creator as owner', async () => {
    const strict = await anEnvironment(db, { requiredApprovals: 3, sortOrder: 7 });
    const disabled = await anEnvironment(db, { enabled: false });
    const editor = await aUser(db, { rootRole: 'Editor' });
    const name = unique('Web Shop');
    const before = await lastEventId(db);

    const { status, body } = await post(path, { name: ` ${name} ` }, { token: editor.token });

    const id = name.toLowerCase().replace(' ', '-');
    expect(status).toBe(201);
    expect(body).toEqual({
      id,
      name,
      mode: 'open',
      defaultStickiness: 'default',
      featureLimit: null,
      environments: expect.arrayContaining(['development', 'production', strict]),
      changeRequestEnvironments: expect.arrayContaining([{ name: strict, requiredApprovals: 3 }]),
    });
    expect(body.environments).not.toContain(disabled);
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'project-created',
        project: id,
        environment: null,
        createdBy: editor.username,
        createdByUserId: editor.id,
        data: { ...body, description: null },
        preData: null,
      },
    ]);
    expect(await listed(id)).toMatchObject({
      memberCount: 1,
      owners: [{ ownerType: 'user', name: editor.username }],
    });
  });

  test('all members can be set', async () => {
    const input = {
      id: unique('Given.Id'),
      name: 'All',
      description: 'Everything',
      mode: 'private',
      defaultStickiness: 'userId',
      featureLimit: 5,
      featureNaming: { pattern: '[a-z]+', example: 'abc', description: 'Lower case' },
      environments: ['production', 'development', 'production'],
      changeRequestEnvironments: [{ name: 'production' }],
    };

    const { body } = await post(path, input);

    expect(body).toEqual({
      ...input,
      environments: ['development', 'production'],
      changeRequestEnvironments: [{ name: 'production', requiredApprovals: 1 }],
    });
    expect((await get(`${path}/${input.id}/overview`)).body).toMatchObject({
      name: 'All',
      description: 'Everything',
      mode: 'private',
      defaultStickiness: 'userId',
      featureLimit: 5,
      featureNaming: input.featureNaming,
      members: 1,
      environments: [
        { environment: 'development', changeRequestsEnabled: false },
        { environment: 'production', changeRequestsEnabled: true },
      ],
    });
  });

  test('required approvals of the project override those of the environment', async () => {
    const strict = await anEnvironment(db, { requiredApprovals: 3 });

    const { body } = await post(path, {
      name: unique('p'),
      environments: [strict],
      changeRequestEnvironments: [{ name: strict, requiredApprovals: 2 }],
    });

    expect(body.changeRequestEnvironments).toEqual([{ name: strict, requiredApprovals: 2 }]);
  });

  test('a project created by a token is owned by the system', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    const { body } = await post(path, { name: unique('p') }, { token });

    expect(await listed(body.id)).toMatchObject({ owners: [{ ownerType: 'system' }] });
  });

  test('concurrent requests with the same name get distinct ids', async () => {
    const name = unique('same');

    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => post(path, { name })));

    expect(responses.map(({ body }) => body.id).sort()).toEqual([
      name,
      `${name}-1`,
      `${name}-2`,
      `${name}-3`,
      `${name}-4`,
    ]);
  });

  test('a name with a reserved slug gets another id', async () => {
    expect((await post(path, { name: 'Archive' })).body.id).toBe('archive-1');
  });

  test('of concurrent requests with the same id, one succeeds', async () => {
    const id = unique('p');

    const responses = await Promise.all([1, 2, 3].map(() => post(path, { name: 'x', id })));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
  });

  test('the id of an archived project is taken', async () => {
    const id = await aProject(db, { archivedAt: longAgo });

    expect((await post(path, { name: 'x', id })).status).toBe(409);
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['a blank name', { name: '  ' }, '/body/name'],
    ['a name over 255 characters', { name: 'x'.repeat(256) }, '/body/name'],
    ['an id with a space', { id: 'a b' }, '/body/id'],
    ['an empty id', { id: '' }, '/body/id'],
    ['an id over 100 characters', { id: 'x'.repeat(101) }, '/body/id'],
    ['the id of all projects', { id: '*' }, '/body/id'],
    ['a description over 1000 characters', { description: 'x'.repeat(1001) }, '/body/description'],
    ['an unknown mode', { mode: 'secret' }, '/body/mode'],
    ['a limit of no flags', { featureLimit: 0 }, '/body/featureLimit'],
    ['an unknown environment', { environments: ['moon'] }, '/body/environments'],
    [
      'approvals in an environment that the project does not have',
      { environments: ['production'], changeRequestEnvironments: [{ name: 'development' }] },
      '/body/changeRequestEnvironments',
    ],
    [
      'a repeated environment with approvals',
      { changeRequestEnvironments: [{ name: 'production' }, { name: 'production' }] },
      '/body/changeRequestEnvironments',
    ],
    [
      'eleven approvals',
      { changeRequestEnvironments: [{ name: 'production', requiredApprovals: 11 }] },
      '/body/changeRequestEnvironments/0/requiredApprovals',
    ],
    ['a broken pattern', { featureNaming: { pattern: '[' } }, '/body/featureNaming/pattern'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const before = await lastEventId(db);

    const { status, body } = await post(path, { name: unique('p'), ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test.each([
    ['a name of 255 characters', () => ({ name: 'x'.repeat(255) })],
    ['an id of 100 characters', () => ({ id: unique('x').padEnd(100, 'x') })],
    ['a description of 1000 characters', () => ({ description: 'x'.repeat(1000) })],
    ['a limit of one flag', () => ({ featureLimit: 1 })],
    ['a project without environments', () => ({ environments: [] })],
  ])('%s is accepted', async (_, input) => {
    expect((await post(path, { name: unique('p'), ...input() })).status).toBe(201);
  });
});

describe('POST /api/admin/projects/validate', () => {
  test('a free id is accepted, a taken id is 409, an invalid id is 400', async () => {
    const { token } = await aUser(db, { rootRole: 'Editor' });
    const validate = (id: string) => post(`${path}/validate`, { id }, { token });

    expect((await validate(unique('p'))).status).toBe(200);
    expect(await validate('default')).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    });
    expect(await validate('a b')).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/id' }] },
    });
  });
});
