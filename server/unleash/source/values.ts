import { createHash } from 'node:crypto';
import type { Row } from './source.ts';

/** Of a column that a version of Unleash may lack. */
export const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value);

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const flagOf = (value: unknown): boolean => value === true || value === 1;

/** Columns without a time zone contain UTC. */
export function momentOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const zoned = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value.slice(10)) ? value : `${value}Z`;
  const time = Date.parse(zoned.replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Before the first release of Unleash: a row without a time. */
export const epoch = '1970-01-01T00:00:00.000Z';

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textsOf = (value: unknown): string[] =>
  listOf(value).flatMap((item) => (typeof item === 'string' ? [item] : []));

export const recordOf = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};

/** Unleash stores ids of strategies and links as text, mostly UUIDs. */
export function uuidOf(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  const digest = createHash('sha256').update(text).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export function groupBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = String(row[column]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}
