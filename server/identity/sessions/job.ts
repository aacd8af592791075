import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { deleteEndedSessions } from './queries.ts';

/** Rows in a transaction. */
const batchSize = 5000;

/** Clears away sessions that are over; those of users who never log in again would stay. */
export const expiredSessionsJob = (inTransaction: InTransaction): Job => ({
  name: 'forget-sessions',
  everyMs: 600_000,
  run: () =>
    inTransaction(async (tx) =>
      (await deleteEndedSessions(tx, batchSize)) === batchSize ? 'more' : 'done',
    ),
});
