import { formatNumber, locale } from '../language.ts';

/** Round values from 0 to at least `max`, about four of them, without fractions. */
export function valueTicks(max: number): number[] {
  const rough = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export type Label = { index: number; anchor: 'start' | 'middle' | 'end' };

/** The average of the small text of an axis; dates have many digits, which are wide. */
const characterWidth = 6.5;
const gap = 12;
/** Which part of a label is before its point. */
const shareBefore = { start: 0, middle: 0.5, end: 1 };

/** The last point and others at equal distances before it, as many as fit beside each other. */
export function labelledPoints(
  ticks: readonly string[],
  x: (index: number) => number,
  width: number,
): Label[] {
  const taken = characterWidth * Math.max(0, ...ticks.map(({ length }) => length)) + gap;
  const anchorOf = (index: number): Label['anchor'] => {
    if (x(index) > width - taken / 2) return 'end';
    return x(index) < taken / 2 ? 'start' : 'middle';
  };
  for (let step = 1; ; step++) {
    const labels = everyFromLast(ticks.length, step).map((index) => ({
      index,
      anchor: anchorOf(index),
    }));
    const begins = labels.map(({ index, anchor }) => x(index) - taken * shareBefore[anchor]);
    if (begins.every((begin, at) => at === 0 || begin - (begins[at - 1] ?? 0) >= taken)) {
      return labels;
    }
  }
}

function everyFromLast(length: number, step: number): number[] {
  const count = Math.ceil(length / step);
  return Array.from({ length: count }, (_, index) => length - 1 - (count - 1 - index) * step);
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

/** Only the last two values, at their positions. */
export const lastSegment = (values: readonly (number | null)[]): (number | null)[] =>
  values.map((value, index) => (index < values.length - 2 ? null : value));

/** The indexes of values between two gaps, of which a line shows almost nothing. */
export const isolatedPoints = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, index) => {
    const beside = [values[index - 1] ?? null, values[index + 1] ?? null];
    return value !== null && beside.every((other) => other === null) ? [index] : [];
  });

/** Items that are too close to the first of their group to be drawn beside it, from right to left. */
export function groupsOf<Item>(
  items: readonly Item[],
  distance: number,
  position: (item: Item) => number,
): Item[][] {
  const groups: Item[][] = [];
  for (const item of items.toSorted((one, other) => position(other) - position(one))) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && position(first) - position(item) < distance) {
      groups.at(-1)?.push(item);
    } else groups.push([item]);
  }
  return groups;
}
