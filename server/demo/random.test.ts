import { describe, expect, test } from 'vitest';
import { createIds, createRandoms } from './random.ts';

describe('createRandoms', () => {
  test('the same seed produces the same numbers, evenly distributed', () => {
    const [one, other] = [createRandoms('a')(1), createRandoms('a')(1)];
    const numbers = Array.from({ length: 10_000 }, () => one.below(10));

    expect(numbers).toEqual(numbers.map(() => other.below(10)));
    for (let digit = 0; digit < 10; digit++) {
      const share = numbers.filter((number) => number === digit).length;
      expect(share).toBeGreaterThan(850);
      expect(share).toBeLessThan(1150);
    }
  });

  test('some returns distinct items in order, at most all of them', () => {
    const random = createRandoms('b')(1);

    expect(random.some([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(random.some([1, 2, 3], 0)).toEqual([]);
  });
});

describe('createIds', () => {
  test('ids are unique UUIDs that depend on the seed', () => {
    const [idOf, otherIdOf] = [createIds('a'), createIds('b')];
    const numbers = Array.from({ length: 10_000 }, (_, number) => number);

    const ids = numbers.flatMap((number) => [idOf(number, 0), idOf(0, number + 1)]);
    const others = numbers.map((number) => otherIdOf(number, 0));

    expect(new Set([...ids, ...others]).size).toBe(30_000);
    expect(
      ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/.test(id)),
    ).toBe(true);
    expect(idOf(7, 3)).toBe(createIds('a')(7, 3));
  });
});
