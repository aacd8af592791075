import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { updatePotentiallyStale } from './commands.ts';

/** Marks flags past the lifetime of their type as potentially stale. */
export const potentiallyStaleJob = (inTransaction: InTransaction): Job => ({
  name: 'mark-potentially-stale',
  everyMs: 60_000,
  run: () => inTransaction((tx) => updatePotentiallyStale(tx, new Date().toISOString())),
});
