import type { BeforeAppend } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { listProtectedEnvironments } from './queries.ts';
import { type Affected, affectedBy, refuseDirectWrite } from './rules.ts';

/**
 * Refuses changes in protected environments, unless an approved request of that project makes
 * them or the caller may skip requests. Every write records events, so no write can avoid it.
 */
export const refuseDirectWrites: BeforeAppend = async (tx, events) => {
  for (const caller of new Set(events.map((event) => event.caller))) {
    const own = events.filter((event) => event.caller === caller);
    await assertUnprotected(tx, caller, affectedBy(own));
  }
  return {};
};

export async function assertUnprotected(tx: Tx, caller: Caller, affected: Affected): Promise<void> {
  const found = await listProtectedEnvironments(tx, caller, affected);
  if (found.length > 0) throw refuseDirectWrite(found);
}
