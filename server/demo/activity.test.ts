import { expect, test } from 'vitest';
import { reportsOf } from './activity.ts';

const hourMs = 60 * 60 * 1000;
const now = Date.parse('2026-11-19T12:30:00Z');

test('the usage of the demo follows the changes of the flag', () => {
  const changes = [
    { at: now - 20 * hourMs, enabled: false, rollout: null },
    { at: now - 10 * hourMs, enabled: null, rollout: 10 },
  ];
  const flag = { flag: 'dark-mode', project: 'storefront', environment: 'production' };
  const variants = [{ name: 'a', weight: 250 }];

  const reports = reportsOf([{ ...flag, enabled: true, rollout: 50, variants, changes }], now);

  const shareAt = (ago: number) => {
    const { yes, no } = reports[ago] ?? { yes: 0, no: 0 };
    return Math.round((100 * yes) / (yes + no));
  };
  expect([5, 15, 30].map(shareAt)).toEqual([50, 10, 0]);
  expect(reports[5]?.variants.get('a')).toBeCloseTo((reports[5]?.yes ?? 0) / 4, -1);
  expect(reports[30]?.variants.size).toBe(0);
});
