import { inTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { recordHealth } from './commands.ts';

/** Records how projects fared on the days that are over, one project a transaction. */
export const recordHealthJob = (db: Db): Job => ({
  name: 'record-health',
  everyMs: 60_000,
  run: () => inTransaction(db, (tx) => recordHealth(tx, new Date().toISOString())),
});
