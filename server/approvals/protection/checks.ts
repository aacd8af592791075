import type { ToldEvent } from '../../events/types.ts';
import type { Tx } from '../../platform/db/open.ts';
import { listGuardedPlaces } from './queries.ts';
import { refuseDirectWrite, touchedBy } from './rules.ts';

/**
 * Every write tells of itself, so this sees every write: what it changed where changes need a request
 * is refused, unless an approved request of that project makes the change or the caller may do without.
 */
export async function assertMayWriteDirectly(tx: Tx, events: readonly ToldEvent[]): Promise<void> {
  for (const caller of new Set(events.map((event) => event.caller))) {
    const touched = touchedBy(events.filter((event) => event.caller === caller));
    const guarded = await listGuardedPlaces(tx, caller, touched);
    const foreign = guarded.filter(({ project }) => project !== caller.applying?.project);
    if (foreign.length > 0) throw refuseDirectWrite(foreign);
  }
}
