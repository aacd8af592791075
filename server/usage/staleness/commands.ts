import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { markPotentiallyStale, unmarkPotentiallyStale } from './queries.ts';

/** Flags per transaction, so that the event log is not locked for long. */
const batchSize = 500;

/**
 * Records an event for each flag that has become potentially stale: once for all processes, and
 * again only if a change of its type or lifetime has unmarked it in between.
 */
export async function updatePotentiallyStale(tx: Tx, now: string): Promise<'more' | 'done'> {
  await unmarkPotentiallyStale(tx, now);
  const marked = await markPotentiallyStale(tx, now, batchSize);
  for (const { flag: featureName, project } of marked) {
    recordEvent(tx, systemCaller, { type: 'feature-potentially-stale-on', project, featureName });
  }
  return marked.length === batchSize ? 'more' : 'done';
}
