import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { median, percentile, summarise } from './statistics.ts';

describe('median', () => {
  test('is the middle value, or the mean of the two middle values', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('lies between minimum and maximum, in any order', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, (list) => {
        const middle = median(list);

        expect(middle).toBe(median(list.toReversed()));
        expect(middle).toBeGreaterThanOrEqual(Math.min(...list));
        expect(middle).toBeLessThanOrEqual(Math.max(...list));
      }),
    );
  });

  test('of an empty list is an error', () => {
    expect(() => median([])).toThrow('empty list');
  });
});

describe('percentile', () => {
  test('is the smallest value that the share does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
  });
});

describe('summarise', () => {
  test('computes the rate by round and the latencies over all requests', () => {
    const rounds = [
      { seconds: 1, latenciesMs: [10, 10] },
      { seconds: 1, latenciesMs: [1, 1, 1, 1] },
      { seconds: 2, latenciesMs: [5, 5, 5, 5, 5, 90] },
    ];

    expect(summarise(rounds)).toEqual({
      rate: 3,
      spread: 2 / 3,
      p50Ms: 5,
      p99Ms: 90,
      rounds: 3,
      requests: 12,
    });
  });
});
