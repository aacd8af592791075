import { describe, expect, test } from 'vitest';
import { permissionCatalogue } from '../../platform/permissions.ts';
import { aGrant, aGroup, anApiToken, aProject, aRole, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, admin } = await testApp();

const me = async (token: string) => (await get('/api/admin/user', { token })).body;

describe('GET /api/admin/user', () => {
  test('an Admin has the single permission ADMIN; the response is not cacheable', async () => {
    const { status, body, headers } = await get('/api/admin/user');

    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      user: {
        id: admin.id,
        isAPI: false,
        username: 'root',
        imageUrl: expect.any(String),
        rootRole: 1,
        accountType: 'User',
        createdAt: expect.any(String),
        seenAt: null,
        mustChangePassword: false,
      },
      permissions: [{ permission: 'ADMIN' }],
      feedback: [],
      splash: {},
    });
  });

  test('an Editor has root permissions globally, the others in project default', async () => {
    const { token } = await aUser(db, { rootRole: 'Editor' });

    const { permissions } = await me(token);

    expect(permissions).toContainEqual({ permission: 'CREATE_PROJECT' });
    expect(permissions).toContainEqual({ permission: 'CREATE_FEATURE', project: 'default' });
    expect(permissions).toContainEqual({
      permission: 'UPDATE_FEATURE_ENVIRONMENT',
      project: 'default',
    });
    expect(permissions).not.toContainEqual({ permission: 'CREATE_FEATURE' });
  });

  test('a Viewer has the permissions of direct and group roles, without duplicates', async () => {
    const user = await aUser(db);
    const [own, shared] = [await aProject(db), await aProject(db)];
    const role = await aRole(db, {
      permissions: [
        { permission: 'CREATE_FEATURE' },
        { permission: 'APPROVE_CHANGE_REQUEST', environment: 'production' },
      ],
    });
    const duplicate = await aRole(db, { permissions: [{ permission: 'CREATE_FEATURE' }] });
    const group = await aGroup(db, { members: [user.id] });
    await aGrant(db, { project: own, role, userId: user.id });
    await aGrant(db, { project: own, role: duplicate, groupId: group });
    await aGrant(db, { project: shared, role: duplicate, groupId: group });

    const { permissions } = await me(user.token);

    const key = (one: object) => JSON.stringify(one);
    expect(permissions.map(key).sort()).toEqual(
      [
        { permission: 'CREATE_FEATURE', project: own },
        { permission: 'APPROVE_CHANGE_REQUEST', project: own, environment: 'production' },
        { permission: 'CREATE_FEATURE', project: shared },
      ]
        .map(key)
        .sort(),
    );
  });

  test('a Viewer without other roles has no permissions', async () => {
    expect((await me((await aUser(db)).token)).permissions).toEqual([]);
  });

  test('an admin token is returned as a user with isAPI', async () => {
    const name = unique('token');
    const token = await anApiToken(db, { type: 'admin', name });

    expect(await me(token)).toMatchObject({
      user: { id: -42, name, username: name, isAPI: true, imageUrl: expect.any(String) },
      permissions: [{ permission: 'ADMIN' }],
    });
  });

  test('a service account is returned with its account type', async () => {
    const { id, token } = await aUser(db, { accountType: 'Service Account' });

    expect((await me(token)).user).toMatchObject({ id, accountType: 'Service Account' });
  });
});

describe('GET /api/admin/user/profile', () => {
  const profile = async (token: string) => (await get('/api/admin/user/profile', { token })).body;

  test('returns the root role and the projects with a direct or group role', async () => {
    const user = await aUser(db, { rootRole: 'Editor' });
    const [own, shared, archived] = [await aProject(db), await aProject(db), await aProject(db)];
    const group = await aGroup(db, { members: [user.id], rootRole: 'Admin' });
    await aGrant(db, { project: own, userId: user.id });
    await aGrant(db, { project: own, groupId: group });
    await aGrant(db, { project: shared, groupId: group });
    await aGrant(db, { project: archived, userId: user.id });
    await db
      .updateTable('projects')
      .set({ archived_at: '2024-01-01T00:00:00.000Z' })
      .where('id', '=', archived)
      .execute();

    expect(await profile(user.token)).toEqual({
      rootRole: {
        id: 2,
        name: 'Editor',
        description: expect.any(String),
        type: 'root',
        project: null,
      },
      projects: [own, shared].sort(),
      subscriptions: [],
      features: [],
    });
  });

  test('an admin token is an Admin in no project', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    expect(await profile(token)).toMatchObject({
      rootRole: { id: 1, name: 'Admin' },
      projects: [],
    });
  });
});

describe('GET /api/admin/user/roles', () => {
  const roles = async (token: string, query = '') =>
    (await get(`/api/admin/user/roles${query}`, { token })).body;

  test('lists root and project roles, or the roles in one project', async () => {
    const user = await aUser(db);
    const [here, there] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    await aGrant(db, { project: here, role: 'Owner', userId: user.id });
    await aGrant(db, { project: there, userId: user.id });

    const all = await roles(user.token);
    const inProject = await roles(user.token, `?projectId=${here}`);

    const brief = ({ id, project }: { id: number; project: string | null }) => [id, project];
    expect(all.version).toBe(1);
    expect(all.roles.map(brief)).toEqual([
      [3, null],
      ...[
        [4, here],
        [5, there],
      ].sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1)),
    ]);
    expect(inProject).toEqual({
      version: 1,
      roles: [
        { id: 4, name: 'Owner', description: expect.any(String), type: 'project', project: here },
      ],
    });
  });

  test('a project the caller may not see is 404, like one that does not exist', async () => {
    const { token } = await aUser(db);
    const hidden = await aProject(db, { mode: 'private' });

    const responses = [
      await get(`/api/admin/user/roles?projectId=${hidden}`, { token }),
      await get('/api/admin/user/roles?projectId=moon', { token }),
    ];

    expect(responses.map(({ status, body }) => [status, body.name])).toEqual([
      [404, 'NotFoundError'],
      [404, 'NotFoundError'],
    ]);
  });

  test('an admin token has the role Admin, and none in a project', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    expect((await roles(token)).roles).toMatchObject([{ id: 1, project: null }]);
    expect((await roles(token, '?projectId=default')).roles).toEqual([]);
  });
});

describe('GET /api/admin/user-admin/:id/permissions', () => {
  type Checked = { name: string; hasPermission: boolean };

  const overview = async (id: number, query = '') =>
    (await get(`/api/admin/user-admin/${id}/permissions${query}`)).body;

  const allowed = (entries: Checked[]) =>
    entries.filter(({ hasPermission }) => hasPermission).map(({ name }) => name);

  test('lists all permissions by type', async () => {
    const { id } = await aUser(db);

    const { overview: view, user } = await overview(id);

    const listed = [...view.root, ...view.project, ...view.environment];
    expect(listed.map(({ name }: Checked) => name)).toEqual(
      permissionCatalogue.map(({ name }) => name),
    );
    expect(allowed(listed)).toEqual([]);
    expect(view.root[0]).toEqual({
      id: 1,
      name: 'ADMIN',
      displayName: 'Admin',
      type: 'root',
      environment: null,
      hasPermission: false,
    });
    expect(user).toMatchObject({ id, rootRole: 3 });
  });

  test('an Admin has all permissions', async () => {
    const { overview: view } = await overview(admin.id, '?project=default&environment=production');

    const listed = [...view.root, ...view.project, ...view.environment];
    expect(allowed(listed).length).toBe(permissionCatalogue.length);
  });

  test('a permission bound to an environment applies to that environment only', async () => {
    const user = await aUser(db);
    const project = await aProject(db);
    const role = await aRole(db, {
      permissions: [
        { permission: 'UPDATE_PROJECT' },
        { permission: 'APPLY_CHANGE_REQUEST', environment: 'production' },
      ],
    });
    await aGrant(db, { project, role, userId: user.id });

    const there = await overview(user.id, `?project=${project}&environment=production`);
    const elsewhere = await overview(user.id, `?project=${project}&environment=development`);
    const nowhere = await overview(user.id);

    expect(allowed(there.overview.project)).toEqual(['UPDATE_PROJECT']);
    expect(allowed(there.overview.environment)).toEqual(['APPLY_CHANGE_REQUEST']);
    expect(there.overview.environment[0].environment).toBe('production');
    expect(allowed(elsewhere.overview.environment)).toEqual([]);
    expect(allowed(nowhere.overview.project)).toEqual([]);
    expect(there.rootRole).toMatchObject({ id: 3, name: 'Viewer' });
    expect(there.projectRoles).toMatchObject([
      {
        id: role,
        type: 'custom',
        project,
        permissions: [
          { name: 'APPLY_CHANGE_REQUEST', type: 'environment', environment: 'production' },
          { name: 'UPDATE_PROJECT', type: 'project', environment: null },
        ],
      },
    ]);
  });

  test('an Editor has project permissions in project default only', async () => {
    const { id } = await aUser(db, { rootRole: 'Editor' });
    const project = await aProject(db);

    const inDefault = await overview(id, '?project=default');
    const elsewhere = await overview(id, `?project=${project}`);

    expect(allowed(inDefault.overview.project)).toContain('CREATE_FEATURE');
    expect(allowed(elsewhere.overview.project)).toEqual([]);
    expect(allowed(elsewhere.overview.root)).toContain('CREATE_PROJECT');
  });

  test.each(['?project=moon', '?project=default&environment=moon'])(
    'an unknown project or environment is 404: %s',
    async (query) => {
      const { status } = await get(`/api/admin/user-admin/${admin.id}/permissions${query}`);

      expect(status).toBe(404);
    },
  );
});
