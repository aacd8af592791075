import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('GET /api/admin/projects/:projectId/insights', () => {
  test('contains statistics of the last 30 days and the 30 days before', async () => {
    const project = await aProject(db);
    const [longTimeMember, newMember] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project, userId: longTimeMember.id });
    await db
      .updateTable('role_grants')
      .set({ created_at: daysAgo(40) })
      .where('project', '=', project)
      .execute();
    await aGrant(db, { project, userId: longTimeMember.id, role: 'Owner' });
    await aGrant(db, { project, userId: newMember.id });
    const old = await aFlag(db, { project, createdAt: daysAgo(45) });
    await aFlag(db, { project, createdAt: daysAgo(61), type: 'permission', stale: true });
    await aFlag(db, { project, createdAt: daysAgo(31), archivedAt: daysAgo(29) });
    await db
      .insertInto('flag_stages')
      .values({ flag: old, stage: 'live', entered_at: daysAgo(35) })
      .execute();
    const { body: created } = await post(`/api/admin/projects/${project}/features`, {
      name: `${old}-2`,
    });
    await db.insertInto('flag_stages').values({ flag: created.name, stage: 'live' }).execute();

    const { status, body } = await get(`/api/admin/projects/${project}/insights`);

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        stats: {
          avgTimeToProdCurrentWindow: 0,
          createdCurrentWindow: 1,
          createdPastWindow: 2,
          archivedCurrentWindow: 1,
          archivedPastWindow: 0,
          projectActivityCurrentWindow: 1,
          projectActivityPastWindow: 0,
          projectMembersAddedCurrentWindow: 1,
        },
        health: { rating: 33, activeCount: 1, potentiallyStaleCount: 1, staleCount: 1 },
        leadTime: {
          projectAverage: 5,
          features: [
            { name: created.name, timeToProduction: 0 },
            { name: old, timeToProduction: 10 },
          ],
        },
        featureTypeCounts: [
          { type: 'permission', count: 1 },
          { type: 'release', count: 2 },
        ],
        members: { currentMembers: 2, change: 1 },
      },
    });
    const dora = await get(`/api/admin/projects/${project}/dora`);
    expect(dora.body).toEqual(body.leadTime);
  });

  test('an empty project has the rating 100, and a deleted project is not found', async () => {
    const project = await aProject(db);
    const empty = await get(`/api/admin/projects/${project}/insights`);

    await del(`/api/admin/projects/${project}`);

    expect(empty.body).toMatchObject({
      health: { rating: 100, activeCount: 0 },
      leadTime: { projectAverage: 0, features: [] },
      members: { currentMembers: 0, change: 0 },
    });
    expect((await get(`/api/admin/projects/${project}/insights`)).status).toBe(404);
  });
});
