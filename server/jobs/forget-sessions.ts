import type { Db } from '../db/open.ts';
import { inTransaction } from '../events/record.ts';
import { deleteEndedSessions } from '../sessions/queries.ts';
import type { Job } from './runner.ts';

/** Rows in a transaction. */
const batchSize = 5000;

/** Clears away sessions that are over; those of users who never log in again would stay. */
export const forgetSessionsJob = (db: Db): Job => ({
  name: 'forget-sessions',
  everyMs: 600_000,
  run: () =>
    inTransaction(db, async (tx) =>
      (await deleteEndedSessions(tx, batchSize)) === batchSize ? 'more' : 'done',
    ),
});
