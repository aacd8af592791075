import { dayOf } from '../http/days.ts';
import { badQuery, type Term } from './syntax.ts';

/** Before the time, or at or after it. */
export type TimeBound = { before: boolean; time: string };

const minuteMs = 60_000;
const unitMs = { h: 60 * minuteMs, d: 24 * 60 * minuteMs, w: 7 * 24 * 60 * minuteMs };

/** The bounds of an age, as in `<30d`, or of a day in UTC, as in `>=2026-11-01`; all must hold. */
export function timeBounds(term: Term, now: number): TimeBound[] {
  const { operator, value } = term;
  const age = ageOf(value.text);
  if (age !== undefined && operator !== '') {
    // By the minute, so that responses can be cached.
    const time = new Date(Math.floor(now / minuteMs) * minuteMs - age).toISOString();
    return [{ before: operator.startsWith('>'), time }];
  }
  const day = value.prefix ? undefined : dayOf(value.text);
  if (day === undefined) {
    const forms = '<30d (younger), >12h (older; h, d or w), or a day such as >=2026-11-01';
    throw badQuery(`"${term.key}:" takes an age or a day: ${forms}`, term.valueAt);
  }
  const [from, until] = [
    { before: false, time: operator === '>' ? day.end : day.start },
    { before: true, time: operator === '<' ? day.start : day.end },
  ];
  if (operator === '') return [from, until];
  return [operator.startsWith('>') ? from : until];
}

function ageOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * unitMs[unit as keyof typeof unitMs];
}
