import type { Tx } from '../db/open.ts';
import type { Job } from '../jobs/runner.ts';
import { deleteOldAttempts } from './queries.ts';

/** Rows per transaction. */
const batchSize = 5000;

export const oldAttemptsJob = (
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Job => ({
  name: 'delete-old-attempts',
  everyMs: 600_000,
  run: () =>
    inTransaction(async (tx) =>
      (await deleteOldAttempts(tx, batchSize)) === batchSize ? 'more' : 'done',
    ),
});
