import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rarePattern } from './rare-text.ts';

/** Like ILIKE, with case-insensitive ASCII letters only. */
function matches(text: string, pattern: string): boolean {
  const plain = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  let from = 0;
  for (const piece of pattern.split('%')) {
    const index = plain.indexOf(piece, from);
    if (index < 0) return false;
    from = index + piece.length;
  }
  return true;
}

const text = fc.string({ unit: fc.constantFrom(...'aAbB1é_%-" İΣ\u212a🏳'), maxLength: 40 });

describe('the pattern of a rare text', () => {
  test('matches every text that contains the text', () => {
    fc.assert(
      fc.property(text, text, text, fc.array(text), (before, wanted, after, sample) => {
        expect(matches(before + wanted + after, rarePattern(wanted, sample))).toBe(true);
      }),
    );
  });

  const some = (count: number, texts: string) => new Array<string>(count).fill(texts);

  test('contains the rarest pieces in the order of the text', () => {
    const sample = [...some(80, 'cart-6b86'), ...some(9, 'coupon'), ...some(11, 'retry')];

    const pattern = rarePattern('Cart-Coupon-smart-retry-quick-6b86-internationalised', sample);

    expect(pattern).toBe('%coup%smar%quic%inte%ised%');
  });

  test('contains common pieces only if there are no rarer ones', () => {
    const sample = some(100, 'cart-6b86 coupon-retry');

    expect(rarePattern('cart-6b86', sample)).toBe('%cart%6b86%');
    expect(rarePattern('cart-coupon-x1y2z3-retry', sample)).toBe('%cart%x1y2%');
  });
});
