import { describe, expect, test } from 'vitest';
import { changesIn } from './src/flags/flag/usage-markers.ts';
import { bucketsOf, countsBegin, usageByEnvironment } from './src/flags/flag/usage-sums.ts';
import {
  groupsOf,
  isolatedPoints,
  labelledPoints,
  lastSegment,
  linePath,
  tickText,
  valueTicks,
} from './src/ui/chart-scale.ts';

describe('the markers of changes', () => {
  const made = (hour: number) => ({
    createdAt: new Date(hour * 3_600_000).toISOString(),
    project: 'web',
    createdBy: 'ada',
    createdByUserId: 1,
    label: null,
    summary: null,
  });
  const anEvent = (id: number, environment: string | null, hour: number, type = 'any') => ({
    id,
    environment,
    type,
    ...made(hour),
    featureName: 'flag',
    data: null,
    preData: null,
    tags: [],
  });
  const aVersion = (eventId: number, hour: number) => ({
    eventId,
    ...made(hour),
    environment: null,
    deleted: false,
    type: null,
  });
  const buckets = { starts: [10, 11, 12].map((hour) => hour * 3_600_000), stepMs: 3_600_000 };
  const markersOf = (
    events: ReturnType<typeof anEvent>[],
    versions: ReturnType<typeof aVersion>[] = [],
  ) => changesIn({ events, versions }, 'production', buckets);

  test('are those of the environment and of the whole flag, in the range', () => {
    const events = [
      anEvent(9, 'production', 12.5),
      anEvent(8, 'development', 12),
      anEvent(7, null, 11),
      anEvent(5, 'production', 9),
    ];

    const markers = markersOf(events);

    expect(markers.map(({ event, at }) => [event.id, at])).toEqual([
      [9, 2],
      [7, 1],
    ]);
  });

  test('link to the versions around a change, also one of several in a transaction', () => {
    const events = [anEvent(9, null, 12), anEvent(8, null, 12), anEvent(7, null, 11)];

    const markers = markersOf(events, [aVersion(9, 12), aVersion(6, 10)]);

    const around = { from: '6', to: '9' };
    expect(markers.map(({ versions }) => versions)).toEqual([around, around, undefined]);
  });

  test('a first version was recorded with the flag, or later', () => {
    const first = (type: string) =>
      markersOf([anEvent(9, null, 12, type)], [aVersion(9, 12)])[0]?.versions;

    expect(first('feature-created')).toEqual({ from: '0', to: '9' });
    expect(first('feature-strategy-update')).toBeUndefined();
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

  const days = Array.from({ length: 21 }, (_, index) => `Oct ${index + 10}`);
  const hours = days.map((day) => `${day}, 14:00`);

  test.each([
    ['dates on a narrow chart', days, 340, 4],
    ['dates on a wide chart', days, 900, 11],
    ['hours on a narrow chart', hours, 340, 2],
    ['one point', days.slice(0, 1), 340, 1],
    ['no point', [], 340, 0],
  ])('labels the last point, and others at equal distances: %s', (_, ticks, width, count) => {
    const x = (index: number) => 44 + (index / Math.max(1, ticks.length - 1)) * (width - 52);

    const labels = labelledPoints(ticks, x, width);

    expect(labels).toHaveLength(count);
    expect(labels.at(-1)?.index).toBe(count === 0 ? undefined : ticks.length - 1);
    const indexes = labels.map(({ index }) => index);
    const steps = indexes.slice(1).map((index, at) => index - (indexes[at] ?? 0));
    expect(new Set(steps).size).toBeLessThanOrEqual(1);
    expect(indexes[0] ?? 0).toBeLessThan(steps[0] ?? 1);
  });

  test('writes large numbers short', () => {
    expect([0, 9999, 1_200_000].map(tickText)).toEqual(['0', '9,999', '1.2M']);
  });

  test('a line has gaps, and values between two gaps are dots', () => {
    const same = (value: number) => value;

    expect(linePath([1, 2, null, 4], same, same)).toBe('M0.0 1.0h0L1.0 2.0M3.0 4.0h0');
    expect(isolatedPoints([1, 2, null, 4, null, 0])).toEqual([3, 5]);
  });

  test('what is too close to be beside the first of a group is part of it', () => {
    const groups = groupsOf([30, 0, 13, 14, 20], 14, (position) => position);

    expect(groups).toEqual([[30, 20], [14, 13], [0]]);
  });

  test.each([
    ['two values', [1, 2, 3], 'M1.0 2.0h0L2.0 3.0'],
    ['a value after a gap', [1, null, 3], 'M2.0 3.0h0'],
    ['the only value', [1], 'M0.0 1.0h0'],
  ])('the segment of a running hour is drawn alone: %s', (_, values, path) => {
    const same = (value: number) => value;

    expect(linePath(lastSegment(values), same, same)).toBe(path);
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
