import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoText } from './open.ts';

describe('timestamps', () => {
  const timestamps = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });

  test('are the same in every form that PostgreSQL prints', () => {
    fc.assert(
      fc.property(timestamps, (timestamp) => {
        const iso = timestamp.toISOString();
        // PostgreSQL omits trailing zeros of the fraction, and the point with them.
        const printed = iso.replace('T', ' ').replace(/\.?0*Z$/, '');

        expect(isoText(`${printed}+00`)).toBe(iso);
        expect(isoText(iso.replace('T', ' ').replace('Z', '987+00'))).toBe(iso);
      }),
    );
  });

  test.each([
    ['2026-11-15 18:43:46.48+02', '2026-11-15T16:43:46.480Z'],
    ['2026-11-15 18:43:46+05:30', '2026-11-15T13:13:46.000Z'],
    ['0049-03-01 00:00:00+00', '0049-03-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(isoText(text)).toBe(iso);
  });
});
