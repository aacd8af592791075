import { createHash } from 'node:crypto';
import type { Cache, Caches } from '../../platform/cache/cache.ts';
import type { Conditions, Total } from './rules.ts';

/** Cached by conditions, which include the visible projects, until old events are deleted. */
export type EventCounts = {
  get: (conditions: Conditions) => Total;
  set: (conditions: Conditions, total: Total) => void;
};

export const emptyTotal: Total = { newest: 0, count: 0, first: 0, last: 0 };

/** About 5,000 filters. */
const bytesMax = 4 * 1024 * 1024;

/**
 * Events are appended in the order of ids, so a count up to an id becomes stale only when old events are
 * deleted.
 */
export function createEventCounts(
  caches: Caches,
  name = 'event_counts',
): (eventDeletion: number) => EventCounts {
  const cache: Cache<Total> = caches.create({ name, bytesMax, bytesOf: () => 100 });
  return (eventDeletion) => ({
    get: (conditions) => cache.get(keyOf(conditions), eventDeletion) ?? emptyTotal,
    set: (conditions, total) => cache.set(keyOf(conditions), eventDeletion, { value: total }),
  });
}

/** Hashed, because a list of projects can be long. */
function keyOf({ sets, ...rest }: Conditions): string {
  const sorted = sets.map(({ values, ...set }) => JSON.stringify([set, [...values].sort()])).sort();
  return createHash('sha256')
    .update(JSON.stringify([sorted, rest]))
    .digest('base64');
}

/** The sum of two consecutive parts of the log; the second may also be within the first. */
export function addTotals(counted: Total, since: Total): Total {
  return {
    newest: Math.max(counted.newest, since.newest),
    count: counted.count + since.count,
    first: counted.count > 0 ? counted.first : since.first,
    last: since.count > 0 ? since.last : counted.last,
  };
}
