import { describe, expect, test } from 'vitest';
import { permissionCatalogue } from '../../platform/permissions.ts';
import { anEnvironment, aRole, aUser, eventsSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, admin } = await testApp();

const readTokens = { name: 'READ_PROJECT_API_TOKEN' };

describe('GET /api/admin/permissions', () => {
  test('lists the permissions a role can have by type, without ADMIN', async () => {
    const environment = await anEnvironment(db);

    const { status, body } = await get('/api/admin/permissions');

    const ofType = (type: string) => permissionCatalogue.filter((entry) => entry.type === type);
    expect(status).toBe(200);
    expect(body.version).toBe(1);
    expect(body.permissions.root).toEqual(ofType('root').filter(({ name }) => name !== 'ADMIN'));
    expect(body.permissions.project).toEqual(ofType('project'));
    expect(body.permissions.environments).toContainEqual({
      name: environment,
      permissions: ofType('environment'),
    });
    expect(body.permissions.environments[0].name).toBe('development');
  });

  test('ids are unique', () => {
    const ids = new Set(permissionCatalogue.map(({ id }) => id));

    expect(ids.size).toBe(permissionCatalogue.length);
  });
});

describe('GET /api/admin/roles', () => {
  test('roles are ordered by id, the built-in ones first', async () => {
    const id = await aRole(db, { name: 'listed' });

    const { body } = await get('/api/admin/roles');

    const names = body.roles.slice(0, 5).map((role: { name: string }) => role.name);
    expect(body.version).toBe(1);
    expect(names).toEqual(['Admin', 'Editor', 'Viewer', 'Owner', 'Member']);
    expect(body.roles).toContainEqual({
      id,
      name: 'listed',
      description: '',
      type: 'custom',
      project: null,
    });
  });

  test('READ_ROLE allows reading roles, not writing them', async () => {
    const rootRole = await aRole(db, {
      type: 'root-custom',
      permissions: [{ permission: 'READ_ROLE' }],
    });
    const { token } = await aUser(db, { rootRole });

    expect((await get('/api/admin/roles', { token })).status).toBe(200);
    expect((await get('/api/admin/roles/4', { token })).status).toBe(200);
    const name = unique('role');
    expect((await post('/api/admin/roles', { name, permissions: [] }, { token })).status).toBe(403);
  });
});

describe('GET /api/admin/roles/:id', () => {
  test('returns the permissions of the role, each with the environment it is bound to', async () => {
    const id = await aRole(db, {
      permissions: [
        { permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
        { permission: 'READ_PROJECT_API_TOKEN' },
      ],
    });

    const { body } = await get(`/api/admin/roles/${id}`);

    expect(body.permissions).toEqual([
      {
        id: expect.any(Number),
        name: 'READ_PROJECT_API_TOKEN',
        displayName: 'Read project API token',
        type: 'project',
      },
      {
        id: expect.any(Number),
        name: 'UPDATE_FEATURE_ENVIRONMENT',
        displayName: 'Update feature environment',
        type: 'environment',
        environment: 'production',
      },
    ]);
  });

  test.each([
    ['2147483647', 404],
    ['2147483648', 400],
    ['0', 400],
    ['x', 400],
  ])('role %s is %i', async (id, status) => {
    expect((await get(`/api/admin/roles/${id}`)).status).toBe(status);
  });
});

describe('POST /api/admin/roles', () => {
  test('a custom role can have project and environment permissions; its creation is recorded', async () => {
    const name = unique('role');
    const before = await lastEventId(db);

    const { status, body } = await post('/api/admin/roles', {
      name: ` ${name} `,
      description: 'Reads tokens',
      permissions: [
        readTokens,
        { name: 'APPROVE_CHANGE_REQUEST', environment: 'production' },
        { ...readTokens, environment: null },
      ],
    });

    expect(status).toBe(200);
    const { id } = body.roles;
    const role = { id, name, description: 'Reads tokens', type: 'custom' };
    expect(body).toEqual({ version: 1, roles: { ...role, project: null } });
    expect((await get(`/api/admin/roles/${id}`)).body).toEqual({
      ...role,
      permissions: [
        expect.objectContaining(readTokens),
        expect.objectContaining({ name: 'APPROVE_CHANGE_REQUEST', environment: 'production' }),
      ],
    });
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'role-created',
        project: null,
        environment: null,
        createdBy: admin.username,
        createdByUserId: admin.id,
        data: {
          id,
          name,
          description: 'Reads tokens',
          type: 'custom',
          permissions: [readTokens, { name: 'APPROVE_CHANGE_REQUEST', environment: 'production' }],
        },
        preData: null,
      },
    ]);
  });

  test('an empty environment is none', async () => {
    const { status, body } = await post('/api/admin/roles', {
      name: unique('role'),
      permissions: [
        { ...readTokens, environment: '' },
        { name: 'SKIP_CHANGE_REQUEST', environment: '' },
        { name: 'SKIP_CHANGE_REQUEST' },
      ],
    });

    const { permissions } = (await get(`/api/admin/roles/${body.roles.id}`)).body;
    expect(status).toBe(200);
    expect(permissions).toMatchObject([readTokens, { name: 'SKIP_CHANGE_REQUEST' }]);
    expect(JSON.stringify(permissions)).not.toContain('"environment":');
  });

  test('a root-custom role can have root permissions, which apply without a project', async () => {
    const { body } = await post('/api/admin/roles', {
      name: unique('role'),
      type: 'root-custom',
      permissions: [{ name: 'READ_ROLE' }],
    });
    const { token } = await aUser(db, { rootRole: body.roles.id });

    expect((await get('/api/admin/roles', { token })).status).toBe(200);
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['an empty name', { name: '' }, '/body/name'],
    ['a blank name', { name: '  ' }, '/body/name'],
    ['a name over 100 characters', { name: 'x'.repeat(101) }, '/body/name'],
    ['a description over 1000 characters', { description: 'x'.repeat(1001) }, '/body/description'],
    ['a built-in type', { type: 'root' }, '/body/type'],
    ['no permissions', { permissions: undefined }, '/body/permissions'],
    ['an unknown name', { permissions: [readTokens, { name: 'FLY' }] }, '/body/permissions/1'],
    ['an unknown id', { permissions: [{ id: 99_999 }] }, '/body/permissions/0'],
    [
      'an id and a name that do not match',
      { permissions: [{ id: 1, ...readTokens }] },
      '/body/permissions/0',
    ],
    ['neither name nor id', { permissions: [{}] }, '/body/permissions/0'],
    ['a root permission', { permissions: [{ name: 'READ_ROLE' }] }, '/body/permissions/0'],
    [
      'a project permission for a root-custom role',
      { type: 'root-custom', permissions: [readTokens] },
      '/body/permissions/0',
    ],
    [
      'an environment permission for a root-custom role',
      { type: 'root-custom', permissions: [{ name: 'SKIP_CHANGE_REQUEST' }] },
      '/body/permissions/0',
    ],
    ['ADMIN', { type: 'root-custom', permissions: [{ name: 'ADMIN' }] }, '/body/permissions/0'],
    ['ADMIN by its id', { type: 'root-custom', permissions: [{ id: 1 }] }, '/body/permissions/0'],
    [
      'an environment on a project permission',
      { permissions: [{ ...readTokens, environment: 'production' }] },
      '/body/permissions/0/environment',
    ],
    [
      'an unknown environment',
      { permissions: [{ name: 'SKIP_CHANGE_REQUEST', environment: 'moon' }] },
      '/body/permissions',
    ],
  ])('%s is refused, and the error names it', async (_, input, path) => {
    const { status, body } = await post('/api/admin/roles', {
      name: unique('role'),
      permissions: [readTokens],
      ...input,
    });

    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path }] });
  });

  test('100 characters of name and 1000 of description are accepted', async () => {
    const body = {
      name: unique('x').padEnd(100, 'x'),
      description: 'x'.repeat(1000),
      permissions: [],
    };

    expect((await post('/api/admin/roles', body)).status).toBe(200);
  });

  test('of two concurrent requests with names that differ only in case, one succeeds', async () => {
    const name = unique('role');

    const responses = await Promise.all([
      post('/api/admin/roles', { name, permissions: [] }),
      post('/api/admin/roles', { name: name.toUpperCase(), permissions: [] }),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
  });
});

describe('POST /api/admin/roles/validate', () => {
  test('validates the name and does not create a role', async () => {
    const name = unique('role');
    const before = await lastEventId(db);

    expect((await post('/api/admin/roles/validate', { name })).status).toBe(200);
    expect((await post('/api/admin/roles/validate', { name: ' ' })).status).toBe(400);
    expect(await post('/api/admin/roles/validate', { name: 'OWNER' })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    });
    expect(await eventsSince(db, before)).toEqual([]);
    expect((await post('/api/admin/roles', { name, permissions: [] })).status).toBe(200);
  });
});
