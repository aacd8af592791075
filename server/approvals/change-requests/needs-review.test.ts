import { beforeEach, describe, expect, test } from 'vitest';
import { aUser, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aProtection,
  aReviewer,
  aUserWithPermissions,
} from '../../testing/change-requests.ts';

const { db, get, put } = await testApp();

let project: string;
let author: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  author = await aUser(db);
});

const find = async (query: string, { token }: TestUser): Promise<number[]> =>
  (await get(`/api/admin/search/change-requests?${query}`, { token })).body.changeRequests.map(
    ({ id }: { id: number }) => id,
  );
const needed = (as: TestUser) => find('needsMyReview=true', as);

describe('GET /api/admin/search/change-requests with needsMyReview', () => {
  test('finds what the caller may approve, did not propose and has not approved', async () => {
    const reviewer = await aReviewer(db, project);
    const elsewhere = await aUserWithPermissions(
      db,
      project,
      ['APPROVE_CHANGE_REQUEST'],
      'production',
    );
    const of = { project, author: author.id, state: 'In review' } as const;
    const open = await aChangeRequest(db, { ...of, minApprovals: 2 });
    await aProtection(db, { project, environment: 'production' });
    await aChangeRequest(db, { ...of, state: 'Approved', environment: 'production' });
    await aChangeRequest(db, { ...of, author: reviewer.id });

    expect(await needed(reviewer)).toEqual([open]);
    expect([await needed(elsewhere), await needed(author)]).toEqual([[], []]);
    const others = await find('needsMyReview=false&state=IS:open', reviewer);
    expect(others).not.toContain(open);
    await put(
      `/api/admin/projects/${project}/change-requests/${open}/state`,
      { state: 'Approved' },
      { token: reviewer.token },
    );
    expect(await needed(reviewer)).toEqual([]);
  });

  test('needs the permission in all environments of a change to all of them', async () => {
    await aProtection(db, { project, environment: 'production' });
    const [both, one] = [
      await aReviewer(db, project),
      await aUserWithPermissions(db, project, ['APPROVE_CHANGE_REQUEST'], 'development'),
    ];
    const id = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
    expect([await needed(both), await needed(one)]).toEqual([[id], [id]]);

    await db
      .updateTable('change_request_changes')
      .set({ action: 'archiveFeature' })
      .where('change_request_id', '=', id)
      .execute();

    expect([await needed(both), await needed(one)]).toEqual([[id], []]);
    await aProtection(db, { project, approvals: null });
    expect(await needed(both)).toEqual([]);
  });
});
