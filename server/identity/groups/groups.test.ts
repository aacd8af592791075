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
import { findCaller } from '../access/queries.ts';

const { db, get, post, put, del, admin } = await testApp();

const members = (...ids: number[]) => ids.map((id) => ({ user: { id } }));

describe('POST /api/admin/groups', () => {
  test('creates a group with members, and the event contains their ids', async () => {
    const first = await aUser(db, { email: `${unique('a')}@example.org` });
    const second = await aUser(db, { name: 'Zoe' });
    const name = unique('group');
    const before = await lastEventId(db);

    const { status, body } = await post('/api/admin/groups', {
      name: ` ${name} `,
      description: 'Front end',
      mappingsSSO: ['web', 'web'],
      rootRole: 2,
      users: members(second.id, first.id, first.id),
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name,
      description: 'Front end',
      mappingsSSO: ['web'],
      rootRole: 2,
      createdBy: admin.username,
      createdAt: expect.any(String),
      users: [
        {
          joinedAt: expect.any(String),
          createdBy: admin.username,
          user: {
            id: first.id,
            username: first.username,
            email: expect.stringContaining('@example.org'),
            imageUrl: expect.stringMatching(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}/),
          },
        },
        {
          joinedAt: expect.any(String),
          createdBy: admin.username,
          user: {
            id: second.id,
            name: 'Zoe',
            username: second.username,
            imageUrl: expect.any(String),
          },
        },
      ],
      projects: [],
      userCount: 2,
    });
    const { projects: _, userCount: __, ...data } = body;
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'group-created',
        project: null,
        environment: null,
        createdBy: admin.username,
        createdByUserId: admin.id,
        data: { ...data, users: [first.id, second.id] },
        preData: null,
      },
    ]);
  });

  test('only the name is required', async () => {
    const { status, body } = await post('/api/admin/groups', { name: unique('group') });

    expect(status).toBe(201);
    expect(body).toMatchObject({ description: null, mappingsSSO: [], rootRole: null, users: [] });
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['an empty name', { name: '' }, '/body/name'],
    ['a blank name', { name: '\t' }, '/body/name'],
    ['a name over 255 characters', { name: 'x'.repeat(256) }, '/body/name'],
    ['a description over 1000 characters', { description: 'x'.repeat(1001) }, '/body/description'],
    ['an unknown role', { rootRole: 999_999 }, '/body/rootRole'],
    ['a project role', { rootRole: 4 }, '/body/rootRole'],
    ['an unknown user', { users: members(999_999) }, '/body/users'],
    ['an id beyond the range of ids', { users: members(2 ** 31) }, '/body/users/0/user/id'],
  ])('%s is refused, and the error names it', async (_, input, path) => {
    const { status, body } = await post('/api/admin/groups', { name: unique('group'), ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path }] });
  });

  test('a name of 255 characters is accepted', async () => {
    const name = unique('g').padEnd(255, 'x');

    expect((await post('/api/admin/groups', { name })).status).toBe(201);
  });

  test('the root role can be root-custom, not custom', async () => {
    const [custom, rootCustom] = [await aRole(db), await aRole(db, { type: 'root-custom' })];
    const create = (rootRole: number) =>
      post('/api/admin/groups', { name: unique('group'), rootRole });

    expect((await create(custom)).status).toBe(400);
    expect((await create(rootCustom)).status).toBe(201);
  });

  test('a deleted user cannot be a member', async () => {
    const { id } = await aUser(db, { deletedAt: '2024-01-01T00:00:00.000Z' });

    const { status, body } = await post('/api/admin/groups', {
      name: unique('group'),
      users: members(admin.id, id),
    });

    expect(status).toBe(400);
    expect(body.message).toBe(`User ${id} does not exist.`);
  });

  test('of two concurrent requests with names that differ only in case, one succeeds', async () => {
    const name = unique('group');

    const responses = await Promise.all([
      post('/api/admin/groups', { name }),
      post('/api/admin/groups', { name: name.toUpperCase() }),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
  });
});

describe('GET /api/admin/groups', () => {
  test('returns the members of a group and its projects without duplicates', async () => {
    const [one, two] = [await aProject(db), await aProject(db)].sort() as [string, string];
    const id = await aGroup(db, { members: [admin.id] });
    await aGrant(db, { project: two, groupId: id, role: 'Member' });
    await aGrant(db, { project: two, groupId: id, role: 'Owner' });
    await aGrant(db, { project: one, groupId: id });

    const { body } = await get('/api/admin/groups');

    const group = body.groups.find((candidate: { id: number }) => candidate.id === id);
    expect(group).toMatchObject({ projects: [one, two], userCount: 1 });
    expect(group.users[0].user.username).toBe(admin.username);
    expect((await get(`/api/admin/groups/${id}`)).body).toEqual(group);
  });

  test('an unknown group is 404', async () => {
    expect((await get('/api/admin/groups/999999')).status).toBe(404);
    expect((await put('/api/admin/groups/999999', { name: 'x' })).status).toBe(404);
    expect((await del('/api/admin/groups/999999')).status).toBe(404);
  });
});

describe('PUT /api/admin/groups/:id', () => {
  test('omitted properties are unchanged; users replaces the members and retains joinedAt', async () => {
    const [retained, removed, added] = [await aUser(db), await aUser(db), await aUser(db)];
    const name = unique('group');
    const { body: group } = await post('/api/admin/groups', {
      name,
      description: 'unchanged',
      users: members(retained.id, removed.id),
    });
    const before = await lastEventId(db);

    const { status, body } = await put(`/api/admin/groups/${group.id}`, {
      rootRole: 3,
      users: members(retained.id, added.id),
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name, description: 'unchanged', rootRole: 3, userCount: 2 });
    expect(body.users).toContainEqual(group.users[0]);
    const { projects: _, userCount: __, ...data } = group;
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'group-updated',
        data: { ...data, rootRole: 3, users: [retained.id, added.id] },
        preData: { ...data, users: [retained.id, removed.id] },
      },
    ]);
  });

  test('sending back a GET response changes nothing and is not recorded', async () => {
    const { body: group } = await post('/api/admin/groups', {
      name: unique('group'),
      users: members(admin.id),
    });
    const before = await lastEventId(db);

    const { status, body } = await put(`/api/admin/groups/${group.id}`, group);

    expect(status).toBe(200);
    expect(body).toEqual(group);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('null removes the description and the root role', async () => {
    const { body: group } = await post('/api/admin/groups', {
      name: unique('group'),
      description: 'x',
      rootRole: 2,
    });

    const { body } = await put(`/api/admin/groups/${group.id}`, {
      description: null,
      rootRole: null,
    });

    expect(body).toEqual({ ...group, description: null, rootRole: null });
  });

  test('the case of the name can change; the name of another group is refused', async () => {
    const [mine, other] = [unique('mine'), unique('other')];
    const id = await aGroup(db, { name: mine });
    await aGroup(db, { name: other });
    const rename = (name: string) => put(`/api/admin/groups/${id}`, { name });

    expect((await rename(mine.toUpperCase())).status).toBe(200);
    expect(await rename(other.toUpperCase())).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    });
    expect((await rename(' ')).status).toBe(400);
  });

  test('each of several concurrent updates records the state after the previous one', async () => {
    const users = [await aUser(db), await aUser(db), await aUser(db)];
    const id = await aGroup(db);
    const before = await lastEventId(db);

    await Promise.all(
      users.map((user) => put(`/api/admin/groups/${id}`, { users: members(user.id) })),
    );

    const events = await eventsSince(db, before);
    expect(events).toHaveLength(3);
    expect(events[1]?.preData).toEqual(events[0]?.data);
    expect(events[2]?.preData).toEqual(events[1]?.data);
    expect((await get(`/api/admin/groups/${id}`)).body.userCount).toBe(1);
  });
});

describe('DELETE /api/admin/groups/:id', () => {
  test('revokes the roles of the group, recorded in each project, then deletes the group', async () => {
    const [one, two] = [await aProject(db), await aProject(db)].sort() as [string, string];
    const { id: userId, token } = await aUser(db);
    const name = unique('group');
    const id = await aGroup(db, { name, members: [userId] });
    await aGrant(db, { project: two, groupId: id, role: 'Member' });
    await aGrant(db, { project: one, groupId: id, role: 'Member' });
    await aGrant(db, { project: one, groupId: id, role: 'Owner' });
    const read = () => get(`/api/admin/projects/${one}/api-tokens`, { token });
    expect((await read()).status).toBe(200);
    const before = await lastEventId(db);

    expect((await del(`/api/admin/groups/${id}`)).status).toBe(200);

    expect((await read()).status).toBe(403);
    expect((await get(`/api/admin/groups/${id}`)).status).toBe(404);
    const revoked = 'project-access-group-roles-deleted';
    expect(await eventsSince(db, before)).toMatchObject([
      { type: revoked, project: one, data: null, preData: { roles: [4, 5], groupId: id } },
      { type: revoked, project: two, data: null, preData: { roles: [5], groupId: id } },
      { type: 'group-deleted', project: null, data: null, preData: { id, name, users: [userId] } },
    ]);
  });
});

describe('DELETE /api/admin/groups/:id while a project grants it a role', () => {
  test.each([1, 2, 3])(
    'in either order, no grant remains and every change is recorded (%i)',
    async () => {
      const project = await aProject(db);
      const id = await aGroup(db);
      await aGrant(db, { project, groupId: id, role: 'Member' });
      const before = await lastEventId(db);

      const [granted, deleted] = await Promise.all([
        put(`/api/admin/projects/${project}/groups/${id}/roles`, { roles: [4] }),
        del(`/api/admin/groups/${id}`),
      ]);

      const revoked = (role: number) => ({
        type: 'project-access-group-roles-deleted',
        preData: { roles: [role], groupId: id },
      });
      const grantedFirst = [
        { type: 'project-access-group-roles-updated' },
        revoked(4),
        { type: 'group-deleted' },
      ];
      expect(deleted.status).toBe(200);
      expect([200, 404, 409]).toContain(granted.status);
      expect(await eventsSince(db, before)).toMatchObject(
        granted.status === 200 ? grantedFirst : [revoked(5), { type: 'group-deleted' }],
      );
      expect((await get(`/api/admin/projects/${project}/access`)).body.groups).toEqual([]);
    },
  );
});

describe('permissions of group members', () => {
  test('the root role of a group takes effect on the next request, and so does its removal', async () => {
    const { id: userId, token } = await aUser(db);
    const id = await aGroup(db, { members: [userId] });
    const read = () => get('/api/admin/groups', { token });
    expect((await read()).status).toBe(403);

    await put(`/api/admin/groups/${id}`, { rootRole: 1 });
    expect((await read()).status).toBe(200);

    await put(`/api/admin/groups/${id}`, { users: [] });
    expect((await read()).status).toBe(403);
  });

  test('a Viewer in a group whose root role is Editor is not restricted', async () => {
    const project = await aProject(db, { mode: 'private' });
    const { id: userId, token } = await aUser(db);
    const see = () => get(`/api/admin/projects/${project}/api-tokens`, { token });
    expect((await see()).status).toBe(404);
    expect(await findCaller(db, userId)).toMatchObject({ restricted: true });

    await aGroup(db, { members: [userId], rootRole: 'Editor' });

    expect((await see()).status).toBe(403);
    expect(await findCaller(db, userId)).toMatchObject({ restricted: false, admin: false });
  });

  test('a group whose root role is Viewer does not lift the restriction', async () => {
    const { id: userId } = await aUser(db);

    await aGroup(db, { members: [userId], rootRole: 'Viewer' });

    expect(await findCaller(db, userId)).toMatchObject({ restricted: true });
  });
});
