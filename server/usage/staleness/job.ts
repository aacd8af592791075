import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { tellOfOutlived } from './commands.ts';

/** Tells of flags that have outlived their type. */
export const tellOfOutlivedJob = (inTransaction: InTransaction): Job => ({
  name: 'tell-of-outlived',
  everyMs: 60_000,
  run: () => inTransaction((tx) => tellOfOutlived(tx, new Date().toISOString())),
});
