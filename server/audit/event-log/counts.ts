import { createHash } from 'node:crypto';
import type { Cache, Caches } from '../../platform/cache/cache.ts';
import type { Conditions, Total } from './rules.ts';

/** Counts by what they depend on, the visible projects included. */
export type EventCounts = {
  get: (conditions: Conditions) => Total;
  set: (conditions: Conditions, total: Total) => void;
};

export const nothingCounted: Total = { newest: 0, count: 0, first: 0, last: 0 };

/** About 5,000 filters. */
const bytesMax = 4 * 1024 * 1024;

/** Events are only added, in the order of their ids, so a count up to an id never becomes stale. */
const onlyVersion = 0;

export function createEventCounts(caches: Caches): EventCounts {
  const cache: Cache<Total> = caches.create({ name: 'event_counts', bytesMax, bytesOf: () => 100 });
  return {
    get: (conditions) => cache.get(keyOf(conditions), onlyVersion) ?? nothingCounted,
    set: (conditions, total) => cache.set(keyOf(conditions), onlyVersion, { value: total }),
  };
}

/** Hashed, because a list of projects can be long. */
function keyOf({ sets, ...rest }: Conditions): string {
  const sorted = sets
    .map(({ column, exclude, values }) => JSON.stringify([column, exclude, [...values].sort()]))
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([sorted, rest]))
    .digest('base64');
}

/** Both parts of the log together; the second follows the first, or is a part of it. */
export function addUp(counted: Total, since: Total): Total {
  return {
    newest: Math.max(counted.newest, since.newest),
    count: counted.count + since.count,
    first: counted.count > 0 ? counted.first : since.first,
    last: since.count > 0 ? since.last : counted.last,
  };
}
