import type { Tx } from '../platform/db/open.ts';
import { rebuildCounts, rebuildNext } from './queries.ts';

/** Few enough that writers of these flags wait only briefly. */
const flagsPerTransaction = 500;

/** Rebuilds the next batch; the caller repeats with the returned name until it is undefined. */
export async function rebuildSearch(tx: Tx, after = ''): Promise<string | undefined> {
  const last = await rebuildNext(tx, after, flagsPerTransaction);
  if (last === undefined) await rebuildCounts(tx);
  return last;
}
