import { describe, expect, test } from 'vitest';
import { differenceBetween } from './compare.ts';

const page = (names: string[], total: number) =>
  JSON.stringify({ features: names.map((name) => ({ name })), total });

describe('differenceBetween', () => {
  test('finds none between pages with the same items in another order', () => {
    expect(differenceBetween(page(['a', 'b'], 9), page(['b', 'a'], 9))).toBeUndefined();
  });

  test('lists totals and counts, Pennon first', () => {
    expect(differenceBetween(page(['a', 'b'], 9), page(['a'], 8))).toBe('total 9 / 8, count 2 / 1');
  });

  test('finds different items with equal counts', () => {
    expect(differenceBetween(page(['a'], 9), page(['b'], 9))).toBe('on the page a / b');
    expect(differenceBetween(page([...'abcde'], 9), page([...'efghe'], 9))).toBe(
      'on the page a, b, c and 1 more / f, g, h',
    );
  });

  test('compares events by id and reads both names of the total', () => {
    const ours = JSON.stringify({ events: [{ id: 1 }], totalEvents: 1 });
    const theirs = JSON.stringify({ events: [{ id: 1 }], totalEvents: 2 });

    expect(differenceBetween(ours, theirs)).toBe('total 1 / 2');
  });

  test('compares bare lists by their length', () => {
    expect(differenceBetween('[{"id":1}]', '[]')).toBe('count 1 / 0');
  });

  test('ignores responses that are not lists', () => {
    expect(differenceBetween('{"insights":{}}', '{"insights":{"a":1}}')).toBeUndefined();
    expect(differenceBetween('', '')).toBeUndefined();
    expect(differenceBetween('', '[]')).toBe('one response is not a list');
  });
});
