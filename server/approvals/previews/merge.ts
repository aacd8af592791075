import { isDeepStrictEqual } from 'node:util';

/** A place that both sides changed, each in its own way; a side that has nothing there leaves it out. */
export type Clash = { path: string; base?: unknown; current?: unknown; proposed?: unknown };

export type Merged = { value: unknown; clashes: Clash[] };

/**
 * What becomes of `base` when somebody made `current` of it and somebody else wants `proposed`.
 * Members of objects merge one by one; lists are single values, for their items have no identity.
 * Where both sides clash, the value is the proposed one. Nothing is `undefined`.
 */
export function merge(base: unknown, current: unknown, proposed: unknown, path = ''): Merged {
  if (isDeepStrictEqual(base, proposed)) return { value: current, clashes: [] };
  if (isDeepStrictEqual(base, current) || isDeepStrictEqual(current, proposed)) {
    return { value: proposed, clashes: [] };
  }
  if (isRecord(base) && isRecord(current) && isRecord(proposed)) {
    return mergeMembers({ base, current, proposed }, path);
  }
  return { value: proposed, clashes: [{ path, base, current, proposed }] };
}

type Sides<T> = { base: T; current: T; proposed: T };

function mergeMembers({ base, current, proposed }: Sides<Json>, path: string): Merged {
  const keys = new Set([...Object.keys(base), ...Object.keys(current), ...Object.keys(proposed)]);
  const value: Json = {};
  const clashes: Clash[] = [];
  for (const key of keys) {
    const [was, is, wanted] = [own(base, key), own(current, key), own(proposed, key)];
    const merged = merge(was, is, wanted, `${path}/${escaped(key)}`);
    clashes.push(...merged.clashes);
    if (merged.value !== undefined) define(value, key, merged.value);
  }
  return { value, clashes };
}

/** What differs between two values, in the places where a merge would look. */
export type Difference = { path: string; before?: unknown; after?: unknown };

export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    differences(own(before, key), own(after, key), `${path}/${escaped(key)}`),
  );
}

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names come from people: one called `__proto__` is a name like any other. */
const own = (record: Json, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined);

const define = (record: Json, key: string, value: unknown) =>
  Object.defineProperty(record, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });

/** As JSON Pointer writes names. */
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
