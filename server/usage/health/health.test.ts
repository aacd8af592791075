import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveFlags, deleteFlags, reviveFlags } from '../../flags/archive/commands.ts';
import { moveFlag } from '../../flags/flag-moves/commands.ts';
import { setLifetime } from '../../flags/flag-types/commands.ts';
import { createFlag, markStale, updateFlag } from '../../flags/flags/commands.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { aFlag, aProject, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insideAnHour } from '../../testing/clock.ts';
import { inTransaction } from '../../transactions.ts';
import { recordHealth } from './commands.ts';
import { findCounts, listPastDays } from './queries.ts';
import { dayAfter, dayOf } from './rules.ts';

const { db, get, post } = await testApp();

const first = '2001-01-01';
const noonOf = (day: string) => `${day}T12:00:00.000Z`;

const recordAll = async (now: string) => {
  while ((await inTransaction(db, (tx) => recordHealth(tx, now))) === 'more');
};

/** Changes of flags; refused ones have no effect. */
const actions = {
  create: (tx: Tx, { project, name, at }: Action) =>
    createFlag(tx, systemCaller, project, { name, createdAt: at, type: 'operational' }),
  archive: (tx: Tx, { project, name }: Action) => archiveFlags(tx, systemCaller, project, [name]),
  revive: (tx: Tx, { project, name }: Action) => reviveFlags(tx, systemCaller, project, [name]),
  delete: (tx: Tx, { project, name }: Action) => deleteFlags(tx, systemCaller, project, [name]),
  mark: (tx: Tx, { project, name }: Action) =>
    markStale(tx, systemCaller, project, { features: [name], stale: true }),
  unmark: (tx: Tx, { project, name }: Action) =>
    markStale(tx, systemCaller, project, { features: [name], stale: false }),
  update: (tx: Tx, { project, name, odd }: Action) =>
    updateFlag(
      tx,
      systemCaller,
      { project, name },
      { update: { type: odd ? 'release' : 'operational', stale: odd }, ifMatch: undefined },
    ),
  move: (tx: Tx, { project, name, other }: Action) =>
    moveFlag(tx, systemCaller, { project, name }, other),
  lifetime: (tx: Tx, { odd, amount }: Action) =>
    setLifetime(tx, systemCaller, odd ? 'operational' : 'release', amount),
};

type Action = {
  project: string;
  other: string;
  name: string;
  at: string;
  odd: boolean;
  amount: number;
};

const noAction: Action = { project: '', other: '', name: '', at: '', odd: false, amount: 0 };

const histories = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    day: fc.integer({ min: 0, max: 12 }),
    flag: fc.integer({ min: 0, max: 1 }),
    swapped: fc.boolean(),
    odd: fc.boolean(),
    amount: fc.integer({ min: 0, max: 10 }),
  }),
  { minLength: 10, maxLength: 20 },
);

describe('the health of a day', () => {
  test('rebuilt from the log equals the recorded one for random histories', async () => {
    let begin = first;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        // Each history is later than the previous one, because the log is in this order.
        begin = dayAfter(begin, 100);
        const dayAt = (day: number) => dayAfter(begin, day);
        // Projects of earlier histories are created now, so that their health is not recorded.
        await setCreatedAt(new Date().toISOString());
        const projects = [await aProject(db), await aProject(db)] as const;
        await setCreatedAt(noonOf(begin), projects);
        const run = await lastEventId(db);
        for (const flag of [0, 1]) {
          const action = {
            ...noAction,
            project: projects[0],
            name: `${run}-${flag}`,
            at: noonOf(begin),
          };
          await inTransaction(db, (tx) => actions.create(tx, action), action.at);
        }

        for (let day = 1; day <= 14; day++) {
          const steps = history.filter((step) => step.day === day);
          for (const [hour, { kind, flag, swapped, odd, amount }] of steps.entries()) {
            const at = `${dayAt(day)}T${String(hour).padStart(2, '0')}:30:00.000Z`;
            const [project, other] = swapped ? [projects[1], projects[0]] : projects;
            const action = { project, other, name: `${run}-${flag}`, at, odd, amount };
            await inTransaction(db, async (tx) => actions[kind](tx, action), at).catch(
              ignoreRefusal,
            );
          }
          // At the end of the day, so that there are changes since the recorded midnight.
          if (day % 5 === 2) await recordAll(`${dayAt(day)}T23:59:59.999Z`);
        }
        const now = noonOf(dayAt(15));
        await recordAll(now);
        const daysOf = () =>
          Promise.all(
            projects.map((project) => listPastDays(db, { project, createdAt: noonOf(begin), now })),
          );
        const recorded = await daysOf();
        await db.deleteFrom('project_health').execute();
        const rebuilt = await daysOf();
        await db
          .updateTable('flag_types')
          .set({ lifetime_days: 40 })
          .where('id', '=', 'release')
          .execute();
        await db
          .updateTable('flag_types')
          .set({ lifetime_days: 7 })
          .where('id', '=', 'operational')
          .execute();

        expect(rebuilt).toEqual(recorded);
        expect(recorded[0]).toHaveLength(15);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  }, 600_000);

  const setCreatedAt = (createdAt: string, ids?: readonly string[]) =>
    db
      .updateTable('projects')
      .set({ created_at: createdAt })
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .execute();

  /** Ignores refusals by rules, and rethrows other errors. */
  function ignoreRefusal(error: { status?: number }) {
    if (error.status === undefined || error.status >= 500) throw error;
  }

  test('recorded days are unchanged, and only missing days are added', async () => {
    const project = await aProject(db);
    const createdAt = noonOf(first);
    const at = (day: number) => noonOf(dayAfter(first, day));
    await setCreatedAt(createdAt, [project]);
    await recordAll(at(2));
    await db
      .updateTable('project_health')
      .set({ total: 7, stale: 7 })
      .where('project', '=', project)
      .execute();

    await recordAll(at(3));

    const days = await listPastDays(db, { project, createdAt, now: at(3) });
    expect(days.map(({ day, total }) => [day, total])).toEqual([
      [dayAfter(first, 0), 7],
      [dayAfter(first, 1), 7],
      [dayAfter(first, 2), 0],
    ]);
  });
});

describe('counts', () => {
  test('active, stale and potentially stale add up to the total and equal the search results', async () => {
    const someFlags = fc.array(
      fc.record({
        type: fc.constantFrom('release', 'experiment', 'operational', 'kill-switch', 'permission'),
        stale: fc.boolean(),
        archived: fc.boolean(),
        ageDays: fc.constantFrom(0, 6, 8, 39, 41, 400),
      }),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(someFlags, async (flags) => {
        const project = await aProject(db);
        const now = Date.now();
        for (const { ageDays, archived, ...flag } of flags) {
          const createdAt = new Date(now - ageDays * 86_400_000).toISOString();
          await aFlag(db, {
            ...flag,
            project,
            createdAt,
            ...(archived ? { archivedAt: createdAt } : {}),
          });
        }

        const { insights } = (await get(`/api/admin/personal-dashboard/${project}`)).body;

        const totalOf = async (query: string) =>
          (await get(`/api/admin/search/features?project=IS:${project}${query}`)).body.total;
        const { totalFlags, activeFlags, staleFlags, potentiallyStaleFlags } = insights;
        expect(activeFlags + staleFlags + potentiallyStaleFlags).toBe(totalFlags);
        expect(await totalOf('')).toBe(totalFlags);
        expect(await totalOf('&state=IS:active')).toBe(activeFlags);
        expect(await totalOf('&state=IS:potentially-stale')).toBe(potentiallyStaleFlags);
        expect(await totalOf('&state=IS:stale')).toBe(staleFlags + potentiallyStaleFlags);
      }),
      { numRuns: 5 },
    );
  }, 300_000);

  test('a flag becomes potentially stale after its lifetime', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, createdAt: noonOf(first) });
    const countAt = async (now: string) => (await findCounts(db, project, now))?.potentiallyStale;

    expect(await countAt(`${dayAfter(first, 40)}T11:59:59.999Z`)).toBe(0);
    expect(await countAt(noonOf(dayAfter(first, 40)))).toBe(0);
    expect(await countAt(`${dayAfter(first, 40)}T12:00:00.001Z`)).toBe(1);
  });
});

describe('GET /api/admin/projects/:projectId/insights/health', () => {
  test('returns the health by day and the points of each flag', async () => {
    await insideAnHour();
    const project = await aProject(db);
    const now = Date.now();
    const pastLifetime = await aFlag(db, {
      project,
      createdAt: new Date(now - 50 * 86_400_000).toISOString(),
    });
    const marked = await aFlag(db, { project });
    await aFlag(db, { project });
    await aFlag(db, { project });
    await post(`/api/admin/projects/${project}/stale`, { features: [marked], stale: true });

    const { status, body } = await get(`/api/admin/projects/${project}/insights/health`);

    const today = dayOf(new Date(now).toISOString());
    expect(status).toBe(200);
    expect(body).toEqual({
      health: 50,
      totalFlags: 4,
      days: [{ day: today, health: 50, totalFlags: 4, staleFlags: 1, potentiallyStaleFlags: 1 }],
      costs: [
        {
          featureName: marked,
          type: 'release',
          points: 25,
          since: expect.any(String),
          reason: `marked stale on ${today}`,
        },
        {
          featureName: pastLifetime,
          type: 'release',
          points: 25,
          since: expect.any(String),
          reason: `past its lifetime of 40 days since ${dayAfter(today, -10)}`,
        },
      ],
      notes: [],
    });
  });
});
