import { refuseDirectWrites } from './approvals/protection/checks.ts';
import { suspendSchedules } from './approvals/schedules/suspension.ts';
import { createTransactions, type InTransaction } from './events/record.ts';
import type { Db } from './platform/db/open.ts';

export const inTransaction = createTransactions({
  beforeAppend: [refuseDirectWrites, suspendSchedules],
});

/** The same, bound to a database. */
export const transactionsOf =
  (db: Db): InTransaction =>
  (work, at) =>
    inTransaction(db, work, at);
