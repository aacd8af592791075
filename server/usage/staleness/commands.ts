import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { forgetYoung, noteOutlived } from './queries.ts';

/** Flags in a transaction, so that the log is not locked for long. */
const batchSize = 500;

/**
 * Tells of flags that have become potentially stale: once each, however many processes ask, and again
 * only if a change of type or lifetime made them young in between.
 */
export async function recordPotentiallyStale(tx: Tx, now: string): Promise<'more' | 'done'> {
  await forgetYoung(tx, now);
  const noted = await noteOutlived(tx, now, batchSize);
  for (const { flag: featureName, project } of noted) {
    recordEvent(tx, systemCaller, { type: 'feature-potentially-stale-on', project, featureName });
  }
  return noted.length === batchSize ? 'more' : 'done';
}
