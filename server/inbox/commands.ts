import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/open.ts';
import { saveRead } from './queries.ts';

/** API tokens have no inbox. */
export async function markRead(tx: Tx, caller: Caller, position: string): Promise<void> {
  if (caller.id > 0) await saveRead(tx, caller.id, position);
}
