import type { Tx } from '../platform/db/open.ts';
import { rebuildCounts, rebuildNext } from './queries.ts';

/** Few enough that writers of these flags wait only briefly. */
const flagsPerTransaction = 500;

/** Rebuilds the read model after the given name; returns the last name, or undefined at the end. */
export async function rebuildSearch(tx: Tx, after = ''): Promise<string | undefined> {
  const last = await rebuildNext(tx, after, flagsPerTransaction);
  if (last === undefined) await rebuildCounts(tx);
  return last;
}
