import { describe, expect, test } from 'vitest';
import { costsOf, dayAfter, isOutlived, pastDays, windowsOf } from './rules.ts';

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

describe('isOutlived', () => {
  test.each([
    ['2026-03-29T15:00:00.000Z', false],
    ['2026-03-29T15:00:00.001Z', true],
    ['2026-03-29T14:59:59.999Z', false],
  ])('at %s, 40 days after %s', (at, expected) => {
    expect(isOutlived('2026-02-17T15:00:00.000Z', 40, at)).toBe(expected);
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
