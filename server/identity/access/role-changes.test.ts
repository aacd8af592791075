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
import { findCaller, holdsAnyPermission } from './queries.ts';

const { db, get, post, put, del } = await testApp();

const readTokens = { name: 'READ_PROJECT_API_TOKEN' };

describe('PUT /api/admin/roles/:id', () => {
  test('accepts a modified GET response, and records the state before and after', async () => {
    const { roles: role } = (
      await post('/api/admin/roles', {
        name: unique('role'),
        description: 'unchanged',
        permissions: [readTokens],
      })
    ).body;
    const { description: _, ...shown } = (await get(`/api/admin/roles/${role.id}`)).body;
    const before = await lastEventId(db);

    const { status, body } = await put(`/api/admin/roles/${role.id}`, {
      ...shown,
      name: `${role.name} 2`,
      permissions: [...shown.permissions, { name: 'UPDATE_FEATURE' }],
    });

    const data = { id: role.id, description: 'unchanged', type: 'custom' };
    expect(status).toBe(200);
    expect(body.roles).toMatchObject({ ...data, name: `${role.name} 2` });
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'role-updated',
        data: {
          ...data,
          name: `${role.name} 2`,
          permissions: [{ name: 'UPDATE_FEATURE' }, readTokens],
        },
        preData: { ...data, name: role.name, permissions: [readTokens] },
      },
    ]);
  });

  test('an update without a change is not recorded', async () => {
    const permissions = [readTokens, { name: 'SKIP_CHANGE_REQUEST', environment: 'production' }];
    const created = await post('/api/admin/roles', { name: unique('role'), permissions });
    const role = created.body.roles;
    const before = await lastEventId(db);

    const { status, body } = await put(`/api/admin/roles/${role.id}`, {
      ...role,
      permissions: permissions.toReversed(),
    });

    expect(status).toBe(200);
    expect(body).toEqual(created.body);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('the case of the name can change; the name of another role is refused', async () => {
    const [mine, other] = [unique('mine'), unique('other')];
    const id = await aRole(db, { name: mine });
    await aRole(db, { name: other });
    const rename = (name: string) => put(`/api/admin/roles/${id}`, { name, permissions: [] });

    expect((await rename(mine.toUpperCase())).status).toBe(200);
    expect((await rename(other.toUpperCase())).body.name).toBe('NameExistsError');
  });

  test.each([1, 2, 3, 4, 5])('built-in role %i cannot be changed or deleted', async (id) => {
    const { body: role } = await get(`/api/admin/roles/${id}`);

    const changed = await put(`/api/admin/roles/${id}`, { ...role, permissions: [] });
    const deleted = await del(`/api/admin/roles/${id}`);

    expect(changed).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(deleted).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect((await get(`/api/admin/roles/${id}`)).body).toEqual(role);
  });

  test('the type cannot change, and an unknown role is 404', async () => {
    const id = await aRole(db);
    const body = { name: unique('role'), permissions: [] };

    const changed = await put(`/api/admin/roles/${id}`, { ...body, type: 'root-custom' });

    expect(changed).toMatchObject({ status: 400, body: { details: [{ path: '/body/type' }] } });
    expect((await put('/api/admin/roles/999999', body)).status).toBe(404);
  });

  test('each of several concurrent updates records the state after the previous one', async () => {
    const name = unique('role');
    const id = await aRole(db, { name });
    const before = await lastEventId(db);
    const permissions = ['UPDATE_FEATURE', 'DELETE_FEATURE', 'CREATE_FEATURE'];

    await Promise.all(
      permissions.map((permission) =>
        put(`/api/admin/roles/${id}`, { name, permissions: [{ name: permission }] }),
      ),
    );

    const events = await eventsSince(db, before);
    expect(events).toHaveLength(3);
    expect(events[1]?.preData).toEqual(events[0]?.data);
    expect(events[2]?.preData).toEqual(events[1]?.data);
  });
});

describe('DELETE /api/admin/roles/:id', () => {
  test('deletes an unused role and records its state', async () => {
    const name = unique('role');
    const id = await aRole(db, { name, permissions: [{ permission: 'UPDATE_FEATURE' }] });
    const before = await lastEventId(db);

    expect((await del(`/api/admin/roles/${id}`)).status).toBe(200);
    expect((await del(`/api/admin/roles/${id}`)).status).toBe(404);

    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'role-deleted',
        data: null,
        preData: {
          id,
          name,
          description: '',
          type: 'custom',
          permissions: [{ name: 'UPDATE_FEATURE' }],
        },
      },
    ]);
  });

  test('a role in use is not deleted, and the error contains the number of uses', async () => {
    const rootRole = await aRole(db, { type: 'root-custom' });
    const role = await aRole(db);
    await aUser(db, { rootRole });
    await aUser(db, { rootRole });
    await aGrant(db, { project: 'default', role, groupId: await aGroup(db) });

    const used = await del(`/api/admin/roles/${rootRole}`);
    const granted = await del(`/api/admin/roles/${role}`);

    expect(used).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect(used.body.message).toContain('2 users');
    expect(granted.status).toBe(400);
    expect(granted.body.message).toContain('1 grant in projects');
  });

  test('a role of deleted users only can be deleted', async () => {
    const rootRole = await aRole(db, { type: 'root-custom' });
    await aUser(db, { rootRole, deletedAt: '2024-01-01T00:00:00.000Z' });

    expect((await del(`/api/admin/roles/${rootRole}`)).status).toBe(200);
  });
});

describe('what roles allow', () => {
  test('a custom role grants its permissions in its project only', async () => {
    const [here, there] = [await aProject(db), await aProject(db)];
    const { id, token } = await aUser(db);
    const { body } = await post('/api/admin/roles', {
      name: unique('role'),
      permissions: [readTokens],
    });
    await aGrant(db, { project: here, role: body.roles.id, userId: id });
    const tokensOf = (project: string) => `/api/admin/projects/${project}/api-tokens`;

    expect((await get(tokensOf(here), { token })).status).toBe(200);
    expect((await get(tokensOf(there), { token })).status).toBe(403);
    expect((await post(tokensOf(here), {}, { token })).status).toBe(403);
  });

  test('removing a permission from a role takes effect on the next request', async () => {
    const project = await aProject(db);
    const { id, token } = await aUser(db);
    const name = unique('role');
    const role = await aRole(db, { name, permissions: [{ permission: readTokens.name }] });
    await aGrant(db, { project, role, userId: id });
    const read = () => get(`/api/admin/projects/${project}/api-tokens`, { token });
    expect((await read()).status).toBe(200);

    await put(`/api/admin/roles/${role}`, { name, permissions: [] });

    expect((await read()).status).toBe(403);
  });

  test('a permission bound to an environment applies to that environment only', async () => {
    const project = await aProject(db);
    const role = await aRole(db, {
      permissions: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
    });
    const { id } = await aUser(db);
    await aGrant(db, { project, role, userId: id });
    const caller = await findCaller(db, id);
    const isAllowedIn = async (environment?: string) =>
      caller &&
      holdsAnyPermission(db, caller, ['UPDATE_FEATURE_ENVIRONMENT'], { project, environment });

    expect(await isAllowedIn('production')).toBe(true);
    expect(await isAllowedIn('development')).toBe(false);
    expect(await isAllowedIn()).toBe(false);
  });

  test('a permission without an environment applies to all of them', async () => {
    const project = await aProject(db);
    const { id } = await aUser(db);
    await aGrant(db, { project, role: 'Member', userId: id });
    const caller = await findCaller(db, id);
    const isAllowedIn = async (environment: string) =>
      caller &&
      holdsAnyPermission(db, caller, ['UPDATE_FEATURE_ENVIRONMENT'], { project, environment });

    expect(await isAllowedIn('production')).toBe(true);
    expect(await isAllowedIn('development')).toBe(true);
  });
});
