import type { Event } from './schema.ts';

/** `head` precedes the events. */
export type Format = {
  mediaType: string;
  head: string;
  write: (event: Event) => string;
};

/** One JSON object per line. */
const ndjson: Format = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  head: '',
  write: (event) => `${JSON.stringify(event)}\n`,
};

const csvColumns = [
  'id',
  'createdAt',
  'type',
  'createdBy',
  'createdByUserId',
  'project',
  'environment',
  'featureName',
  'data',
  'preData',
  'tags',
  'label',
  'summary',
  'via',
] as const satisfies readonly (keyof Event)[];

/** RFC 4180. */
const csv: Format = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  head: `${csvColumns.join(',')}\r\n`,
  write: (event) => `${csvColumns.map((column) => cellOf(event[column])).join(',')}\r\n`,
};

export const formats = { ndjson, csv };

function cellOf(value: Event[keyof Event]): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets evaluate text that starts like a formula, unless an apostrophe precedes it. Text that
 * has one already gets another, so that the original can be restored.
 */
const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
