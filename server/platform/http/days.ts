import { badFilter } from './set-filter.ts';

/** A day in UTC: from `start` (inclusive) to `end` (exclusive). */
export type Day = { start: string; end: string };

/** Parses `<OP>:<yyyy-MM-dd>`; a date that does not exist is refused. */
export function parseDayFilter<Operator extends string>(
  param: string,
  text: string,
  operators: readonly Operator[],
): { operator: Operator; day: Day } {
  const colon = text.indexOf(':');
  const operator = operators.find((name) => name === text.slice(0, Math.max(colon, 0)));
  const day = dayOf(text.slice(colon + 1));
  if (operator !== undefined && day !== undefined) return { operator, day };
  const forms = operators.map((name) => `${name}:<yyyy-MM-dd>`);
  throw badFilter(param, text, [`${forms.join(' or ')} with a day of the calendar`]);
}

const dayMs = 86_400_000;

/** Undefined if it is no day of the calendar. */
export function dayOf(text: string): Day | undefined {
  // PostgreSQL has no year 0000.
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return undefined;
  const start = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(text)) return undefined;
  return { start: midnight(start), end: midnight(start + dayMs) };
}

/** ISO text has a sign in the year after 9999, which SQL cannot read. */
const midnight = (time: number) => new Date(time).toISOString().replace(/^\+0/, '');
