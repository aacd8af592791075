import { describe, expect, test } from 'vitest';
import {
  aGrant,
  aGroup,
  aProject,
  aRole,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, del, admin } = await testApp();

const [owner, member] = [4, 5];

const accessOf = (project: string) => `/api/admin/projects/${project}/access`;
const rolesOf = (project: string, kind: 'users' | 'groups', id: number) =>
  `/api/admin/projects/${project}/${kind}/${id}/roles`;

describe('GET /api/admin/projects/:projectId/access', () => {
  test('returns users and groups with their roles, and the roles that can be granted', async () => {
    const project = await aProject(db);
    const user = await aUser(db, { name: 'Ann', email: `${unique('ann')}@example.org` });
    const robot = await aUser(db, { accountType: 'Service Account' });
    const inside = await aUser(db);
    const name = unique('group');
    const group = await aGroup(db, { name, members: [inside.id] });
    const custom = await aRole(db);
    const rootCustom = await aRole(db, { type: 'root-custom' });
    await aGrant(db, { project, userId: user.id, role: 'Member' });
    await aGrant(db, { project, userId: user.id, role: 'Owner' });
    await aGrant(db, { project, userId: robot.id, role: custom });
    await aGrant(db, { project, groupId: group, role: 'Member' });

    const { status, body } = await get(accessOf(project));

    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1 });
    expect(body.users).toEqual([
      {
        id: user.id,
        name: 'Ann',
        username: user.username,
        email: expect.stringContaining('@example.org'),
        imageUrl: expect.any(String),
        addedAt: expect.any(String),
        roleId: owner,
        roles: [owner, member],
        isAPI: false,
        accountType: 'User',
      },
      expect.objectContaining({
        id: robot.id,
        roles: [custom],
        accountType: 'Service Account',
      }),
    ]);
    expect(body.groups).toEqual([
      {
        id: group,
        name,
        description: null,
        addedAt: expect.any(String),
        roleId: member,
        roles: [member],
        users: [
          {
            joinedAt: expect.any(String),
            createdBy: null,
            user: expect.objectContaining({ id: inside.id, username: inside.username }),
          },
        ],
        userCount: 1,
      },
    ]);
    const ids = body.roles.map((role: { id: number }) => role.id);
    expect(ids.slice(0, 2)).toEqual([owner, member]);
    expect(ids).toContain(custom);
    expect(ids).not.toContain(rootCustom);
    expect(body.roles[0]).toEqual({
      id: owner,
      name: 'Owner',
      description: expect.any(String),
      type: 'project',
    });
  });

  test.each(['PROJECT_USER_ACCESS_READ', 'PROJECT_USER_ACCESS_WRITE', 'UPDATE_PROJECT'])(
    '%s allows reading it',
    async (permission) => {
      const project = await aProject(db);
      const { id, token } = await aUser(db);
      expect((await get(accessOf(project), { token })).status).toBe(403);

      await aGrant(db, {
        project,
        role: await aRole(db, { permissions: [{ permission }] }),
        userId: id,
      });

      expect((await get(accessOf(project), { token })).status).toBe(200);
    },
  );
});

describe('POST /api/admin/projects/:projectId/access', () => {
  test('grants every role to all users and groups; the event contains the new grants only', async () => {
    const project = await aProject(db);
    const [first, second] = [await aUser(db), await aUser(db)];
    const group = await aGroup(db);
    await aGrant(db, { project, userId: first.id, role: 'Owner' });
    const before = await lastEventId(db);

    const { status } = await post(accessOf(project), {
      roles: [member, owner, member],
      groups: [group],
      users: [second.id, first.id],
    });

    expect(status).toBe(200);
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'project-access-added',
        project,
        environment: null,
        createdBy: admin.username,
        createdByUserId: admin.id,
        data: {
          roles: [
            { roleId: owner, groupIds: [group], userIds: [second.id] },
            { roleId: member, groupIds: [group], userIds: [first.id, second.id] },
          ],
        },
        preData: null,
      },
    ]);
  });

  test('granting an assigned role again is not recorded', async () => {
    const project = await aProject(db);
    const { id } = await aUser(db);
    const body = { roles: [member], groups: [], users: [id] };
    await post(accessOf(project), body);
    const before = await lastEventId(db);

    expect((await post(accessOf(project), body)).status).toBe(200);

    expect(await eventsSince(db, before)).toEqual([]);
  });

  test.each([
    ['a root role', { roles: [1] }, '/body/roles', 'Role 1 (Admin) is a root role'],
    ['an unknown role', { roles: [999_999] }, '/body/roles', 'Role 999999'],
    ['an unknown user', { users: [999_999] }, '/body/users', '999999'],
    ['an unknown group', { groups: [999_999] }, '/body/groups', '999999'],
    ['an id beyond the range of ids', { users: [2 ** 31] }, '/body/users/0', undefined],
    ['an id of zero', { groups: [0] }, '/body/groups/0', undefined],
    ['an id as text', { roles: ['5'] }, '/body/roles/0', undefined],
    ['no users', { users: undefined }, '/body/users', undefined],
  ])('%s is refused, and the error names it', async (_, input, path, text = '') => {
    const project = await aProject(db);

    const { status, body } = await post(accessOf(project), {
      roles: [member],
      groups: [],
      users: [],
      ...input,
    });

    expect(status).toBe(400);
    expect(body).toMatchObject({
      name: 'BadDataError',
      details: [{ path, message: expect.stringContaining(text) }],
    });
  });

  test('a root-custom role and a deleted user are refused', async () => {
    const project = await aProject(db);
    const role = await aRole(db, { type: 'root-custom' });
    const { id } = await aUser(db, { deletedAt: '2024-01-01T00:00:00.000Z' });

    const root = await post(accessOf(project), { roles: [role], groups: [], users: [admin.id] });
    const deleted = await post(accessOf(project), { roles: [member], groups: [], users: [id] });

    expect(root).toMatchObject({ status: 400, body: { details: [{ path: '/body/roles' }] } });
    expect(deleted).toMatchObject({ status: 400, body: { details: [{ path: '/body/users' }] } });
  });

  test('concurrent requests for the same grants record them once', async () => {
    const project = await aProject(db);
    const users = [(await aUser(db)).id, (await aUser(db)).id];
    const before = await lastEventId(db);

    const responses = await Promise.all(
      [1, 2, 3].map(() => post(accessOf(project), { roles: [member], groups: [], users })),
    );

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await eventsSince(db, before)).toMatchObject([
      { data: { roles: [{ roleId: member, groupIds: [], userIds: users }] } },
    ]);
  });
});

describe('POST /api/admin/projects/:projectId/role/:roleId/access', () => {
  test('grants one role, with the same event as POST access', async () => {
    const project = await aProject(db);
    const [user, group] = [await aUser(db), await aGroup(db)];
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/role/${member}/access`, {
      groups: [{ id: group }],
      users: [{ id: user.id }],
    });

    expect(status).toBe(200);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'project-access-added',
        project,
        data: { roles: [{ roleId: member, groupIds: [group], userIds: [user.id] }] },
        preData: null,
      },
    ]);
  });

  test('a root role is refused', async () => {
    const url = `/api/admin/projects/${await aProject(db)}/role/2/access`;

    const { status, body } = await post(url, { groups: [], users: [{ id: admin.id }] });

    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: '/params/roleId' }] });
  });
});

describe.each([
  ['users', 'user', 'userId'],
  ['groups', 'group', 'groupId'],
] as const)('PUT and DELETE /api/admin/projects/:projectId/%s/:id/roles', (kind, holder, key) => {
  const aHolder = async () => (kind === 'users' ? (await aUser(db)).id : aGroup(db));

  test('sets, changes and removes roles, and records the state before and after', async () => {
    const [project, other, id] = [await aProject(db), await aProject(db), await aHolder()];
    await aGrant(db, { project: other, [key]: id, role: 'Owner' });
    const before = await lastEventId(db);

    const responses = [
      await put(rolesOf(project, kind, id), { roles: [member, owner, member] }),
      await put(rolesOf(project, kind, id), { roles: [owner, member] }),
      await put(rolesOf(project, kind, id), { roles: [member] }),
      await del(rolesOf(project, kind, id)),
      await del(rolesOf(project, kind, id)),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: `project-access-${holder}-roles-updated`,
        project,
        data: { roles: [owner, member], [key]: id },
        preData: { roles: [], [key]: id },
      },
      {
        type: `project-access-${holder}-roles-updated`,
        data: { roles: [member], [key]: id },
        preData: { roles: [owner, member], [key]: id },
      },
      {
        type: `project-access-${holder}-roles-deleted`,
        project,
        data: null,
        preData: { roles: [member], [key]: id },
      },
    ]);
    expect((await get(accessOf(other))).body[kind]).toHaveLength(1);
  });

  test('an empty list removes the access', async () => {
    const [project, id] = [await aProject(db), await aHolder()];
    await aGrant(db, { project, [key]: id });
    const before = await lastEventId(db);

    await put(rolesOf(project, kind, id), { roles: [] });
    await put(rolesOf(project, kind, id), { roles: [] });

    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: `project-access-${holder}-roles-deleted`,
        data: null,
        preData: { roles: [member], [key]: id },
      },
    ]);
  });

  test('an unknown holder is 404, a root role 400', async () => {
    const [project, id] = [await aProject(db), await aHolder()];

    expect((await put(rolesOf(project, kind, 999_999), { roles: [member] })).status).toBe(404);
    expect((await del(rolesOf(project, kind, 999_999))).status).toBe(404);
    expect((await put(rolesOf(project, kind, 2 ** 31), { roles: [member] })).status).toBe(400);
    expect(await put(rolesOf(project, kind, id), { roles: [1] })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/roles' }] },
    });
  });
});
