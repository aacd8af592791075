import { beforeEach, describe, expect, test } from 'vitest';
import { aFlag, aUser, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aProtection,
  aReviewer,
  requestCalls,
} from '../../testing/change-requests.ts';

const app = await testApp();
const { db, get, put, post, del, admin } = app;

let project: string;
let flag: string;
let author: TestUser;
let id: number;

const { changeState, read } = requestCalls(app, () => project);
const requests = () => `/api/admin/projects/${project}/change-requests`;

beforeEach(async () => {
  project = await aProtectedProject(db);
  flag = await aFlag(db, { project });
  author = await aUser(db);
  id = await aChangeRequest(db, { project, author: author.id, flag, state: 'In review' });
});

const firstChange = async () => (await read(id)).features[0].changes[0];

const edit = async ({ token }: { token: string }, enabled: boolean) => {
  const change = { feature: flag, action: 'updateEnabled', payload: { enabled } };
  const { id: changeId } = await firstChange();
  expect((await put(`${requests()}/${id}/changes/${changeId}`, change, { token })).status).toBe(
    200,
  );
};

const approversFor = async ({ token }: { token: string }) =>
  (await get(`${requests()}/${id}/approvers`, { token })).body;

/** What waits for the user: found by the search, marked in the list, and counted for the project. */
async function waitingFor({ token }: { token: string }) {
  const search = `/api/admin/search/change-requests?project=IS:${project}`;
  const [found, listed, actionable] = [
    await get(`${search}&needsMyReview=true`, { token }),
    await get(search, { token }),
    await get(`${requests()}/actionable`, { token }),
  ];
  const { needsMyReview } = listed.body.changeRequests[0];
  return [found.body.total, Number(needsMyReview), actionable.body.total];
}

describe('who edited a change of a request', () => {
  test('wrote it, and may not approve it, also as an Admin', async () => {
    expect(await waitingFor(admin)).toEqual([1, 1, 1]);

    await edit(admin, false);

    expect((await firstChange()).createdBy).toMatchObject({ id: admin.id });
    expect(await changeState(id, 'Approved', admin)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('with your own changes') },
    });
    expect(await approversFor(admin)).toMatchObject({ obstacle: 'writer', total: 0 });
    expect(await waitingFor(admin)).toEqual([0, 0, 0]);
    const reviewer = await aReviewer(db, project);
    expect((await changeState(id, 'Approved', reviewer)).body).toEqual({ state: 'Approved' });
  });

  test('may approve it where authors may, as long as they may', async () => {
    await edit(admin, false);
    await aProtection(db, { project, authorMayApprove: true });

    expect(await approversFor(admin)).toMatchObject({ obstacle: null, total: 1 });
    expect((await changeState(id, 'Approved', admin)).body).toEqual({ state: 'Approved' });

    await aProtection(db, { project, authorMayApprove: false });
    expect(await read(id)).toMatchObject({ state: 'In review', approvals: [] });
  });

  test('may approve it once nothing by them is in it', async () => {
    await edit(admin, false);
    await edit(author, true);
    expect((await approversFor(admin)).obstacle).toBe(null);

    await edit(admin, false);
    const { id: changeId } = await firstChange();
    const another = { feature: flag, action: 'addStrategy', payload: { name: 'default' } };
    const { token } = author;
    await post(`/api/admin/projects/${project}/environments/development/change-requests`, another, {
      token,
    });
    await del(`${requests()}/${id}/changes/${changeId}`, { token });

    expect((await changeState(id, 'Approved', admin)).body).toEqual({ state: 'Approved' });
  });

  test('has written nothing by repeating what is proposed', async () => {
    await edit(admin, true);

    expect((await firstChange()).createdBy).toMatchObject({ id: author.id });
    expect((await changeState(id, 'Approved', admin)).status).toBe(200);
  });
});
