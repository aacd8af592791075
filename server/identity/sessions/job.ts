import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { deleteExpiredSessions } from './queries.ts';

/** Rows per transaction. */
const batchSize = 5000;

/** A login deletes only the expired sessions of its own user. */
export const expiredSessionsJob = (inTransaction: InTransaction): Job => ({
  name: 'delete-expired-sessions',
  everyMs: 600_000,
  run: () =>
    inTransaction(async (tx) =>
      (await deleteExpiredSessions(tx, batchSize)) === batchSize ? 'more' : 'done',
    ),
});
