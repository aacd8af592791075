import { listWindow } from '../../audit/event-log/queries.ts';
import { openLog } from '../../audit/event-log/reading.ts';
import type { Event } from '../../audit/event-log/schema.ts';
import { eventOf } from '../../audit/event-log/wire.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { parseFilter } from '../integrations/matching.ts';
import type { StoredIntegration } from '../integrations/rules.ts';
import { listImportedEvents } from './queries.ts';

type Part = { after: number; window: number; limit: number };

/** Events of a part of the log, in order; none that matches remains up to `end`. */
export type FoundEvents = { events: Event[]; end: number; newest: number };

/**
 * The events of an integration after an id, as event search finds them, without those that happened
 * in another installation.
 */
export async function findMatching(
  db: Db,
  integration: StoredIntegration,
  { after, window, limit }: Part,
): Promise<FoundEvents> {
  const { filter, project, installationEvents } = integration;
  // Without the right to see events of the installation, as a caller who is no Admin.
  const reader = { ...systemCaller, admin: installationEvents };
  const { resolved, conditions } = await openLog(db, reader, parseFilter(filter, project));
  const upTo = Math.min(resolved.newest, after + window);
  const range = { after, upTo, limit, descending: false };
  const rows = upTo > after ? await listWindow(db, conditions, resolved, range) : [];
  const last = rows.length === limit ? rows.at(-1)?.id : undefined;
  const imported = rows.length > 0 ? await listImportedEvents(db, { after, upTo }) : [];
  const own = rows.filter(
    ({ id }) => !imported.some(({ firstId, lastId }) => firstId <= id && id <= lastId),
  );
  return { events: own.map(eventOf), end: last ?? Math.max(after, upTo), newest: resolved.newest };
}
