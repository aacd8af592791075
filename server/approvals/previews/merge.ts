import { isDeepStrictEqual } from 'node:util';

/** A path that both sides changed differently; a side without a value omits it. */
export type Clash = { path: string; base?: unknown; current?: unknown; proposed?: unknown };

export type Merged = { value: unknown; clashes: Clash[] };

/**
 * Three-way merge: `current` and `proposed` both derive from `base`. Members of objects merge one by
 * one; lists are single values, since their items have no identity. Where both sides clash, the value
 * is the proposed one. A missing value is `undefined`.
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

/** The differences between two values, at the paths that a merge compares. */
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

/** Names are user input: `__proto__` is a valid name. */
const own = (record: Json, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined);

const define = (record: Json, key: string, value: unknown) =>
  Object.defineProperty(record, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });

/** As in JSON Pointer. */
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
