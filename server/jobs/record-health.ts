import type { Db } from '../db/open.ts';
import { inTransaction } from '../events/record.ts';
import { recordHealth } from '../health/commands.ts';
import type { Job } from './runner.ts';

/** Records how projects fared on the days that are over, one project a transaction. */
export const recordHealthJob = (db: Db): Job => ({
  name: 'record-health',
  everyMs: 60_000,
  run: () => inTransaction(db, (tx) => recordHealth(tx, new Date().toISOString())),
});
