import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { murmur3, strategyBucket, variantBucket } from './hash.ts';

describe('murmur3', () => {
  // The reference implementation's own results (MurmurHash3_x86_32).
  test.each([
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['', 0xffffffff, 0x81f16f39],
    ['a', 0x9747b28c, 0x7fa09ea6],
    ['aa', 0x9747b28c, 0x5d211726],
    ['aaa', 0x9747b28c, 0x283e0130],
    ['aaaa', 0x9747b28c, 0x5a97808a],
    ['abc', 0, 0xb3dd93fa],
    ['Hello, world!', 0x9747b28c, 0x24884cba],
    ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
  ])('of "%s" with seed %i is %i', (text, seed, expected) => {
    expect(murmur3(text, seed)).toBe(expected);
  });
});

describe('buckets', () => {
  // Published with the client specification.
  test.each([
    ['123', 'gr1', 73],
    ['999', 'groupX', 25],
  ])('id %s in group %s is in share %i', (id, groupId, expected) => {
    expect(strategyBucket(groupId, id)).toBe(expected);
  });

  test.each([
    ['123', 'gr1', 96],
    ['999', 'groupX', 60],
  ])('for variants, id %s in group %s is in share %i of 100', (id, groupId, expected) => {
    expect(variantBucket(groupId, id, 100)).toBe(expected);
  });

  test('are always within 1 and the total, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.integer({ min: 1, max: 100_000 }),
        (groupId, id, total) => {
          expect(strategyBucket(groupId, id)).toSatisfy((it: number) => it >= 1 && it <= 100);
          expect(variantBucket(groupId, id, total)).toSatisfy(
            (it: number) => it >= 1 && it <= total,
          );
        },
      ),
    );
  });
});
