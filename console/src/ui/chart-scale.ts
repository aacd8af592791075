import { formatNumber, locale } from '../language.ts';

/** In pixels. */
export const chartHeight = 190;

/** Round values from 0 to at least `max`, about four of them, without fractions. */
export function valueTicks(max: number): number[] {
  const rough = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Indexes at equal distances from the last one back, at most `max`. */
export function labelledPoints(length: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, max)));
  const count = Math.ceil(length / step);
  return Array.from({ length: count }, (_, index) => length - 1 - (count - 1 - index) * step);
}

/** The last label first, those whose text of `width` pixels does not overlap a later one. */
export function withoutOverlap<T extends { from: number }>(
  labels: readonly T[],
  width: number,
): T[] {
  let free = Number.POSITIVE_INFINITY;
  const fitting = [...labels].reverse().filter(({ from }) => {
    if (from + width > free) return false;
    free = from;
    return true;
  });
  return fitting.reverse();
}

/** `1.2M` where the full number would be too long for an axis. */
const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
export const tickText = (value: number): string =>
  value < 10_000 ? formatNumber(value) : compact.format(value);

const monthAndDay = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A day of UTC, as a point of a chart. */
export function dayPoint(day: string | number) {
  const text = monthAndDay.format(new Date(day));
  return { label: text, tick: text };
}

/** A null value leaves a gap. */
export function linePath(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const begins = index === 0 || values[index - 1] === null;
      const at = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      return begins ? `M${at}h0` : `L${at}`;
    })
    .join('');
}

/** The indexes of values between two gaps, of which a line shows almost nothing. */
export const isolatedPoints = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, index) => {
    const beside = [values[index - 1] ?? null, values[index + 1] ?? null];
    return value !== null && beside.every((other) => other === null) ? [index] : [];
  });
