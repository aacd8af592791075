import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { countChanges } from './commands.ts';

/** Events per transaction. */
const batchSize = 20_000;

/** Counts the changes of flags by day, so that insights read few events. */
export const countChangesJob = (inTransaction: InTransaction): Job => ({
  name: 'count-changes',
  everyMs: 60_000,
  run: () => inTransaction((tx) => countChanges(tx, batchSize)),
});
