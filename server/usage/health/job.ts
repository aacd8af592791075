import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { recordHealth } from './commands.ts';

/** Records the health of projects for past days, one project per transaction. */
export const recordHealthJob = (inTransaction: InTransaction): Job => ({
  name: 'record-health',
  everyMs: 60_000,
  run: () => inTransaction((tx) => recordHealth(tx, new Date().toISOString())),
});
