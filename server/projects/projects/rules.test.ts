import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProjectId, healthOf, reservedIds, slugOf } from './rules.ts';

describe('healthOf', () => {
  test.each([
    [{ total: 0, stale: 0, potentiallyStale: 0 }, 100],
    [{ total: 4, stale: 1, potentiallyStale: 1 }, 50],
    [{ total: 3, stale: 1, potentiallyStale: 0 }, 67],
    [{ total: 2, stale: 2, potentiallyStale: 0 }, 0],
  ])('%j is %i', (counts, health) => {
    expect(healthOf(counts)).toBe(health);
  });
});

describe('slugOf', () => {
  test.each([
    ['My Project', 'my-project'],
    ['  Über uns!  ', 'uber-uns'],
    ['a--b__c', 'a-b-c'],
    ['日本語', 'project'],
    ['x'.repeat(91), 'x'.repeat(90)],
    [`${'x'.repeat(89)} y`, 'x'.repeat(89)],
  ])('%s becomes %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('for every name, the slug with a number suffix is a valid id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(10_000), (name, n) => {
        expect(() => assertProjectId(`${slugOf(name)}-${n}`)).not.toThrow();
        expect(slugOf(name).length).toBeLessThanOrEqual(90);
      }),
    );
  });
});

describe('assertProjectId', () => {
  test.each(['a', 'A-b_c.d~e', "!*'()", 'x'.repeat(100), '...'])('%s is a valid id', (id) => {
    expect(() => assertProjectId(id)).not.toThrow();
  });

  test.each(['', 'x'.repeat(101), 'a b', 'a/b', 'ä', '%41', '\ud800', ...reservedIds])(
    '%s is refused',
    (id) => {
      expect(() => assertProjectId(id)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );
});
