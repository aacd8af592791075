import { describe, expect, test } from 'vitest';
import { aGrant, aProject, aUser, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject } from '../../testing/change-requests.ts';

const { db, get, put } = await testApp();

const settings = async (project: string) =>
  (await get(`/api/admin/projects/${project}/change-requests/config`)).body;

const change = (project: string, body: unknown, options = {}) =>
  put(
    `/api/admin/projects/${project}/environments/development/change-requests/config`,
    body,
    options,
  );

describe('GET /api/admin/projects/:projectId/change-requests/config', () => {
  test('returns one row for each environment of the project, in sort order', async () => {
    const project = await aProtectedProject(db, { approvals: 3 });

    expect(await settings(project)).toEqual([
      {
        environment: 'development',
        type: 'development',
        changeRequestEnabled: true,
        requiredApprovals: 3,
      },
      {
        environment: 'production',
        type: 'production',
        changeRequestEnabled: false,
        requiredApprovals: null,
      },
    ]);
  });
});

describe('PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config', () => {
  test('enables change requests with one approval, and records an event', async () => {
    const project = await aProject(db);
    const before = await lastEventId(db);

    const { status } = await change(project, { changeRequestsEnabled: true });
    await change(project, { changeRequestsEnabled: true });

    expect(status).toBe(200);
    expect((await settings(project))[0]).toMatchObject({ requiredApprovals: 1 });
    const data = { changeRequestsEnabled: true, requiredApprovals: 1, authorMayApprove: false };
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'change-request-configuration-updated',
        project,
        environment: 'development',
        featureName: null,
        data,
        preData: { ...data, changeRequestsEnabled: false, requiredApprovals: null },
      },
    ]);
  });

  test('missing properties are unchanged; disabling removes the required approvals', async () => {
    const project = await aProject(db);
    const input = { changeRequestsEnabled: true, requiredApprovals: 4, authorMayApprove: true };
    await change(project, input);
    await change(project, { changeRequestsEnabled: true });
    expect((await settings(project))[0]).toMatchObject({
      requiredApprovals: 4,
      authorMayApprove: true,
    });

    await change(project, { changeRequestsEnabled: false });

    expect((await settings(project))[0]).toMatchObject({
      changeRequestEnabled: false,
      requiredApprovals: null,
    });
  });

  test.each([
    [0, 400],
    [1, 200],
    [10, 200],
    [11, 400],
  ])('%i approvals: %i', async (requiredApprovals, status) => {
    const project = await aProject(db);

    const response = await change(project, { changeRequestsEnabled: true, requiredApprovals });

    expect(response.status).toBe(status);
  });

  test('0 approvals are accepted where change requests are disabled', async () => {
    const project = await aProtectedProject(db, { approvals: 1 });
    const body = { changeRequestsEnabled: false, requiredApprovals: 0 };

    expect((await change(project, body)).status).toBe(200);
    expect((await settings(project))[0]).toMatchObject({ requiredApprovals: null });
  });

  test('an environment that the project does not have is not found', async () => {
    const project = await aProject(db, { environments: ['production'] });

    expect(await change(project, { changeRequestsEnabled: true })).toMatchObject({ status: 404 });
  });

  test('owners may change it, members may not', async () => {
    const project = await aProject(db);
    const [owner, member] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });
    await aGrant(db, { project, userId: member.id, role: 'Member' });
    const body = { changeRequestsEnabled: true };

    expect((await change(project, body, { token: member.token })).status).toBe(403);
    expect((await change(project, body, { token: owner.token })).status).toBe(200);
  });
});
