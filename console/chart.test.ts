import { describe, expect, test } from 'vitest';
import { changesIn } from './src/flags/flag/usage-markers.ts';
import { bucketsOf, countsBegin, usageByEnvironment } from './src/flags/flag/usage-sums.ts';
import {
  isolatedPoints,
  labelledPoints,
  linePath,
  tickText,
  valueTicks,
  withoutOverlap,
} from './src/ui/chart-scale.ts';

describe('the marks of changes', () => {
  const aVersion = (eventId: number, environment: string | null, hour: number) => ({
    eventId,
    environment,
    createdAt: new Date(hour * 3_600_000).toISOString(),
    project: 'web',
    deleted: false,
    type: null,
    createdBy: null,
    createdByUserId: null,
    label: null,
    summary: null,
  });

  test('are those of the environment and of the whole flag, in the range', () => {
    const versions = [
      aVersion(9, 'production', 12.5),
      aVersion(8, 'development', 12),
      aVersion(7, null, 11),
      aVersion(5, 'production', 9),
    ];
    const buckets = { starts: [10, 11, 12].map((hour) => hour * 3_600_000), stepMs: 3_600_000 };

    const marks = changesIn(versions, 'production', buckets);

    expect(marks.map(({ version, previous, at }) => [version.eventId, previous, at])).toEqual([
      [9, 8, 2],
      [7, 5, 1],
    ]);
  });
});

describe('the scale of a chart', () => {
  test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 50, 100]],
    [1234, [0, 500, 1000, 1500]],
  ])('up to %i has the values %j', (max, ticks) => {
    expect(valueTicks(max)).toEqual(ticks);
  });

  test('labels the last point, and others at equal distances', () => {
    expect(labelledPoints(48, 6)).toEqual([7, 15, 23, 31, 39, 47]);
    expect(labelledPoints(3, 10)).toEqual([0, 1, 2]);
    expect(labelledPoints(1, 0)).toEqual([0]);
    expect(labelledPoints(0, 5)).toEqual([]);
  });

  test('leaves out labels that would overlap a later one', () => {
    const at = (...starts: number[]) => starts.map((from) => ({ from }));

    expect(withoutOverlap(at(0, 40, 100, 200), 100)).toEqual(at(0, 100, 200));
    expect(withoutOverlap(at(0, 99, 199), 100)).toEqual(at(99, 199));
    expect(withoutOverlap([], 100)).toEqual([]);
  });

  test('writes large numbers short', () => {
    expect([0, 9999, 1_200_000].map(tickText)).toEqual(['0', '9,999', '1.2M']);
  });

  test('a line has gaps, and values between two gaps are dots', () => {
    const same = (value: number) => value;

    expect(linePath([1, 2, null, 4], same, same)).toBe('M0.0 1.0h0L1.0 2.0M3.0 4.0h0');
    expect(isolatedPoints([1, 2, null, 4, null, 0])).toEqual([3, 5]);
  });
});

const now = Date.parse('2026-11-18T10:20:00Z');
const report = (timestamp: string, over: object = {}) => ({
  featureName: 'flag',
  appName: 'web',
  environment: 'production',
  timestamp,
  yes: 0,
  no: 0,
  variants: {},
  ...over,
});

describe('the usage of a flag', () => {
  test('is summed by hour, in ranges of more than 48 hours by day', () => {
    expect(bucketsOf(48, now)).toMatchObject({ stepMs: 3_600_000 });
    expect(bucketsOf(48, now).starts).toHaveLength(48);
    expect(bucketsOf(168, now).starts).toHaveLength(7);
    const { starts, stepMs } = bucketsOf(2160, now);
    expect([starts.length, stepMs]).toEqual([90, 86_400_000]);
    expect(starts.at(-1)).toBe(Date.parse('2026-11-18'));
  });

  test('is split by result, variant and application', () => {
    const reports = [
      report('2026-11-18T10:00:00Z', { yes: 5, no: 1, variants: { red: 2, blue: 3 } }),
      report('2026-11-18T09:00:00Z', { yes: 1, appName: 'ios', variants: { red: 1 } }),
      report('2026-11-18T09:00:00Z', { no: 7, environment: 'development' }),
    ];
    const buckets = bucketsOf(3, now);
    const linesBy = (split: 'result' | 'variant' | 'application') =>
      usageByEnvironment(reports, buckets, split).find((each) => each.environment === 'production')
        ?.lines;

    expect(linesBy('result')).toEqual([
      { name: 'Yes', values: [0, 1, 5] },
      { name: 'No', values: [0, 0, 1] },
    ]);
    expect(linesBy('variant')).toEqual([
      { name: 'red', values: [0, 1, 2] },
      { name: 'blue', values: [0, 0, 3] },
    ]);
    expect(linesBy('application')).toEqual([
      { name: 'web', values: [0, 0, 6] },
      { name: 'ios', values: [0, 1, 0] },
    ]);
    expect(usageByEnvironment(reports, buckets, 'result')[0]).toMatchObject({ no: 7 });
  });

  test('sums the applications that have no colour of their own', () => {
    const reports = Array.from({ length: 12 }, (_, index) =>
      report('2026-11-18T10:00:00Z', { appName: `app-${index}`, yes: 100 - index }),
    );
    const [usage] = usageByEnvironment(reports, bucketsOf(1, now), 'application');

    expect(usage?.lines.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 7 }, (_, index) => `app-${index}`),
      'Others',
    ]);
    expect(usage?.lines.at(-1)?.values).toEqual([93 + 92 + 91 + 90 + 89]);
  });

  test('is unknown before the first stored count, and zero after it', () => {
    const reports = [report('2026-11-16T23:59:59.999Z', { yes: 4 })];
    const buckets = bucketsOf(720, now);
    const [usage] = usageByEnvironment(reports, buckets, 'result');

    expect(countsBegin(reports, buckets)).toBe(Date.parse('2026-11-16'));
    expect(usage?.lines[0]?.values.slice(-4)).toEqual([null, 4, 0, 0]);
    expect(countsBegin(reports, bucketsOf(48, now))).toBeUndefined();
  });
});
