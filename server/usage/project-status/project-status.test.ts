import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, anApiToken, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';
import { aSegment } from '../../testing/targeting.ts';
import { addActivity } from './rules.ts';

const { db, get, post } = await testApp();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const dayAgo = (days: number) => daysAgo(days).slice(0, 10);
const statusOf = async (project: string) =>
  (await get(`/api/admin/projects/${project}/status`)).body;

describe('GET /api/admin/projects/:projectId/status', () => {
  test('contains resources, health and stale flags', async () => {
    const project = await aProject(db);
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id });
    await aGrant(db, { project, userId: member.id, role: 'Owner' });
    await anApiToken(db, { projects: [project] });
    await anApiToken(db);
    await aSegment(db, { project });
    await aFlag(db, { project });
    await aFlag(db, { project, stale: true });
    await aFlag(db, { project, createdAt: daysAgo(50) });

    expect(await statusOf(project)).toMatchObject({
      resources: { apiTokens: 1, members: 1, segments: 1 },
      health: { current: 33 },
      staleFlags: { total: 2 },
    });
  });

  test('counts the events of the last 365 days by day, also those since the last request', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    await someEvents(db, [
      ...[365, 364, 3, 3].map((days) => ({ project, createdAt: daysAgo(days) })),
      { project: other, createdAt: daysAgo(3) },
    ]);

    const first = await statusOf(project);
    await post(`/api/admin/projects/${project}/features`, { name: `${project}-flag` });
    await post(`/api/admin/projects/${project}/favorites`);
    const second = await statusOf(project);
    const third = await statusOf(project);

    const past = [
      { date: dayAgo(364), count: 1 },
      { date: dayAgo(3), count: 2 },
    ];
    expect(first.activityCountByDate).toEqual(past);
    expect(second.activityCountByDate).toEqual([...past, { date: dayAgo(0), count: 2 }]);
    expect(third.activityCountByDate).toEqual(second.activityCountByDate);
  });

  test('summarizes how long flags stay in each stage of the lifecycle', async () => {
    const project = await aProject(db);
    const enter = async (flag: string, stages: Record<string, number>) => {
      await db.deleteFrom('flag_stages').where('flag', '=', flag).execute();
      for (const [stage, days] of Object.entries(stages)) {
        await db
          .insertInto('flag_stages')
          .values({ flag, stage: stage as never, entered_at: daysAgo(days) })
          .execute();
      }
    };
    await enter(await aFlag(db, { project }), { initial: 10 });
    await enter(await aFlag(db, { project }), { initial: 20, 'pre-live': 16, live: 4 });
    await enter(await aFlag(db, { project }), { initial: 9, live: 5, completed: 2 });
    await enter(await aFlag(db, { project, archivedAt: daysAgo(40) }), {
      initial: 42,
      archived: 40,
    });
    await enter(await aFlag(db, { project, archivedAt: daysAgo(1) }), { initial: 6, archived: 1 });

    const empty = { averageDays: null, currentFlags: 0 };
    expect((await statusOf(project)).lifecycleSummary).toEqual({
      initial: { averageDays: 5, currentFlags: 1 },
      preLive: { averageDays: 12, currentFlags: 0 },
      live: { averageDays: 3.5, currentFlags: 1 },
      completed: { averageDays: 2, currentFlags: 1 },
      archived: { currentFlags: 2, last30Days: 1 },
    });
    expect((await statusOf(await aProject(db))).lifecycleSummary).toEqual({
      initial: empty,
      preLive: empty,
      live: empty,
      completed: empty,
      archived: { currentFlags: 0, last30Days: 0 },
    });
  });
});

describe('counts of events that are added up', () => {
  const days = fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 40 });
  const dateOf = (day: number) => `2026-01-${String(day).padStart(2, '0')}`;
  const countOf = (list: readonly number[], upTo: number) => ({
    upTo,
    days: [...new Set(list)].map((day) => ({
      date: dateOf(day),
      count: list.filter((each) => each === day).length,
    })),
  });

  test('are those of counting everything at once', () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: 28 }), (one, other, from) => {
        const all = countOf([...one, ...other], 2);
        const expected = all.days
          .filter(({ date }) => date >= dateOf(from))
          .sort((a, b) => (a.date < b.date ? -1 : 1));

        const sum = addActivity(countOf(one, 1), countOf(other, 2), dateOf(from));

        expect(sum).toEqual({ upTo: 2, days: expected });
      }),
    );
  });
});

describe('GET /api/admin/projects/:projectId/health-report', () => {
  test('contains the project with its live flags and their counts', async () => {
    const project = await aProject(db);
    const flags = [
      await aFlag(db, { project }),
      await aFlag(db, { project, stale: true }),
      await aFlag(db, { project, createdAt: daysAgo(50) }),
    ].sort();
    await aFlag(db, { project, archivedAt: daysAgo(1) });

    const { status, body } = await get(`/api/admin/projects/${project}/health-report`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 1,
      name: project,
      mode: 'open',
      health: 33,
      activeCount: 1,
      staleCount: 1,
      potentiallyStaleCount: 1,
      environments: [{ environment: 'development' }, { environment: 'production' }],
    });
    expect(body.features.map(({ name }: { name: string }) => name)).toEqual(flags);
    expect((await get('/api/admin/projects/unknown/health-report')).status).toBe(404);
  });
});
