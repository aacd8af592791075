import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { deleteOldApplications } from '../applications/queries.ts';
import { deleteOldUsage } from './queries.ts';

/** Rows in a transaction. */
const batchSize = 5000;

/** Forgets counts and applications that are older than is wanted. */
export const oldUsageJob = (
  inTransaction: InTransaction,
  { usageHours, applicationDays }: { usageHours: number; applicationDays: number },
): Job => ({
  name: 'forget-usage',
  everyMs: 600_000,
  run: () =>
    inTransaction(async (tx) => {
      const hours = await deleteOldUsage(tx, momentAgo(usageHours), batchSize);
      const seen = await deleteOldApplications(tx, momentAgo(24 * applicationDays), batchSize);
      return hours === batchSize || seen === batchSize ? 'more' : 'done';
    }),
});

const momentAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
