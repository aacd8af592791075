import { listByIds } from '../../audit/event-log/queries.ts';
import { eventOf } from '../../audit/event-log/wire.ts';
import { eventTypes } from '../../events/types.ts';
import type { Db } from '../../platform/db/open.ts';
import { found } from '../../platform/errors.ts';
import { listDeliveries, storedMax } from '../deliveries/queries.ts';
import { findIntegration, listIntegrations } from '../integrations/queries.ts';
import type { StoredIntegration } from '../integrations/rules.ts';
import { describeKinds } from '../kinds/schema.ts';
import { listedFilter } from './filters.ts';
import { viewAddon, viewAttempt } from './rules.ts';
import type { Addon, AddonEvent } from './schema.ts';

export async function listAddons(db: Db, available: { mail: boolean }) {
  const stored = await listIntegrations(db, null);
  const providers = describeKinds(available).map(({ signed: _, ...kind }) => ({
    ...kind,
    events: [...eventTypes],
  }));
  return { addons: stored.map(viewListed), providers };
}

export async function findAddon(db: Db, id: number): Promise<Addon> {
  return viewListed(found(await findIntegration(db, { id, project: null }), 'Integration', id));
}

const viewListed = (stored: StoredIntegration) => viewAddon(stored, listedFilter(stored.filter));

/** The attempts to send recorded events, each with its first event. */
export async function findAttempts(
  db: Db,
  id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<AddonEvent[]> {
  const key = { id, project: null };
  found(await findIntegration(db, key), 'Integration', id);
  const attempts = (await listDeliveries(db, key, storedMax))
    .filter(({ firstEventId }) => firstEventId !== null)
    .slice(offset, offset + limit);
  const rows = await listByIds(
    db,
    attempts.map(({ firstEventId }) => firstEventId ?? 0),
  );
  const events = new Map(rows.map((row) => [row.id, eventOf(row)]));
  return attempts.flatMap((attempt) => {
    const event = events.get(attempt.firstEventId ?? 0);
    return event ? [viewAttempt(id, attempt, event)] : [];
  });
}
