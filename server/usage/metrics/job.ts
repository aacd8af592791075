import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { deleteOldApplications } from '../applications/queries.ts';
import { deleteOldUsage } from './queries.ts';

/** Rows per transaction. */
const batchSize = 5000;

/** Deletes counts and applications past their retention. */
export const oldUsageJob = (
  inTransaction: InTransaction,
  { usageHours, applicationDays }: { usageHours: number; applicationDays: number },
): Job => ({
  name: 'delete-old-usage',
  everyMs: 600_000,
  run: () =>
    inTransaction(async (tx) => {
      const hours = await deleteOldUsage(tx, hoursAgo(usageHours), batchSize);
      const seen = await deleteOldApplications(tx, hoursAgo(24 * applicationDays), batchSize);
      return hours === batchSize || seen === batchSize ? 'more' : 'done';
    }),
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
