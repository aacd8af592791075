import { beforeEach, describe, expect, test } from 'vitest';
import { aGrant, aGroup, anApiToken, aRole, aUser, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aReviewer,
  aUserWithPermissions,
} from '../../testing/change-requests.ts';

const { db, get, post, put, admin } = await testApp();

let project: string;
let author: TestUser;
let path: string;

beforeEach(async () => {
  project = await aProtectedProject(db);
  author = await aUser(db);
  const id = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
  path = `/api/admin/projects/${project}/change-requests/${id}`;
});

describe('POST /api/admin/projects/:projectId/change-requests/:id/comments', () => {
  test('every user who can see the request may comment, also when it is closed', async () => {
    const reader = await aUser(db);

    const first = await post(`${path}/comments`, { text: 'Why?' }, { token: reader.token });
    await put(`${path}/state`, { state: 'Cancelled' }, { token: author.token });
    await post(`${path}/comments`, { text: 'Because' }, { token: author.token });

    expect(first.status).toBe(204);
    expect((await get(path)).body.comments).toEqual([
      {
        id: expect.any(Number),
        text: 'Why?',
        createdBy: {
          id: reader.id,
          username: reader.username,
          name: null,
          imageUrl: expect.any(String),
        },
        createdAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ text: 'Because' }),
    ]);
  });

  test.each([
    ['', 400],
    ['  ', 400],
    ['x'.repeat(1000), 204],
    ['x'.repeat(1001), 400],
  ])('a text of this length: %#', async (text, status) => {
    expect((await post(`${path}/comments`, { text })).status).toBe(status);
  });

  test('is 403 for an admin token, and 404 if the request does not exist', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    expect((await post(`${path}/comments`, { text: 'x' }, { token })).status).toBe(403);
    expect((await post(`${path}9/comments`, { text: 'x' })).status).toBe(404);
  });
});

describe('PUT /api/admin/projects/:projectId/change-requests/:id/approvers', () => {
  test('replaces the requested reviewers', async () => {
    const [one, other] = [await aReviewer(db, project), await aReviewer(db, project)];
    const requestReviews = (reviewers: number[]) =>
      put(`${path}/approvers`, { reviewers }, { token: author.token });
    await requestReviews([one.id, other.id]);

    const { status } = await requestReviews([other.id, other.id]);

    expect(status).toBe(200);
    expect((await get(path)).body.requestedReviewers).toEqual([
      { id: other.id, username: other.username, name: null, imageUrl: expect.any(String) },
    ]);
    await requestReviews([]);
    expect((await get(path)).body.requestedReviewers).toEqual([]);
  });

  test('users who may not approve it are refused, by their index in the list', async () => {
    const one = await aReviewer(db, project);

    const response = await put(`${path}/approvers`, { reviewers: [one.id, author.id] });

    expect(response).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/reviewers/1' }] },
    });
  });

  test('only the author or an Admin may request reviews, and only while it is open', async () => {
    const reviewer = await aReviewer(db, project);
    const body = { reviewers: [reviewer.id] };

    expect((await put(`${path}/approvers`, body, { token: reviewer.token })).status).toBe(403);
    expect((await put(`${path}/approvers`, body)).status).toBe(200);
    await put(`${path}/state`, { state: 'Cancelled' });
    expect((await put(`${path}/approvers`, body)).status).toBe(409);
  });
});

describe('GET /api/admin/projects/:projectId/change-requests/available-reviewers/:environment', () => {
  const available = async (environment: string) => {
    const { body } = await get(
      `/api/admin/projects/${project}/change-requests/available-reviewers/${environment}`,
    );
    return body.reviewers.map(({ id }: { id: number }) => id);
  };

  test('returns users with the permission there, by role, group or as Admin', async () => {
    const direct = await aUserWithPermissions(
      db,
      project,
      ['APPROVE_CHANGE_REQUEST'],
      'development',
    );
    const member = await aUser(db);
    const groupId = await aGroup(db, { members: [member.id] });
    const role = await aRole(db, { permissions: [{ permission: 'APPROVE_CHANGE_REQUEST' }] });
    await aGrant(db, { project, groupId, role });
    await aUserWithPermissions(db, await aProtectedProject(db), ['APPROVE_CHANGE_REQUEST']);

    expect(await available('development')).toEqual([admin.id, direct.id, member.id]);
    expect(await available('production')).toEqual([admin.id, member.id]);
  });
});
