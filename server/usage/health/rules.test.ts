import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Change,
  costsOf,
  dayAfter,
  type FlagState,
  isPastLifetime,
  pastDays,
  rebuildDays,
  windowsOf,
} from './rules.ts';

const now = '2026-03-29T15:00:00.000Z';
const today = '2026-03-29';
const createdDaysAgo = (days: number) => `${dayAfter(today, -days)}T23:59:59.999Z`;
const fullHealth = (day: string) => ({ day, total: 4, stale: 0, potentiallyStale: 0 });
const halfHealth = (day: string) => ({ day, total: 4, stale: 1, potentiallyStale: 1 });

describe('windows', () => {
  test.each([
    [0, 0, null],
    [27, 27, null],
    [28, 28, 50],
    [29, 29, 50],
    [55, 55, 50],
    [56, 55, 50],
  ])(
    'a project created %i days ago has %i past days and the past mean %s',
    (days, length, pastMean) => {
      const past = pastDays(now, createdDaysAgo(days));
      const border = dayAfter(today, -27);
      const filled = past.map((day) => (day < border ? halfHealth(day) : fullHealth(day)));

      const windows = windowsOf(filled, fullHealth(today));

      expect(past).toHaveLength(length);
      expect(windows).toEqual({ avgHealthCurrentWindow: 100, avgHealthPastWindow: pastMean });
    },
  );

  test('the window of 28 days includes today', () => {
    const past = pastDays(now, createdDaysAgo(27)).map(fullHealth);

    const windows = windowsOf(past, { ...halfHealth(today), total: 2 });

    expect(windows.avgHealthCurrentWindow).toBe(Math.round((27 * 100 + 0) / 28));
  });

  test('days end at midnight UTC', () => {
    expect(pastDays('2026-03-01T00:00:00.000Z', '2026-02-27T00:00:00.000Z')).toEqual([
      '2026-02-27',
      '2026-02-28',
    ]);
  });
});

describe('isPastLifetime', () => {
  test.each([
    ['2026-03-29T15:00:00.000Z', false],
    ['2026-03-29T15:00:00.001Z', true],
    ['2026-03-29T14:59:59.999Z', false],
  ])('at %s, 40 days after %s', (at, expected) => {
    expect(isPastLifetime('2026-02-17T15:00:00.000Z', 40, at)).toBe(expected);
  });
});

describe('costs', () => {
  test('the points of all flags add up to 100 minus health', () => {
    for (const [total, stale] of [
      [3, 1],
      [7, 3],
      [1000, 333],
      [10_000, 9999],
      [10_000, 1],
    ] as const) {
      const flags = Array.from({ length: stale }, (_, number) => ({
        name: `flag-${number}`,
        type: 'release',
        stale: number % 2 === 0,
        createdAt: '2026-01-01T00:00:00.000Z',
        lifetimeDays: 40,
        markedAt: null,
      }));

      const costs = costsOf(flags, { total, stale, potentiallyStale: 0 });

      const sum = costs.reduce((points, cost) => points + Math.round(cost.points * 10_000), 0);
      expect(sum / 10_000).toBe(100 - Math.round(100 * (1 - stale / total)));
    }
  });

  test('each cost has a reason and a start time', () => {
    const flag = {
      name: 'one',
      type: 'release',
      stale: true,
      createdAt: '2026-01-01T12:00:00.000Z',
      lifetimeDays: 40,
      markedAt: '2026-02-03T04:05:06.000Z',
    };

    const costs = costsOf(
      [flag, { ...flag, name: 'two', markedAt: null }, { ...flag, name: 'three', stale: false }],
      { total: 4, stale: 2, potentiallyStale: 1 },
    );

    expect(costs).toEqual([
      {
        featureName: 'one',
        type: 'release',
        points: 25,
        since: '2026-02-03T04:05:06.000Z',
        reason: 'marked stale on 2026-02-03',
      },
      { featureName: 'two', type: 'release', points: 25, since: null, reason: 'marked stale' },
      {
        featureName: 'three',
        type: 'release',
        points: 25,
        since: '2026-02-10T12:00:00.000Z',
        reason: 'past its lifetime of 40 days since 2026-02-10',
      },
    ]);
  });
});

describe('rebuildDays', () => {
  const kinds = [
    'create',
    'archive',
    'revive',
    'delete',
    'mark',
    'unmark',
    'retype',
    'move',
  ] as const;
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds, 'lifetime' as const),
      flag: fc.constantFrom('a', 'b', 'c'),
      hours: fc.integer({ min: 1, max: 40 }),
      type: fc.constantFrom('short', 'long'),
      days: fc.option(fc.integer({ min: 1, max: 15 }), { nil: null }),
    }),
    { maxLength: 60 },
  );

  test('rebuilt counts equal those counted at the end of each day', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const simulation = aSimulation();
        for (const step of history) apply(simulation, step);
        simulation.advanceTo(simulation.now + 86_400_000);

        const rebuilt = rebuildDays(
          'shop',
          {
            now: new Date(simulation.now).toISOString(),
            flags: [...simulation.flags.values()],
            lifetimes: simulation.lifetimes,
            changes: [...simulation.changes].reverse(),
          },
          simulation.counted.map(({ day }) => day),
        );

        expect(rebuilt).toEqual(simulation.counted);
      }),
      { numRuns: 500 },
    );
  });

  /** Simulates flags with a log of changes, and counts them at every midnight. */
  function aSimulation() {
    const flags = new Map<string, FlagState>();
    const lifetimes = new Map<string, number | null>([
      ['short', 3],
      ['long', 10],
    ]);
    const counted: { day: string; total: number; stale: number; potentiallyStale: number }[] = [];
    const simulation = {
      now: Date.parse('2026-01-01T09:00:00.000Z'),
      flags,
      lifetimes,
      counted,
      changes: [] as Change[],
      advanceTo: (moment: number) => {
        for (let end = midnightAfter(simulation.now); end <= moment; end += 86_400_000) {
          const inProject = [...flags.values()].filter(
            (it) => it.project === 'shop' && !it.archived,
          );
          const isPast = ({ createdAt, type }: FlagState) => {
            const days = lifetimes.get(type) ?? null;
            return days !== null && end - Date.parse(createdAt) > days * 86_400_000;
          };
          counted.push({
            day: new Date(end - 1).toISOString().slice(0, 10),
            total: inProject.length,
            stale: inProject.filter(({ stale }) => stale).length,
            potentiallyStale: inProject.filter((it) => !it.stale && isPast(it)).length,
          });
        }
        simulation.now = moment;
      },
    };
    return simulation;
  }

  const midnightAfter = (moment: number) => (Math.floor(moment / 86_400_000) + 1) * 86_400_000;

  type RecordedChange = Partial<Change> & { type: string };

  function apply(
    simulation: ReturnType<typeof aSimulation>,
    step: { kind: string; flag: string; hours: number; type: string; days: number | null },
  ) {
    simulation.advanceTo(simulation.now + step.hours * 3_600_000);
    const createdAt = new Date(simulation.now).toISOString();
    const flag = simulation.flags.get(step.flag);
    const record = (change: RecordedChange) => {
      const defaults = {
        flag: step.flag,
        project: 'shop',
        oldProject: null,
        before: null,
        lifetime: null,
      };
      simulation.changes.push({ ...defaults, createdAt, ...change });
    };
    if (step.kind === 'lifetime') {
      const before = simulation.lifetimes.get(step.type) ?? null;
      simulation.lifetimes.set(step.type, step.days);
      const lifetime = { type: step.type, days: before };
      return record({ type: 'feature-type-updated', flag: null, project: null, lifetime });
    }
    if (step.kind === 'create' && !flag) {
      const created = {
        name: step.flag,
        project: 'shop',
        type: step.type,
        stale: false,
        archived: false,
      };
      simulation.flags.set(step.flag, { ...created, createdAt });
      return record({ type: 'feature-created' });
    }
    if (!flag) return;
    const before = { type: flag.type, stale: flag.stale, createdAt: flag.createdAt };
    const { project } = flag;
    if (step.kind === 'delete' && flag.archived) {
      simulation.flags.delete(step.flag);
      return record({ type: 'feature-deleted', project, before });
    }
    if (step.kind === 'revive' && flag.archived) {
      flag.archived = false;
      return record({ type: 'feature-revived', project });
    }
    if (flag.archived) return;
    if (step.kind === 'archive') {
      flag.archived = true;
      return record({ type: 'feature-archived', project });
    }
    if ((step.kind === 'mark' && !flag.stale) || (step.kind === 'unmark' && flag.stale)) {
      flag.stale = !flag.stale;
      return record({ type: flag.stale ? 'feature-stale-on' : 'feature-stale-off', project });
    }
    if (step.kind === 'retype' && flag.type !== step.type) {
      flag.type = step.type;
      return record({ type: 'feature-metadata-updated', project, before });
    }
    if (step.kind === 'move') {
      flag.project = project === 'shop' ? 'other' : 'shop';
      return record({ type: 'feature-project-change', project: flag.project, oldProject: project });
    }
  }
});
