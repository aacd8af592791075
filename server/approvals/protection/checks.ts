import type { BeforeAppend } from '../../events/record.ts';
import { listProtectedEnvironments } from './queries.ts';
import { affectedBy, refuseDirectWrite } from './rules.ts';

/**
 * Refuses changes in protected environments, unless an approved request of that project makes
 * them or the caller may skip requests. Every write records events, so no write can avoid it.
 */
export const refuseDirectWrites: BeforeAppend = async (tx, events) => {
  for (const caller of new Set(events.map((event) => event.caller))) {
    const affected = affectedBy(events.filter((event) => event.caller === caller));
    const found = await listProtectedEnvironments(tx, caller, affected);
    const foreign = found.filter(({ project }) => project !== caller.applying?.project);
    if (foreign.length > 0) throw refuseDirectWrite(foreign);
  }
  return {};
};
