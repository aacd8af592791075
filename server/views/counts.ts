import { createEventCounts } from '../audit/event-log/counts.ts';
import { countMatches as countEvents, openLog } from '../audit/event-log/reading.ts';
import type { Caches } from '../platform/cache/cache.ts';
import type { AuthenticatedCaller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { countMatches as countFlags, resolveFilter } from '../search/queries.ts';
import { eventFiltersOf, flagSearchOf } from './parsing.ts';
import type { View } from './schema.ts';

type Count = (db: Db, reader: AuthenticatedCaller, view: View) => Promise<number>;

/** The matches of a view that the caller may see. */
export function createViewCounts(caches: Caches): Count {
  const countsAt = createEventCounts(caches, 'view_event_counts');
  return async (db, { caller, dataVersion }, { kind, query }) => {
    if (kind === 'flags') {
      const filter = await resolveFilter(db, caller, flagSearchOf(query).criteria);
      return countFlags(db, caller, filter);
    }
    const log = await openLog(db, caller, eventFiltersOf(query), dataVersion.newestEvent);
    return (await countEvents(db, log, countsAt(dataVersion.eventDeletion))).count;
  };
}
