import { locale } from '../language.ts';
import { texts } from './texts.ts';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const counted = new Intl.RelativeTimeFormat(locale);
const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** `3 days ago`, with the exact time as a tooltip; `never` for null. */
export function TimeAgo({ at }: { at: string | null | undefined }) {
  if (!at) return texts.time.never;
  return (
    <time data-ago dateTime={at} title={exactTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {timeAgo(at, Date.now())}
    </time>
  );
}

export const exactTime = (at: string) => exact.format(new Date(at));

export function timeAgo(at: string, now: number): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  if (unit === 'second') return texts.time.now;
  if (unit === 'day') return named.format(dayOf(new Date(at)) - dayOf(new Date(now)), unit);
  // What ends in 30 minutes still does so a second later.
  const count = seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size);
  return counted.format(count, unit);
}

/** The number of the day in the calendar, where yesterday ended at midnight. */
const dayOf = (time: Date) =>
  Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;
