import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, aProject, aUser, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import { inTransaction } from '../../transactions.ts';
import { applyNextDue } from '../schedules/commands.ts';

const { db, get, post, put, del } = await testApp();

async function aProposal(changes: (flag: string, strategy: string, segment: number) => object[]) {
  const project = await aProtectedProject(db);
  const flag = await aFlag(db, { project });
  const strategy = await aStrategy(db, { flag, title: 'Old' });
  const segment = await aSegment(db, { project, name: unique('s') });
  const author = await aUser(db);
  const { body, status } = await post(
    `/api/admin/projects/${project}/environments/development/change-requests`,
    changes(flag, strategy, segment),
    { token: author.token },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  const path = `/api/admin/projects/${project}/change-requests/${body.id}`;
  return { project, flag, strategy, segment, author, path };
}

describe('POST /api/admin/projects/:projectId/change-requests/:id/dry-run', () => {
  test('returns the differences, which applying the request then makes', async () => {
    const { project, flag, strategy, segment, author, path } = await aProposal(
      (feature, id, segmentId) => [
        { feature, action: 'updateStrategy', payload: { id, title: 'New' } },
        { feature, action: 'updateEnabled', payload: { enabled: true } },
        {
          action: 'updateSegment',
          payload: { id: segmentId, name: 'x', description: 'New', constraints: [] },
        },
      ],
    );
    const flagPath = `/api/admin/projects/${project}/features/${flag}`;
    const before = await lastEventId(db);
    const rows = await fingerprint(db);

    const { status, body } = await post(`${path}/dry-run`);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        applicable: true,
        conflicts: [],
        features: [
          {
            name: flag,
            environment: 'development',
            differences: [
              { path: '/enabled', before: false, after: true },
              { path: `/strategies/${strategy}/title`, before: 'Old', after: 'New' },
            ],
          },
        ],
        segments: [
          {
            id: segment,
            differences: [
              { path: '/name', after: 'x' },
              { path: '/description', before: null, after: 'New' },
            ],
          },
        ],
      },
    });
    expect(await fingerprint(db)).toEqual(rows);
    expect(await lastEventId(db)).toBe(before);

    const reviewer = await aReviewer(db, project);
    await put(`${path}/state`, { state: 'In review' }, { token: author.token });
    await put(`${path}/state`, { state: 'Approved' }, { token: reviewer.token });
    await put(`${path}/state`, { state: 'Applied' }, { token: reviewer.token });
    const { environments } = (await get(flagPath)).body;
    expect(environments[0]).toMatchObject({ enabled: true, strategies: [{ title: 'New' }] });
  });

  test('returns the conflicts', async () => {
    const { project, flag, path } = await aProposal((feature, id) => [
      { feature, action: 'updateStrategy', payload: { id, title: 'New' } },
    ]);
    await del(`/api/admin/projects/${project}/features/${flag}`);

    const { body } = await post(`${path}/dry-run`);

    expect(body).toEqual({
      applicable: false,
      reason: 'It has conflicts',
      conflicts: [
        {
          conflict: expect.stringContaining('was archived by'),
          conflictCause: expect.objectContaining({ what: `flag ${flag} was archived` }),
        },
      ],
      features: [],
      segments: [],
    });
  });

  test('returns why it would fail without a conflict', async () => {
    const { flag, path } = await aProposal((feature) => [
      { feature, action: 'addStrategy', payload: { name: 'default' } },
    ]);
    for (let count = 0; count < 29; count++) await aStrategy(db, { flag });

    const { body } = await post(`${path}/dry-run`);

    expect(body).toMatchObject({ applicable: false, conflicts: [] });
    expect(body.reason).toContain('at most 30 strategies');
  });

  test('is 409 for a closed request', async () => {
    const { path, author } = await aProposal((feature) => [{ feature, action: 'archiveFeature' }]);
    await put(`${path}/state`, { state: 'Cancelled' }, { token: author.token });

    expect(await post(`${path}/dry-run`)).toMatchObject({ status: 409 });
  });
});

describe('a private project that the caller may not see', () => {
  /** A member of a private project, another private project, and a segment that both may use. */
  async function aScene() {
    const project = await aProtectedProject(db, { mode: 'private' });
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id });
    const hidden = await aProject(db, { id: unique('secret'), mode: 'private' });
    const segment = await aSegment(db);
    const { token } = member;
    const propose = (action: string, payload: object) =>
      post(
        `/api/admin/projects/${project}/environments/development/change-requests`,
        { action, payload: { id: segment, ...payload } },
        { token },
      );
    const changeState = (id: number, body: object, as: { token: string }) =>
      put(`/api/admin/projects/${project}/change-requests/${id}/state`, body, { token: as.token });
    return { project, member, hidden, segment, propose, changeState };
  }

  const useSecretly = async (project: string, segment: number) =>
    aStrategy(db, {
      flag: await aFlag(db, { project, name: unique('secret') }),
      segments: [segment],
    });

  const hint = /^(Change \d+ .* fails: )?Segment ".*" is used by strategies of private projects\.$/;

  test('is not named by the errors of a proposal or a dry run', async () => {
    const { project, member, hidden, segment, propose } = await aScene();
    const { body: request } = await propose('deleteSegment', {});
    await useSecretly(hidden, segment);
    const path = `/api/admin/projects/${project}/change-requests/${request.id}`;

    const again = await propose('deleteSegment', {});
    const dryRun = await post(`${path}/dry-run`, undefined, { token: member.token });

    expect(again).toMatchObject({ status: 409 });
    expect(again.body.message).toContain(`Change request ${request.id} already changes`);
    expect(dryRun.body.reason).toMatch(hint);
    expect(JSON.stringify([again.body, dryRun.body])).not.toContain('secret');
  });

  test('is named to no reader of a schedule that failed, even if an Admin scheduled it', async () => {
    const { project, member, hidden, segment, propose, changeState } = await aScene();
    const { body: request } = await propose('deleteSegment', {});
    await changeState(request.id, { state: 'In review' }, member);
    const admin = await aUser(db, { rootRole: 'Admin' });
    await changeState(request.id, { state: 'Approved' }, admin);
    const scheduledAt = '2100-01-01T00:00:00.000Z';
    await changeState(request.id, { state: 'Scheduled', scheduledAt }, admin);
    await useSecretly(hidden, segment);
    await db
      .updateTable('change_request_schedules')
      .set({ scheduled_at: '2020-01-01T00:00:00.000Z' })
      .where('change_request_id', '=', request.id)
      .execute();

    await inTransaction(db, applyNextDue);

    const path = `/api/admin/projects/${project}/change-requests/${request.id}`;
    const { body } = await get(path, { token: member.token });
    expect(body.schedule).toMatchObject({ status: 'failed', reason: expect.stringMatching(hint) });
    const events = await get(`/api/admin/events?project=${project}`, { token: member.token });
    expect(JSON.stringify([body, events.body])).not.toContain('secret');
  });

  test('is not shown by conflicts with a segment that was moved there', async () => {
    const { project, member, hidden, segment, propose } = await aScene();
    const { body: request } = await propose('updateSegment', { name: 'mine', constraints: [] });
    const path = `/api/admin/projects/${project}/change-requests/${request.id}`;
    const values = ['secret-customer'];
    const moved = await put(`/api/admin/segments/${segment}`, {
      name: unique('secret'),
      project: hidden,
      constraints: [{ contextName: 'userId', operator: 'IN', values }],
    });
    expect(moved.status).toBe(204);

    const { token } = member;
    const { body } = await get(path, { token });
    const dryRun = await post(`${path}/dry-run`, undefined, { token });
    const found = await get('/api/admin/search/change-requests', { token });

    expect(body.segments[0].conflict).toContain('was removed by');
    expect(JSON.stringify([body, dryRun.body, found.body])).not.toContain('secret');
  });
});
