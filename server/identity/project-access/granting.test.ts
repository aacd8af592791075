import { describe, expect, test } from 'vitest';
import { aGrant, aGroup, anApiToken, aProject, aRole, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, del } = await testApp();

const [owner, member] = [4, 5];

const accessOf = (project: string) => `/api/admin/projects/${project}/access`;
const rolesOf = (project: string, kind: 'users' | 'groups', id: number) =>
  `/api/admin/projects/${project}/${kind}/${id}/roles`;

/** A project and a user who may manage access through a custom role only. */
async function aManagedProject() {
  const project = await aProject(db);
  const managerRole = await aRole(db, {
    permissions: [{ permission: 'PROJECT_USER_ACCESS_WRITE' }],
  });
  const manager = await aUser(db);
  await aGrant(db, { project, role: managerRole, userId: manager.id });
  return { project, manager, managerRole };
}

describe('who may grant what', () => {
  test('PROJECT_USER_ACCESS_WRITE allows granting own roles only', async () => {
    const { project, manager, managerRole } = await aManagedProject();
    const { id } = await aUser(db);
    const grant = (role: number) =>
      post(accessOf(project), { roles: [role], groups: [], users: [id] }, { token: manager.token });

    expect(await grant(owner)).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect((await grant(member)).status).toBe(403);
    expect((await grant(managerRole)).status).toBe(200);
  });

  test('a role assigned through a group can be granted too', async () => {
    const { project, manager } = await aManagedProject();
    const group = await aGroup(db, { members: [manager.id] });
    const { id } = await aUser(db);
    const grant = () =>
      put(rolesOf(project, 'users', id), { roles: [member] }, { token: manager.token });
    expect((await grant()).status).toBe(403);

    await aGrant(db, { project, groupId: group, role: 'Member' });

    expect((await grant()).status).toBe(200);
  });

  test('PROJECT_USER_ACCESS_WRITE allows neither becoming an owner nor removing one', async () => {
    const { project, manager, managerRole } = await aManagedProject();
    const boss = await aUser(db);
    await aGrant(db, { project, userId: boss.id, role: 'Owner' });
    const options = { token: manager.token };
    const before = (await get(accessOf(project))).body;

    const responses = [
      await put(rolesOf(project, 'users', manager.id), { roles: [owner, managerRole] }, options),
      await del(rolesOf(project, 'users', boss.id), options),
      await put(rolesOf(project, 'users', boss.id), { roles: [managerRole] }, options),
      await put(accessOf(project), { roles: [] }, options),
      await post(
        `/api/admin/projects/${project}/role/${owner}/access`,
        { groups: [], users: [{ id: manager.id }] },
        options,
      ),
    ];

    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await get(accessOf(project))).body).toEqual(before);
  });

  test('unchanged roles in the list need no right to grant them', async () => {
    const { project, manager, managerRole } = await aManagedProject();
    const [boss, other] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project, userId: boss.id, role: 'Owner' });

    const { status } = await put(
      accessOf(project),
      {
        roles: [
          { id: owner, users: [boss.id], groups: [] },
          { id: managerRole, users: [manager.id, other.id], groups: [] },
        ],
      },
      { token: manager.token },
    );

    expect(status).toBe(200);
  });

  test('an owner grants any role in their own project only', async () => {
    const [here, there] = [await aProject(db), await aProject(db)];
    const [boss, other] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project: here, userId: boss.id, role: 'Owner' });
    const body = { roles: [owner, await aRole(db)], groups: [], users: [other.id] };

    expect((await post(accessOf(here), body, { token: boss.token })).status).toBe(200);
    expect((await post(accessOf(there), body, { token: boss.token })).status).toBe(403);
  });

  test('an Editor cannot grant other roles, not even in project default', async () => {
    const editor = await aUser(db, { rootRole: 'Editor' });
    const { id } = await aUser(db);
    const body = { roles: [owner], groups: [], users: [id] };
    const elsewhere = await aProject(db);

    expect((await post(accessOf('default'), body, { token: editor.token })).status).toBe(403);
    expect((await post(accessOf(elsewhere), body, { token: editor.token })).status).toBe(403);
  });

  test('an admin token can grant roles', async () => {
    const project = await aProject(db);
    const { id } = await aUser(db);
    const token = await anApiToken(db, { type: 'admin' });

    const { status } = await put(rolesOf(project, 'users', id), { roles: [owner] }, { token });

    expect(status).toBe(200);
  });
});

describe('projects that cannot be changed', () => {
  test('the access of an archived project is read-only', async () => {
    const project = await aProject(db, { archivedAt: '2024-01-01T00:00:00.000Z' });
    const [{ id }, group] = [await aUser(db), await aGroup(db)];

    const responses = [
      await post(accessOf(project), { roles: [member], groups: [], users: [id] }),
      await put(accessOf(project), { roles: [] }),
      await put(rolesOf(project, 'users', id), { roles: [member] }),
      await del(rolesOf(project, 'groups', group)),
    ];

    expect(responses.map(({ body }) => body.name)).toEqual(responses.map(() => 'ConflictError'));
    expect((await get(accessOf(project))).status).toBe(200);
  });

  test('a project that does not exist is 404', async () => {
    expect((await get(accessOf('moon'))).status).toBe(404);
    expect((await put(accessOf('moon'), { roles: [] })).status).toBe(404);
  });
});

describe('what grants allow', () => {
  test('granting a role to a group and revoking it take effect on the next request', async () => {
    const project = await aProject(db);
    const { id, token } = await aUser(db);
    const group = await aGroup(db, { members: [id] });
    const read = () => get(`/api/admin/projects/${project}/api-tokens`, { token });
    expect((await read()).status).toBe(403);

    await put(rolesOf(project, 'groups', group), { roles: [member] });
    expect((await read()).status).toBe(200);

    await del(rolesOf(project, 'groups', group));
    expect((await read()).status).toBe(403);
  });

  test('a private project is visible through a group with a role, and hidden after leaving it', async () => {
    const project = await aProject(db, { mode: 'private' });
    const { id, token } = await aUser(db);
    const group = await aGroup(db, { members: [id] });
    const role = await aRole(db);
    const see = () => get(accessOf(project), { token });
    expect(await see()).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });

    await post(accessOf(project), { roles: [role], groups: [group], users: [] });
    expect((await see()).status).toBe(403);

    await put(`/api/admin/groups/${group}`, { users: [] });
    expect((await see()).status).toBe(404);
  });
});
