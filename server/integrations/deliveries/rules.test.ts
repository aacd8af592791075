import { describe, expect, test } from 'vitest';
import { planRetry } from './rules.ts';

const now = Date.parse('2026-01-01T00:00:00.000Z');
const day = 24 * 3_600_000;
const failed = { status: 500, retryAfter: undefined };
const plan = (
  failures: number,
  failingMs: number | null = null,
  attempt: object = {},
  random = 1,
) => planRetry({ failures, failingMs }, { ...failed, ...attempt }, { now, random });

describe('planRetry', () => {
  test.each([
    [0, 1000],
    [1, 2000],
    [5, 32_000],
    [11, 2_048_000],
    [12, 3_600_000],
    [5000, 3_600_000],
  ])('after %i failures it waits at most %i ms, and at least half of it', (failures, ms) => {
    expect(plan(failures).delayMs).toBe(ms);
    expect(plan(failures, null, {}, 0).delayMs).toBe(ms / 2);
  });

  test.each([
    ['120', 120_000],
    ['Thu, 01 Jan 2026 00:05:00 GMT', 300_000],
    ['0', 1000],
    ['soon', 1000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 1000],
    ['99999999999', day],
  ])('Retry-After: %s', (retryAfter, ms) => {
    expect(plan(0, null, { retryAfter }).delayMs).toBe(ms);
  });

  test.each([
    [day - 1, false],
    [day, true],
    [day + 1, true],
    [null, false],
  ])('after %s ms of failures, parked is %s', (failingMs, parked) => {
    expect(plan(3, failingMs).parked).toBe(parked);
  });

  test('status 410 parks at once', () => {
    expect(plan(0, null, { status: 410 }).parked).toBe(true);
  });
});
