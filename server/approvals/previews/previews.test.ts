import { describe, expect, test } from 'vitest';
import { aFlag, aUser, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

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
      conflicts: [{ conflict: expect.stringContaining('was archived by') }],
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
