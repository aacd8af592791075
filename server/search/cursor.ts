import { createHash } from 'node:crypto';
import { badFilter } from '../platform/http/set-filter.ts';
import type { Sort } from './filters.ts';

/** The position of a flag in an order; `key` is null if the flag has no sort value. */
export type Cursor = { part: number; key: string | null; name: string };

/** Opaque to callers, and valid only for the order it was created with. */
export function writeCursor({ part, key, name }: Cursor, sort: Sort): string {
  return Buffer.from(JSON.stringify([orderOf(sort), part, key, name])).toString('base64url');
}

export function readCursor(text: string, sort: Sort): Cursor {
  const [order, part, key, name] = partsOf(text);
  const valid =
    order === orderOf(sort) &&
    Number.isInteger(part) &&
    isKeyOf(sort, key) &&
    typeof name === 'string' &&
    isStorable(name);
  if (valid) return { part, key, name } as Cursor;
  throw badFilter('cursor', text, ['a nextCursor of the same search in the same order']);
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A manipulated key must not cause an error in the database. */
function isKeyOf({ by }: Sort, key: unknown): boolean {
  if (key === null) return by !== 'createdAt';
  if (typeof key !== 'string') return false;
  if (by !== 'createdAt' && by !== 'lastSeenAt') return isStorable(key);
  return timestamp.test(key) && !Number.isNaN(Date.parse(key)) && !key.startsWith('0000');
}

const isStorable = (text: string) => !text.includes('\0');

const orderOf = (sort: Sort) =>
  createHash('sha256').update(JSON.stringify(sort)).digest('base64url').slice(0, 8);
