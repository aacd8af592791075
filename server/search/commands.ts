import type { Tx } from '../platform/db/open.ts';
import { rebuildCounts, rebuildNext } from './queries.ts';

/** Few enough that writers of these flags wait for moments only. */
const flagsPerTransaction = 500;

/**
 * Derives the rows that search reads anew, a batch a transaction; the caller goes on from the name
 * it gets until there is none.
 */
export async function rebuildSearch(tx: Tx, after = ''): Promise<string | undefined> {
  const last = await rebuildNext(tx, after, flagsPerTransaction);
  if (last === undefined) await rebuildCounts(tx);
  return last;
}
