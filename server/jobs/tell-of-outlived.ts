import type { Db } from '../db/open.ts';
import { inTransaction } from '../events/record.ts';
import { tellOfOutlived } from '../staleness/commands.ts';
import type { Job } from './runner.ts';

/** Tells of flags that have outlived their type. */
export const tellOfOutlivedJob = (db: Db): Job => ({
  name: 'tell-of-outlived',
  everyMs: 60_000,
  run: () => inTransaction(db, (tx) => tellOfOutlived(tx, new Date().toISOString())),
});
