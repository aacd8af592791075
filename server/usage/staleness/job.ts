import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { recordPotentiallyStale } from './commands.ts';

/** Tells of flags that have outlived their type. */
export const potentiallyStaleJob = (inTransaction: InTransaction): Job => ({
  name: 'tell-of-outlived',
  everyMs: 60_000,
  run: () => inTransaction((tx) => recordPotentiallyStale(tx, new Date().toISOString())),
});
