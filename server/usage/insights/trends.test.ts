import { describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import { aFlag, aGrant, anEnvironment, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insideAnHour } from '../../testing/clock.ts';
import { stepsOf } from '../../testing/plans.ts';
import { countStatements } from '../../testing/statements.ts';
import { inTransaction } from '../../transactions.ts';
import { countChanges } from './commands.ts';
import { findActivity, findFlagInsights } from './find.ts';

const { db, get, post, del } = await testApp();

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const dayOf = (days: number) => daysAgo(days).slice(0, 10);

const insights = async (of: 'flags' | 'activity', scope: { project?: string; token?: string }) => {
  const path = scope.project === undefined ? '' : `projects/${scope.project}/`;
  const call = scope.token === undefined ? {} : { token: scope.token };
  return (await get(`/api/admin/${path}insights/${of}`, call)).body;
};

const goLive = (flag: string, at: string) =>
  db.insertInto('flag_stages').values({ flag, stage: 'live', entered_at: at }).execute();

const countAll = () => inTransaction(db, (tx) => countChanges(tx, 1000));

describe('GET /api/admin/projects/:projectId/insights/flags', () => {
  test('counts active flags by type and stage, and the stale ones by age', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, stale: true });
    await aFlag(db, { project, createdAt: daysAgo(29), stale: true, type: 'kill-switch' });
    await aFlag(db, { project, createdAt: daysAgo(31), stale: true });
    await aFlag(db, { project, createdAt: daysAgo(41) });
    await aFlag(db, { project, createdAt: daysAgo(39) });
    await aFlag(db, { project, createdAt: daysAgo(400), type: 'permission' });
    await aFlag(db, { project, createdAt: daysAgo(400), archivedAt: daysAgo(1) });
    await goLive(await aFlag(db, { project, createdAt: daysAgo(366) }), daysAgo(1));

    const body = await insights('flags', { project });

    const none = { staleFlags: 0, potentiallyStaleFlags: 0 };
    expect(body).toEqual({
      types: [
        { type: 'kill-switch', flags: 1 },
        { type: 'permission', flags: 1 },
        { type: 'release', flags: 5 },
      ],
      stages: [
        { stage: 'initial', flags: 6 },
        { stage: 'pre-live', flags: 0 },
        { stage: 'live', flags: 1 },
        { stage: 'completed', flags: 0 },
      ],
      staleByAge: [
        { fromDays: 0, toDays: 30, staleFlags: 2, potentiallyStaleFlags: 0 },
        { fromDays: 30, toDays: 90, staleFlags: 1, potentiallyStaleFlags: 1 },
        { fromDays: 90, toDays: 180, ...none },
        { fromDays: 180, toDays: 365, ...none },
        { fromDays: 365, toDays: null, staleFlags: 0, potentiallyStaleFlags: 1 },
      ],
    });
  });
});

describe('GET /api/admin/projects/:projectId/insights/activity', () => {
  test('counts changes by day and kind of environment, before and after the job', async () => {
    await insideAnHour();
    const staging = await anEnvironment(db);
    const environments = ['production', 'development', staging];
    const project = await aProject(db, { environments });
    const { body: flag } = await post(`/api/admin/projects/${project}/features`, { name: project });
    const path = `/api/admin/projects/${project}/features/${flag.name}`;
    for (const environment of environments) {
      await post(`${path}/environments/${environment}/on`);
    }
    await post(`${path}/favorites`);
    await db
      .insertInto('change_counts')
      .values({ project, day: dayOf(90), environment: null, changes: 7 })
      .execute();
    await db
      .insertInto('change_counts')
      .values({ project, day: dayOf(91), environment: null, changes: 1000 })
      .execute();

    const before = await insights('activity', { project });
    await countAll();
    const after = await insights('activity', { project });
    await post(`${path}/environments/production/off`);
    const later = await insights('activity', { project });
    while ((await countAll()) === 'more');

    const none = { production: 0, otherEnvironments: 0, noEnvironment: 0 };
    expect(before.changesByDay).toHaveLength(91);
    expect(before.changesByDay[0]).toEqual({ ...none, day: dayOf(90), noEnvironment: 7 });
    expect(before.changesByDay[1]).toEqual({ ...none, day: dayOf(89) });
    const today = before.changesByDay.at(-1);
    expect(today).toMatchObject({ day: dayOf(0), noEnvironment: 1 });
    expect(today.production).toBeGreaterThan(0);
    expect(today.otherEnvironments).toBe(2 * today.production);
    expect(after).toEqual(before);
    expect(later.changesByDay.at(-1).production).toBe(today.production + 1);
    expect(await insights('activity', { project })).toEqual(later);
  });

  test('has the median time from creation to live, by weeks that end today', async () => {
    await insideAnHour();
    const project = await aProject(db);
    for (const days of [1, 2, 9]) {
      await goLive(await aFlag(db, { project, createdAt: daysAgo(6 + days) }), daysAgo(6));
    }
    await goLive(await aFlag(db, { project, createdAt: daysAgo(17) }), daysAgo(7));
    await goLive(await aFlag(db, { project, createdAt: daysAgo(100) }), daysAgo(91));
    await goLive(await aFlag(db, { createdAt: daysAgo(100) }), daysAgo(1));

    const { wentLiveByWeek } = await insights('activity', { project });

    expect(wentLiveByWeek).toHaveLength(13);
    expect(wentLiveByWeek[0]).toEqual({ firstDay: dayOf(90), flags: 0, medianDays: null });
    expect(wentLiveByWeek.slice(-2)).toEqual([
      { firstDay: dayOf(13), flags: 1, medianDays: 10 },
      { firstDay: dayOf(6), flags: 3, medianDays: 2 },
    ]);
  });

  test('a flag that was revived counts when it first went live, once', async () => {
    await insideAnHour();
    const project = await aProject(db);
    const flag = await aFlag(db, { project, createdAt: daysAgo(18), type: 'release' });
    await goLive(flag, daysAgo(8));
    const revive = async () => {
      await del(`/api/admin/projects/${project}/features/${flag}`);
      await post(`/api/admin/archive/revive/${flag}`);
    };

    await revive();
    const revived = await insights('activity', { project });
    await goLive(flag, daysAgo(1));
    await revive();
    await goLive(flag, daysAgo(0));
    const again = await insights('activity', { project });

    expect(revived.wentLiveByWeek.slice(-2)).toEqual([
      { firstDay: dayOf(13), flags: 1, medianDays: 10 },
      { firstDay: dayOf(6), flags: 0, medianDays: null },
    ]);
    expect(again.wentLiveByWeek).toEqual(revived.wentLiveByWeek);
    const { body } = await get(`/api/admin/projects/${project}/insights`);
    expect(body.leadTime.features).toEqual([{ name: flag, timeToProduction: 10 }]);
  });

  test.each(['0', '53', 'x', '1.5'])('%s weeks are refused', async (weeks) => {
    const response = await get(`/api/admin/insights/activity?weeks=${weeks}`);

    expect(response).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect(response.body.details[0].path).toBe('/query/weeks');
  });
});

describe('insights of the installation', () => {
  test('a private project counts for admins and members, and for nobody else', async () => {
    const project = await aProject(db, { mode: 'private' });
    const [member, stranger] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project, userId: member.id });
    const figures = async (token?: string) => {
      const scope = token === undefined ? {} : { token };
      const [flags, activity] = [await insights('flags', scope), await insights('activity', scope)];
      const last = activity.changesByDay.at(-1);
      return {
        release: flags.types.find(({ type }: { type: string }) => type === 'release')?.flags ?? 0,
        stale: flags.staleByAge.at(-1).staleFlags,
        changes: last.noEnvironment,
        live: activity.wentLiveByWeek.at(-1).flags,
      };
    };
    const all = async () => [
      await figures(),
      await figures(member.token),
      await figures(stranger.token),
    ];
    const before = await all();
    const name = `${project}-flag`;
    await post(`/api/admin/projects/${project}/features`, { name });
    await aFlag(db, { project, stale: true, createdAt: daysAgo(400) });
    await goLive(name, daysAgo(0));

    const uncounted = await all();
    while ((await countAll()) === 'more');
    const counted = await all();

    const more = (it: (typeof before)[number] | undefined) => ({
      release: (it?.release ?? 0) + 2,
      stale: (it?.stale ?? 0) + 1,
      changes: (it?.changes ?? 0) + 1,
      live: (it?.live ?? 0) + 1,
    });
    expect(uncounted).toEqual([more(before[0]), more(before[1]), before[2]]);
    expect(counted).toEqual(uncounted);
  });
});

describe('counting', () => {
  test('goes on after the last counted event, and counts each once', async () => {
    const project = await aProject(db);
    while ((await countAll()) === 'more');
    for (const name of ['a', 'b', 'c']) {
      await post(`/api/admin/projects/${project}/features`, { name: `${project}-${name}` });
    }

    const steps = [];
    for (let step = 0; step < 3; step++) {
      steps.push(await inTransaction(db, (tx) => countChanges(tx, 2)));
    }

    const sum = await db
      .selectFrom('change_counts')
      .select(({ fn }) => fn.sum<number>('changes').as('sum'))
      .where('project', '=', project)
      .executeTakeFirstOrThrow();
    expect(steps[0]).toBe('more');
    expect(Number(sum.sum)).toBe(3);
  });
});

describe('cost', () => {
  test('is two statements each, from counts and indexes', async () => {
    const scope = { caller: systemCaller };
    const period = { weeks: 13, now: daysAgo(0) };

    const counted = countStatements(db);
    await findFlagInsights(counted.db, scope, period.now);
    await findActivity(counted.db, scope, period);
    const steps = await stepsOf(db, (tx) => findActivity(tx, scope, period));

    expect(counted.count()).toBe(4);
    expect(steps).toContainEqual(expect.objectContaining({ index: 'flag_stages_live' }));
    expect(steps).toContainEqual(expect.objectContaining({ index: 'change_counts_by_day' }));
  });
});
