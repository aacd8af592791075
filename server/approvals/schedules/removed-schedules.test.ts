import { describe, expect, test } from 'vitest';
import { aFlag, aUser, changesSince, lastEventId, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aReviewer,
  aUserWithPermissions,
  strategyRow,
} from '../../testing/change-requests.ts';
import { aStrategy } from '../../testing/targeting.ts';

const { db, get, put, post, del } = await testApp();

const pathOf = (project: string, id: number) =>
  `/api/admin/projects/${project}/change-requests/${id}`;

/** A scheduled request that switches a flag on. */
async function aScheduledRequest() {
  const project = await aProtectedProject(db);
  const flag = await aFlag(db, { project });
  const author = await aUser(db);
  const request = { project, author: author.id, flag, state: 'Scheduled' } as const;
  const id = await aChangeRequest(db, request);
  const remove = ({ token }: TestUser) => del(`${pathOf(project, id)}/schedule`, { token });
  const read = async () => (await get(pathOf(project, id))).body;
  return { project, flag, author, id, remove, read };
}

describe('DELETE /api/admin/projects/:projectId/change-requests/:id/schedule', () => {
  test('leaves the request approved, so that its author can edit or cancel it', async () => {
    const { project, flag, author, id, remove, read } = await aScheduledRequest();
    const before = await lastEventId(db);

    expect((await remove(author)).status).toBe(204);

    const approved = await read();
    expect(approved).toMatchObject({ state: 'Approved', approvals: [{}] });
    expect(approved).not.toHaveProperty('schedule');
    expect(approved.history.at(-1)).toMatchObject({
      action: 'unscheduled',
      createdBy: { id: author.id },
    });
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'change-request-schedule-removed', project, data: { changeRequestId: id } },
    ]);
    const change = `${pathOf(project, id)}/changes/${approved.features[0].changes[0].id}`;
    const edit = { feature: flag, action: 'updateEnabled', payload: { enabled: false } };
    expect((await put(change, edit, author)).body.state).toBe('In review');
    const cancelled = await put(`${pathOf(project, id)}/state`, { state: 'Cancelled' }, author);
    expect(cancelled.body).toEqual({ state: 'Cancelled' });
  });

  test('lets an edit solve the conflict that suspended the schedule', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const strategy = await aStrategy(db, { flag, title: 'Old' });
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const environment = `/api/admin/projects/${project}/environments/development`;
    const payload = { id: strategy, title: 'Proposed' };
    const wanted = { feature: flag, action: 'updateStrategy', payload };
    const { id, features } = (await post(`${environment}/change-requests`, wanted, author)).body;
    const become = (state: object, { token }: TestUser) =>
      put(`${pathOf(project, id)}/state`, state, { token });
    const schedule = { state: 'Scheduled', scheduledAt: '2100-01-01T00:00:00.000Z' };
    await become({ state: 'In review' }, author);
    await become({ state: 'Approved' }, reviewer);
    await become(schedule, reviewer);
    const strategies = `/api/admin/projects/${project}/features/${flag}/environments/development/strategies`;
    await put(`${strategies}/${strategy}`, { title: 'New' });
    const refused = await become(schedule, reviewer);

    await del(`${pathOf(project, id)}/schedule`, author);
    await put(`${pathOf(project, id)}/changes/${features[0].changes[0].id}`, wanted, author);
    await become({ state: 'Approved' }, reviewer);
    const applied = await become({ state: 'Applied' }, reviewer);

    expect([refused.status, applied.body.state]).toEqual([409, 'Applied']);
    expect(await strategyRow(db, strategy)).toMatchObject({ title: 'Proposed' });
  });

  test('leaves one that lost its approval in review', async () => {
    const { id, author, remove, read } = await aScheduledRequest();
    await db.deleteFrom('change_request_approvals').where('change_request_id', '=', id).execute();

    await remove(author);

    expect((await read()).state).toBe('In review');
  });

  test('is for its author, Admins and those who can apply it', async () => {
    const one = await aScheduledRequest();
    const other = await aScheduledRequest();
    const approver = await aUserWithPermissions(db, one.project, ['APPROVE_CHANGE_REQUEST']);

    const refused = await one.remove(approver);
    const applier = await one.remove(await aReviewer(db, one.project));
    const admin = await other.remove(await aUser(db, { rootRole: 'Admin' }));

    expect(refused.body.message).toContain('APPLY_CHANGE_REQUEST');
    expect([refused.status, applier.status, admin.status]).toEqual([403, 204, 204]);
  });

  test('is a 409 if it is not scheduled, or its author has another pending request', async () => {
    const { project, author, remove } = await aScheduledRequest();
    const draft = await aChangeRequest(db, { project, author: author.id });

    const refused = await remove(author);
    await del(pathOf(project, draft), author);
    await remove(author);
    const repeated = await remove(author);

    expect([refused.status, repeated.status]).toEqual([409, 409]);
    expect(refused.body.message).toContain(`already has change request ${draft}`);
    expect(repeated.body.message).toMatch(/is Approved, not Scheduled/);
  });
});
