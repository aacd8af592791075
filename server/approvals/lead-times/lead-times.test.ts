import { describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import { aGrant, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aChangeRequest, aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { insideAnHour } from '../../testing/clock.ts';
import { stepsOf } from '../../testing/plans.ts';
import { listLeadTimes } from './queries.ts';

const { db, get, post, put } = await testApp();

const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const dayOf = (daysAgo: number) => hoursAgo(24 * daysAgo).slice(0, 10);

type Times = { submitted: number; approved: number; applied?: number };

/** A request with these steps, in hours ago. */
async function aRequest(project: string, times: Times): Promise<number> {
  const { id: author } = await aUser(db);
  const id = await aChangeRequest(db, { project, author, state: 'Applied' });
  for (const [action, hours] of Object.entries(times)) {
    const step = { change_request_id: id, action, user_id: null, created_at: hoursAgo(hours) };
    await db
      .insertInto('change_request_history')
      .values(step as never)
      .execute();
  }
  return id;
}

describe('GET /api/admin/projects/:projectId/insights/approvals', () => {
  test('has the median times of the requests that were applied in each week', async () => {
    await insideAnHour();
    const project = await aProject(db);
    await aRequest(project, { submitted: 30, approved: 28, applied: 1 });
    await aRequest(project, { submitted: 30, approved: 26, applied: 1 });
    await aRequest(project, { submitted: 100, approved: 10, applied: 9 });
    await aRequest(project, { submitted: 500, approved: 400, applied: 14 * 24 });
    await aRequest(project, { submitted: 40, approved: 30 });
    await aRequest(await aProject(db), { submitted: 40, approved: 30, applied: 1 });

    const { body } = await get(`/api/admin/projects/${project}/insights/approvals?weeks=4`);

    const empty = { requests: 0, medianHoursToApprove: null, medianHoursToApply: null };
    expect(body.appliedByWeek).toEqual([
      { ...empty, firstDay: dayOf(27) },
      { firstDay: dayOf(20), requests: 1, medianHoursToApprove: 100, medianHoursToApply: 64 },
      { ...empty, firstDay: dayOf(13) },
      { firstDay: dayOf(6), requests: 3, medianHoursToApprove: 4, medianHoursToApply: 25 },
    ]);
  });

  test('contains a request that was sent to review, approved and applied through the API', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const { body: flag } = await post(`/api/admin/projects/${project}/features`, { name: project });
    const { body: created } = await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { feature: flag.name, action: 'updateEnabled', payload: { enabled: true } },
      { token: author.token },
    );
    const path = `/api/admin/projects/${project}/change-requests/${created.id}/state`;
    await put(path, { state: 'In review' }, { token: author.token });
    await put(path, { state: 'Approved' }, { token: reviewer.token });
    await put(path, { state: 'Applied' });

    const { body } = await get(`/api/admin/projects/${project}/insights/approvals`);

    expect(body.appliedByWeek).toHaveLength(13);
    expect(body.appliedByWeek.at(-1)).toMatchObject({
      requests: 1,
      medianHoursToApprove: 0,
      medianHoursToApply: 0,
    });
  });
});

describe('GET /api/admin/insights/approvals', () => {
  test('requests of a private project count for admins and members, and for nobody else', async () => {
    const project = await aProject(db, { mode: 'private' });
    const [member, stranger] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project, userId: member.id });
    const applied = async (token?: string): Promise<number> => {
      const call = token === undefined ? {} : { token };
      const { body } = await get('/api/admin/insights/approvals', call);
      return body.appliedByWeek.at(-1).requests;
    };
    const all = async () => [
      await applied(),
      await applied(member.token),
      await applied(stranger.token),
    ];
    const [ofAdmin = 0, ofMember = 0, ofStranger] = await all();

    await aRequest(project, { submitted: 3, approved: 2, applied: 1 });

    expect(await all()).toEqual([ofAdmin + 1, ofMember + 1, ofStranger]);
  });

  test('reads the requests of each week from an index', async () => {
    const period = { weeks: 2, now: hoursAgo(0) };

    const steps = await stepsOf(db, (tx) => listLeadTimes(tx, { caller: systemCaller }, period));

    const index = 'change_request_history_applied';
    expect(steps).toContainEqual(expect.objectContaining({ index, times: 2 }));
  });
});
