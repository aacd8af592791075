import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rarePattern } from './rare-text.ts';

/** The parts of a pattern stand in a text one after the other, where only plain letters have a case. */
function matches(text: string, pattern: string): boolean {
  const plain = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  let from = 0;
  for (const piece of pattern.split('%')) {
    const place = plain.indexOf(piece, from);
    if (place < 0) return false;
    from = place + piece.length;
  }
  return true;
}

const text = fc.string({ unit: fc.constantFrom(...'aAbB1é_%-" İΣ\u212a🏳'), maxLength: 40 });

describe('the pattern of a rare text', () => {
  test('matches whatever has the text in it', () => {
    fc.assert(
      fc.property(text, text, text, fc.array(text), (before, wanted, after, sample) => {
        expect(matches(before + wanted + after, rarePattern(wanted, sample))).toBe(true);
      }),
    );
  });

  const some = (count: number, texts: string) => new Array<string>(count).fill(texts);

  test('has the pieces that fewest texts have, in their order', () => {
    const sample = [...some(80, 'cart-6b86'), ...some(9, 'coupon'), ...some(11, 'retry')];

    const pattern = rarePattern('Cart-Coupon-smart-retry-quick-6b86-internationalised', sample);

    expect(pattern).toBe('%coup%smar%quic%inte%ised%');
  });

  test('has no piece that most texts have, unless there is nothing rarer', () => {
    const sample = some(100, 'cart-6b86 coupon-retry');

    expect(rarePattern('cart-6b86', sample)).toBe('%cart%6b86%');
    expect(rarePattern('cart-coupon-x1y2z3-retry', sample)).toBe('%cart%x1y2%');
  });
});
