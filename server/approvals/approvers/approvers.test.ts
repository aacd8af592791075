import { beforeEach, describe, expect, test } from 'vitest';
import { aGrant, aGroup, anApiToken, aUser, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aProtection,
  aReviewer,
  aUserWithPermissions,
} from '../../testing/change-requests.ts';

const { db, get, put, admin } = await testApp();

let project: string;
let author: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  author = await aUser(db);
});

const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id);

describe('GET …/environments/:environment/change-requests/approvers', () => {
  const pathOf = (environment = 'development') =>
    `/api/admin/projects/${project}/environments/${environment}/change-requests/approvers`;

  test('names Owners, members of groups and Admins, who come last', async () => {
    const owner = await aUser(db, { name: 'Ben' });
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });
    const [member, deactivated] = [await aUser(db, { name: 'ada' }), await aUser(db)];
    const groupId = await aGroup(db, { name: 'Platform', members: [member.id, deactivated.id] });
    await aGrant(db, { project, groupId, role: 'Owner' });
    await aGrant(db, { project, userId: author.id, role: 'Member' });
    await db
      .updateTable('users')
      .set({ deactivated_at: '2026-01-01' })
      .where('id', '=', deactivated.id)
      .execute();

    const { body } = await get(pathOf());

    expect(body).toMatchObject({ total: 3, admins: 1, groupTotal: 1 });
    expect(idsOf(body.approvers)).toEqual([member.id, owner.id, admin.id]);
    expect(body.approvers[0]).toMatchObject({ name: 'ada' });
    expect(body.groups).toEqual([{ id: groupId, name: 'Platform', members: 1 }]);
  });

  test('is for those who may change the settings, and 404 for an unknown environment', async () => {
    const owner = await aUser(db);
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });

    expect((await get(pathOf(), { token: author.token })).status).toBe(403);
    expect((await get(pathOf(), { token: owner.token })).status).toBe(200);
    expect((await get(pathOf('nowhere'))).status).toBe(404);
  });

  test('names 20 of many, and counts all', async () => {
    for (let count = 0; count < 21; count++) await aReviewer(db, project);

    const { body } = await get(pathOf());

    expect([body.approvers.length, body.total]).toEqual([20, 22]);
  });
});

describe('GET …/change-requests/:id/approvers', () => {
  const read = async (id: number, { token }: { token: string }) =>
    (await get(`/api/admin/projects/${project}/change-requests/${id}/approvers`, { token })).body;
  const aRequest = () => aChangeRequest(db, { project, author: author.id, state: 'In review' });

  test('an Owner can approve and apply, and is named as one who can', async () => {
    const owner = await aUser(db);
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });
    const id = await aRequest();

    expect(await read(id, owner)).toMatchObject({
      total: 2,
      remaining: 2,
      missingApprovals: 1,
      mayApprove: true,
      obstacle: null,
    });
    const path = `/api/admin/projects/${project}/change-requests/${id}/state`;
    expect((await put(path, { state: 'Approved' }, { token: owner.token })).status).toBe(200);
    expect((await put(path, { state: 'Applied' }, { token: owner.token })).status).toBe(200);
  });

  test('returns why the caller cannot', async () => {
    const reviewer = await aReviewer(db, project);
    const draft = await aChangeRequest(db, { project, author: (await aUser(db)).id });
    const other = await aUser(db);
    const open = await aChangeRequest(db, {
      project,
      author: reviewer.id,
      state: 'In review',
      minApprovals: 2,
    });
    const path = `/api/admin/projects/${project}/change-requests/${open}/state`;
    const token = await anApiToken(db, { type: 'admin' });
    const obstacle = async (request: number, as: { token: string }) =>
      (await read(request, as)).obstacle;

    expect(await obstacle(draft, admin)).toBe('state');
    expect(await obstacle(await aRequest(), author)).toBe('author');
    expect(await obstacle(open, other)).toBe('permission');
    expect(await obstacle(open, reviewer)).toBe('author');
    expect(await obstacle(open, { token })).toBe('token');
    await put(path, { state: 'Approved' });
    expect(await read(open, admin)).toMatchObject({ obstacle: 'approved', remaining: 0 });
    await aProtection(db, { project, approvals: 2, authorMayApprove: true });
    expect(await read(open, reviewer)).toMatchObject({ obstacle: null, remaining: 1 });
    await aProtection(db, { project, approvals: null });
    expect(await obstacle(open, reviewer)).toBe('disabled');
  });

  test('those who lack the permission in an environment that it takes effect in are not named', async () => {
    await aProtection(db, { project, environment: 'production' });
    const one = await aUserWithPermissions(db, project, ['APPROVE_CHANGE_REQUEST'], 'development');
    const id = await aRequest();
    expect(idsOf((await read(id, one)).approvers)).toEqual([one.id, admin.id]);

    await db
      .updateTable('change_request_changes')
      .set({ action: 'archiveFeature' })
      .where('change_request_id', '=', id)
      .execute();

    expect(await read(id, one)).toMatchObject({
      approvers: [{ id: admin.id }],
      obstacle: 'permission',
      missingIn: 'production',
    });
  });
});
