import { describe, expect, test } from 'vitest';
import { ink, palette } from './src/ui/palette.ts';

const { gray, dark, ...colours } = palette;
const names = Object.keys(colours) as (keyof typeof colours)[];
const shade = (name: keyof typeof palette, index: number) => palette[name][index] ?? '';

/** What small text needs (WCAG 2.2, 1.4.3), and what marks need (1.4.11). */
const [forText, forMarks] = [4.5, 3];

const surfaces = {
  light: ['#ffffff', shade('gray', 0), shade('gray', 1)],
  dark: [5, 6, 7, 8].map((index) => shade('dark', index)),
};

describe('the palette', () => {
  test.each(names)('%s is readable as text, under white text and as a tint', (name) => {
    expect(contrast('#ffffff', shade(name, 7))).toBeGreaterThanOrEqual(forText);
    expect(contrast(shade('gray', 0), shade(name, 7))).toBeGreaterThanOrEqual(forText);
    for (const tint of [1, 2]) {
      expect(contrast(shade(name, 9), shade(name, tint))).toBeGreaterThanOrEqual(forText);
    }
    for (const surface of surfaces.dark) {
      expect(contrast(shade(name, 4), surface)).toBeGreaterThanOrEqual(forText);
    }
    for (const percent of [20, 30]) {
      const ground = mix(shade(name, 6), shade('dark', 7), percent / 100);
      expect(contrast(shade(name, 3), ground)).toBeGreaterThanOrEqual(forText);
    }
  });

  test('text and dimmed text are readable on every surface', () => {
    for (const surface of surfaces.light) {
      expect(contrast(ink, surface)).toBeGreaterThanOrEqual(7);
      expect(contrast(shade('gray', 6), surface)).toBeGreaterThanOrEqual(forText);
    }
    for (const surface of surfaces.dark) {
      expect(contrast(shade('dark', 0), surface)).toBeGreaterThanOrEqual(7);
      expect(contrast(shade('dark', 1), surface)).toBeGreaterThanOrEqual(forText);
    }
  });

  test.each([
    ['light', ['pink 7', 'orange 6', 'cyan 6', 'lime 6', 'gray 6'], '#ffffff'],
    ['dark', ['pink 4', 'orange 5', 'cyan 5', 'lime 5', 'dark 2'], shade('dark', 7)],
  ])('the marks of environments are visible on %s panels', (_, marks, surface) => {
    for (const mark of marks) {
      const [name = '', index] = mark.split(' ');
      const colour = shade(name as keyof typeof palette, Number(index));
      expect(contrast(colour, surface), mark).toBeGreaterThanOrEqual(forMarks);
    }
  });
});

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, at) => value * share + (others[at] ?? 0) * (1 - share));
  return `#${mixed
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
