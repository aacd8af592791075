import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, codeNow, isAppCode, plainCode, recoveryCodeOf, stepOf } from './rules.ts';

/** The secret of the test vectors in RFC 6238. */
const secret = Buffer.from('12345678901234567890');

describe('codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %s the code is that of RFC 6238', (seconds, code) => {
    expect(codeNow(secret, seconds * 1000)).toBe(code);
  });

  test('are valid in their own time step, the one before and the one after', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: 10, max: 4_000_000_000 }),
        fc.integer({ min: -4, max: 4 }),
        (bytes, step, offset) => {
          const own = Buffer.from(bytes);
          const found = stepOf(own, codeNow(own, step * 30_000), (step + offset) * 30_000);

          if (Math.abs(offset) <= 1) expect(found).toBeDefined();
          // Codes of two steps are equal by chance once in a million.
          else if (found !== undefined) expect(codeNow(own, found * 30_000)).toHaveLength(6);
        },
      ),
    );
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('"%s" is none', (text) => {
    expect(stepOf(secret, text, 59_000)).toBeUndefined();
    expect(isAppCode(text)).toBe(false);
  });
});

describe('base32', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['foobar', 'MZXW6YTBOI'],
  ])('"%s" is as in RFC 4648', (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected);
  });
});

test('a recovery code is the same with and without separators, and never a code of the app', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
      const code = recoveryCodeOf(Buffer.from(bytes));

      expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      expect(plainCode(` ${code.toUpperCase()} `)).toBe(code.replaceAll('-', ''));
      expect(isAppCode(plainCode(code))).toBe(false);
    }),
  );
});
