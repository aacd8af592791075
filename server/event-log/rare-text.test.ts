import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rarePattern } from './rare-text.ts';

/** The parts of a pattern stand in a text one after the other. */
function matches(text: string, pattern: string): boolean {
  let from = 0;
  for (const piece of pattern.split('%')) {
    const place = text.toLowerCase().indexOf(piece, from);
    if (place < 0) return false;
    from = place + piece.length;
  }
  return true;
}

const text = fc.string({ unit: fc.constantFrom(...'aAbB1é_%-" İΣ🏳'), maxLength: 40 });

describe('the pattern of a rare text', () => {
  test('matches whatever has the text in it', () => {
    fc.assert(
      fc.property(text, text, text, fc.array(text), (before, wanted, after, sample) => {
        expect(matches(before + wanted + after, rarePattern(wanted, sample))).toBe(true);
      }),
    );
  });

  test('has the pieces that fewest texts have, in their order', () => {
    const sample = ['coupon cart-6b86', 'retry cart-6b86', 'smart cart-6b86'];

    const pattern = rarePattern('Cart-Coupon-smart-retry-quick-6b86-internationalised', sample);

    expect(pattern).toBe('%coup%smar%quic%inte%ised%');
  });
});
