import { badData } from '../../platform/errors.ts';
import { badFilter } from '../../platform/http/set-filter.ts';
import type { Moment } from './rules.ts';

const form = 'an RFC 3339 time, such as 2026-11-01T12:00:00Z, or the id of an event';

/** An event id or a time; PostgreSQL has no year 0000. */
export function parseMoment(param: string, text: string): Moment {
  const moment = momentOf(text);
  if (moment === undefined) throw badFilter(param, text, [form]);
  return moment;
}

/** The same, of a member of the body. */
export function readMoment(member: string, value: string | number): Moment {
  const moment = momentOf(String(value));
  if (moment !== undefined) return moment;
  throw badData(`"${member}" must be ${form}.`, `/body/${member}`);
}

const rfc3339 =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function momentOf(text: string): Moment | undefined {
  if (/^\d{1,15}$/.test(text)) return { event: Number(text) };
  const [, day] = rfc3339.exec(text) ?? [];
  if (day === undefined || day.startsWith('0000')) return undefined;
  if (!isDay(day)) return undefined;
  // A leap second is the start of the next minute.
  const time = Date.parse(text.toUpperCase().replace(/:60/, ':59')) + (/:60/.test(text) ? 1000 : 0);
  const moment = new Date(time);
  const year = Number.isNaN(time) ? 0 : moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { time: moment.toISOString() } : undefined;
}

const isDay = (day: string) => {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
};

/** The event id of the last version of a page. */
export function parseCursor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badFilter('cursor', text, ['a nextCursor of the same list']);
}
