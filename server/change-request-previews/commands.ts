import type { Caller } from '../access/caller.ts';
import { findConflicts } from '../change-request-conflicts/conflicts.ts';
import { findSurroundings } from '../change-request-conflicts/surroundings.ts';
import { replayAll } from '../change-request-states/apply.ts';
import { readRequest } from '../change-requests/commands.ts';
import type { RequestKey } from '../change-requests/queries.ts';
import { isOpen } from '../change-requests/rules.ts';
import type { Tx } from '../db/open.ts';
import { conflict, RequestError } from '../errors.ts';
import { rehearse } from '../events/record.ts';
import { compare } from './rules.ts';
import type { Preview } from './schema.ts';

/** Applies the request, looks at what came of it, and takes everything back. */
export async function dryRun(tx: Tx, caller: Caller, key: RequestKey): Promise<Preview> {
  const request = await readRequest(tx, key);
  if (!isOpen(request)) {
    throw conflict(`Change request ${request.id} is ${request.state}; there is nothing to try`);
  }
  const { around, byRequest } = await findConflicts(tx, [request]);
  const found = byRequest.get(request.id);
  if (found) {
    const conflicts = [...found.flags.values(), ...found.changes.values()];
    return { applicable: false, reason: 'It has conflicts', conflicts, features: [], segments: [] };
  }
  try {
    const after = await rehearse(tx, async () => {
      await replayAll(tx, { ...caller, admin: true }, request);
      return findSurroundings(tx, request.changes);
    });
    return { applicable: true, conflicts: [], ...compare(request, around, after) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { message: reason } = error;
    return { applicable: false, reason, conflicts: [], features: [], segments: [] };
  }
}
