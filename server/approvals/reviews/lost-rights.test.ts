import { beforeEach, describe, expect, test } from 'vitest';
import { aFlag, aGrant, aGroup, aRole, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aProtectedProject,
  aProtection,
  aReviewer,
  aUserWithPermissions,
  isEnabled,
} from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import { inTransaction } from '../../transactions.ts';
import { applyNextDue } from '../schedules/commands.ts';

const { db, get, post, put, del, admin } = await testApp();

let project: string;
let flag: string;
let author: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db, { approvals: 2 });
  flag = await aFlag(db, { project });
  author = await aUser(db);
});

const later = '2100-01-01T00:00:00.000Z';
const requests = () => `/api/admin/projects/${project}/change-requests`;
const switchOn = () => ({ feature: flag, action: 'updateEnabled', payload: { enabled: true } });

async function propose(change: object): Promise<number> {
  const path = `/api/admin/projects/${project}/environments/development/change-requests`;
  const { body, status } = await post(path, change, { token: author.token });
  expect(status, JSON.stringify(body)).toBe(200);
  await changeState(body.id, 'In review', author);
  return body.id;
}

const changeState = (id: number, state: string, { token }: { token: string }) =>
  put(
    `${requests()}/${id}/state`,
    { state, ...(state === 'Scheduled' ? { scheduledAt: later } : {}) },
    { token },
  );

async function approvedBy(...reviewers: readonly TestUser[]): Promise<number> {
  const id = await propose(switchOn());
  for (const reviewer of reviewers) await changeState(id, 'Approved', reviewer);
  expect(await read(id)).toMatchObject({ state: 'Approved' });
  return id;
}

const read = async (id: number) => (await get(`${requests()}/${id}`)).body;
const removeAccess = ({ id }: TestUser) => del(`/api/admin/projects/${project}/users/${id}/roles`);

async function runDue(id: number) {
  await db
    .updateTable('change_request_schedules')
    .set({ scheduled_at: '2020-01-01T00:00:00.000Z' })
    .where('change_request_id', '=', id)
    .execute();
  return inTransaction(db, applyNextDue);
}

describe('an approval counts as long as its author may approve', () => {
  test('without it the request is in review again, until another user approves it', async () => {
    const [one, other, third] = [
      await aReviewer(db, project),
      await aReviewer(db, project),
      await aReviewer(db, project),
    ];
    const id = await approvedBy(one, other);

    await removeAccess(one);
    const shown = await read(id);
    const pending = (await get(`${requests()}/pending/${flag}`)).body;
    const { body: counts } = await get(`${requests()}/count`);
    const { body: found } = await get(
      `/api/admin/search/change-requests?createdBy=IS:${author.id}`,
    );
    const { body: actionable } = await get(`${requests()}/actionable`, { token: third.token });
    const refused = await changeState(id, 'Applied', other);
    const unscheduled = await changeState(id, 'Scheduled', other);

    const [approval] = shown.approvals;
    expect(shown).toMatchObject({ state: 'In review', minApprovals: 2 });
    expect([shown.approvals.length, approval.createdBy.id]).toEqual([1, other.id]);
    expect(pending).toEqual([shown]);
    expect(counts).toMatchObject({ approved: 0, reviewRequired: 1 });
    expect(found.changeRequests).toMatchObject([{ id, state: 'In review' }]);
    expect(actionable).toEqual({ total: 1 });
    expect(refused).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(refused.body.message).toBe(
      `Change request ${id} is In review and cannot become Applied. It can become Approved, ` +
        'Rejected, Cancelled. It needs 1 more approval by users who may approve it.',
    );
    expect(unscheduled.status).toBe(409);
    expect((await changeState(id, 'Approved', third)).body).toEqual({ state: 'Approved' });
    expect((await changeState(id, 'Applied', other)).status).toBe(200);
    expect((await read(id)).approvals).toHaveLength(3);
  });

  test.each<[string, (reviewer: TestUser) => Promise<unknown>]>([
    ['the user is deleted', ({ id }) => del(`/api/admin/user-admin/${id}`)],
    ['the role is removed', removeAccess],
    [
      'the role is limited to another environment',
      async ({ id }) => {
        const permission = { permission: 'APPROVE_CHANGE_REQUEST', environment: 'production' };
        const role = await aRole(db, { permissions: [permission] });
        await put(`/api/admin/projects/${project}/users/${id}/roles`, { roles: [role] });
      },
    ],
  ])('not if %s', async (_, lose) => {
    const [one, other] = [await aReviewer(db, project), await aReviewer(db, project)];
    const id = await approvedBy(one, other);

    await lose(one);

    expect((await read(id)).state).toBe('In review');
    expect((await changeState(id, 'Applied', other)).status).toBe(409);
  });

  test('by a group or a root role, and again once the right is back', async () => {
    const member = await aUser(db);
    const groupId = await aGroup(db, { members: [member.id] });
    const role = await aRole(db, { permissions: [{ permission: 'APPROVE_CHANGE_REQUEST' }] });
    await aGrant(db, { project, groupId, role });
    const id = await approvedBy(member, admin);

    await put(`/api/admin/projects/${project}/groups/${groupId}/roles`, { roles: [5] });
    const without = (await read(id)).state;
    await put(`/api/admin/projects/${project}/groups/${groupId}/roles`, { roles: [role] });

    expect([without, (await read(id)).state]).toEqual(['In review', 'Approved']);
  });

  test('that of the request’s author, while the settings allow it', async () => {
    await aProtection(db, { project, approvals: 1, authorMayApprove: true });
    author = await aReviewer(db, project);
    const id = await approvedBy(author);
    const settings = `/api/admin/projects/${project}/environments/development/change-requests/config`;

    await put(settings, { changeRequestsEnabled: true, authorMayApprove: false });

    expect((await read(id)).state).toBe('In review');
  });

  test('in each environment that the request takes effect in', async () => {
    await aProtection(db, { project, environment: 'production', approvals: 1 });
    const everywhere = await aUser(db);
    const role = (environment: string) =>
      aRole(db, { permissions: [{ permission: 'APPROVE_CHANGE_REQUEST', environment }] });
    const [here, there] = [await role('development'), await role('production')];
    for (const each of [here, there]) {
      await aGrant(db, { project, userId: everywhere.id, role: each });
    }
    const id = await propose({ feature: flag, action: 'archiveFeature' });
    for (const each of [everywhere, admin]) await changeState(id, 'Approved', each);
    expect((await read(id)).state).toBe('Approved');

    await put(`/api/admin/projects/${project}/users/${everywhere.id}/roles`, { roles: [here] });

    expect((await read(id)).state).toBe('In review');
  });

  test('a scheduled request fails at its time, and can be approved and scheduled again', async () => {
    const [one, other, third] = [
      await aReviewer(db, project),
      await aReviewer(db, project),
      await aReviewer(db, project),
    ];
    const id = await approvedBy(one, other);
    await changeState(id, 'Scheduled', other);
    await removeAccess(one);

    expect(await runDue(id)).toMatchObject({ changeRequestId: id });
    const { state, schedule } = await read(id);
    const refused = await changeState(id, 'Applied', other);
    const approved = await changeState(id, 'Approved', third);
    const scheduled = await changeState(id, 'Scheduled', other);

    expect(state).toBe('Scheduled');
    expect(schedule).toMatchObject({
      status: 'failed',
      reason: 'It needs 1 more approval by users who may approve it.',
    });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.message).toContain('It can become Approved, Rejected. It needs 1 more');
    expect(approved).toMatchObject({ status: 200, body: { state: 'Scheduled' } });
    expect(scheduled.status).toBe(200);
    expect(await runDue(id)).toBe('applied');
    expect(await isEnabled(db, flag)).toBe(true);
  });
});

describe('who scheduled a request must be able to apply it', () => {
  test('at its time, in each environment that it takes effect in', async () => {
    await aProtection(db, { project, environment: 'production' });
    const rights = ['APPLY_CHANGE_REQUEST'];
    const scheduler = await aUserWithPermissions(db, project, rights, 'development');
    const there = await aRole(db, {
      permissions: [{ permission: 'APPLY_CHANGE_REQUEST', environment: 'production' }],
    });
    const grant = { project, userId: scheduler.id, role: there };
    await aGrant(db, grant);
    const id = await propose({ feature: flag, action: 'archiveFeature' });
    for (const each of [await aReviewer(db, project), admin]) {
      await changeState(id, 'Approved', each);
    }
    expect((await changeState(id, 'Scheduled', scheduler)).status).toBe(200);

    await db.deleteFrom('role_grants').where('role_id', '=', there).execute();

    expect(await runDue(id)).toMatchObject({ changeRequestId: id });
    expect((await read(id)).schedule.reason).toBe(
      `${scheduler.username}, who scheduled it, may no longer apply change requests in environment "production".`,
    );
    expect((await get(`/api/admin/projects/${project}/features/${flag}`)).body.archived).toBe(
      false,
    );
  });

  test('when it is scheduled and at its time, also where others use its shared segment', async () => {
    const id = await aSegment(db);
    const payload = { id, name: unique('s'), constraints: [] };
    const request = await propose({ action: 'updateSegment', payload });
    const editor = await aUser(db, { rootRole: 'Editor' });
    const role = await aRole(db, {
      permissions: [
        { permission: 'APPROVE_CHANGE_REQUEST' },
        { permission: 'APPLY_CHANGE_REQUEST' },
      ],
    });
    await aGrant(db, { project, userId: editor.id, role });
    const reviewer = await aReviewer(db, project);
    for (const each of [editor, reviewer]) await changeState(request, 'Approved', each);

    const refused = await changeState(request, 'Scheduled', reviewer);
    const scheduled = await changeState(request, 'Scheduled', editor);
    const other = await aProtectedProject(db);
    await aStrategy(db, { flag: await aFlag(db, { project: other }), segments: [id] });

    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.message).toBe('You need the permission UPDATE_SEGMENT.');
    expect(scheduled.status).toBe(200);
    expect(await runDue(request)).toMatchObject({ changeRequestId: request });
    expect(await inTransaction(db, applyNextDue)).toBe('none');
    expect((await read(request)).schedule.reason).toContain(`of project "${other}" need a change`);
    expect((await changeState(request, 'Scheduled', editor)).status).toBe(403);
  });
});
