import { inTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { tellOfOutlived } from './commands.ts';

/** Tells of flags that have outlived their type. */
export const tellOfOutlivedJob = (db: Db): Job => ({
  name: 'tell-of-outlived',
  everyMs: 60_000,
  run: () => inTransaction(db, (tx) => tellOfOutlived(tx, new Date().toISOString())),
});
