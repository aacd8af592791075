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
const bornDaysAgo = (days: number) => `${dayAfter(today, -days)}T23:59:59.999Z`;
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
    'a project made %i days ago has %i days behind it and %s as its past mean',
    (days, length, past) => {
      const behind = pastDays(now, bornDaysAgo(days));
      const border = dayAfter(today, -27);
      const filled = behind.map((day) => (day < border ? halfHealth(day) : fullHealth(day)));

      const windows = windowsOf(filled, fullHealth(today));

      expect(behind).toHaveLength(length);
      expect(windows).toEqual({ avgHealthCurrentWindow: 100, avgHealthPastWindow: past });
    },
  );

  test('today counts as one of the 28 days', () => {
    const behind = pastDays(now, bornDaysAgo(27)).map(fullHealth);

    const windows = windowsOf(behind, { ...halfHealth(today), total: 2 });

    expect(windows.avgHealthCurrentWindow).toBe(Math.round((27 * 100 + 0) / 28));
  });

  test('the day before yesterday ends at midnight, UTC', () => {
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
  test('the points of all flags are what is missing to 100, whatever their number', () => {
    for (const [total, stale] of [
      [3, 1],
      [7, 3],
      [1000, 333],
      [10_000, 9999],
      [10_000, 1],
    ] as const) {
      const burdens = Array.from({ length: stale }, (_, number) => ({
        name: `flag-${number}`,
        type: 'release',
        stale: number % 2 === 0,
        createdAt: '2026-01-01T00:00:00.000Z',
        lifetimeDays: 40,
        markedAt: null,
      }));

      const costs = costsOf(burdens, { total, stale, potentiallyStale: 0 });

      const sum = costs.reduce((points, cost) => points + Math.round(cost.points * 10_000), 0);
      expect(sum / 10_000).toBe(100 - Math.round(100 * (1 - stale / total)));
    }
  });

  test('each says why and since when', () => {
    const burden = {
      name: 'one',
      type: 'release',
      stale: true,
      createdAt: '2026-01-01T12:00:00.000Z',
      lifetimeDays: 40,
      markedAt: '2026-02-03T04:05:06.000Z',
    };

    const costs = costsOf(
      [
        burden,
        { ...burden, name: 'two', markedAt: null },
        { ...burden, name: 'three', stale: false },
      ],
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
        reason: 'outlived its 40 days on 2026-02-10',
      },
    ]);
  });
});

describe('rebuildDays', () => {
  const kinds = [
    'create',
    'archive',
    'revive',
    'erase',
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

  test('finds for each day what a witness of its midnight counted', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const world = aWorldOfFlags();
        for (const step of history) live(world, step);
        world.passTo(world.now + 86_400_000);

        const rebuilt = rebuildDays(
          'home',
          {
            now: new Date(world.now).toISOString(),
            flags: [...world.flags.values()],
            lifetimes: world.lifetimes,
            changes: [...world.changes].reverse(),
          },
          world.witnessed.map(({ day }) => day),
        );

        expect(rebuilt).toEqual(world.witnessed);
      }),
      { numRuns: 500 },
    );
  });

  /** A world that counts at every midnight, forwards, and keeps a log. */
  function aWorldOfFlags() {
    const flags = new Map<string, FlagState>();
    const lifetimes = new Map<string, number | null>([
      ['short', 3],
      ['long', 10],
    ]);
    const witnessed: { day: string; total: number; stale: number; potentiallyStale: number }[] = [];
    const world = {
      now: Date.parse('2026-01-01T09:00:00.000Z'),
      flags,
      lifetimes,
      witnessed,
      changes: [] as Change[],
      passTo: (moment: number) => {
        for (let end = midnightAfter(world.now); end <= moment; end += 86_400_000) {
          const home = [...flags.values()].filter((it) => it.project === 'home' && !it.archived);
          const outlives = ({ createdAt, type }: FlagState) => {
            const days = lifetimes.get(type) ?? null;
            return days !== null && end - Date.parse(createdAt) > days * 86_400_000;
          };
          witnessed.push({
            day: new Date(end - 1).toISOString().slice(0, 10),
            total: home.length,
            stale: home.filter(({ stale }) => stale).length,
            potentiallyStale: home.filter((it) => !it.stale && outlives(it)).length,
          });
        }
        world.now = moment;
      },
    };
    return world;
  }

  const midnightAfter = (moment: number) => (Math.floor(moment / 86_400_000) + 1) * 86_400_000;

  type Told = Partial<Change> & { type: string };

  function live(
    world: ReturnType<typeof aWorldOfFlags>,
    step: { kind: string; flag: string; hours: number; type: string; days: number | null },
  ) {
    world.passTo(world.now + step.hours * 3_600_000);
    const createdAt = new Date(world.now).toISOString();
    const flag = world.flags.get(step.flag);
    const tell = (told: Told) => {
      const nothing = {
        flag: step.flag,
        project: 'home',
        oldProject: null,
        before: null,
        lifetime: null,
      };
      world.changes.push({ ...nothing, createdAt, ...told });
    };
    if (step.kind === 'lifetime') {
      const before = world.lifetimes.get(step.type) ?? null;
      world.lifetimes.set(step.type, step.days);
      const lifetime = { type: step.type, days: before };
      return tell({ type: 'feature-type-updated', flag: null, project: null, lifetime });
    }
    if (step.kind === 'create' && !flag) {
      const made = {
        name: step.flag,
        project: 'home',
        type: step.type,
        stale: false,
        archived: false,
      };
      world.flags.set(step.flag, { ...made, createdAt });
      return tell({ type: 'feature-created' });
    }
    if (!flag) return;
    const before = { type: flag.type, stale: flag.stale, createdAt: flag.createdAt };
    const { project } = flag;
    if (step.kind === 'erase' && flag.archived) {
      world.flags.delete(step.flag);
      return tell({ type: 'feature-deleted', project, before });
    }
    if (step.kind === 'revive' && flag.archived) {
      flag.archived = false;
      return tell({ type: 'feature-revived', project });
    }
    if (flag.archived) return;
    if (step.kind === 'archive') {
      flag.archived = true;
      return tell({ type: 'feature-archived', project });
    }
    if ((step.kind === 'mark' && !flag.stale) || (step.kind === 'unmark' && flag.stale)) {
      flag.stale = !flag.stale;
      return tell({ type: flag.stale ? 'feature-stale-on' : 'feature-stale-off', project });
    }
    if (step.kind === 'retype' && flag.type !== step.type) {
      flag.type = step.type;
      return tell({ type: 'feature-metadata-updated', project, before });
    }
    if (step.kind === 'move') {
      flag.project = project === 'home' ? 'away' : 'home';
      return tell({ type: 'feature-project-change', project: flag.project, oldProject: project });
    }
  }
});
