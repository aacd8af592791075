import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { deleteOldApplications } from '../applications/queries.ts';
import { deleteOldUsage } from './commands.ts';

type Retention = { usageHours: number; usageDays: number; applicationDays: number };

/** Applications per transaction. */
const batchSize = 5000;

/** Sums up hours past their retention by day, and deletes days, names and applications past theirs. */
export const oldUsageJob = (
  inTransaction: InTransaction,
  { usageHours, usageDays, applicationDays }: Retention,
): Job => ({
  name: 'delete-old-usage',
  everyMs: 600_000,
  run: async () => {
    const usage = await inTransaction((tx) =>
      deleteOldUsage(tx, { hours: hoursAgo(usageHours), days: hoursAgo(24 * usageDays) }),
    );
    const seen = await inTransaction((tx) =>
      deleteOldApplications(tx, hoursAgo(24 * applicationDays), batchSize),
    );
    return usage === 'more' || seen === batchSize ? 'more' : 'done';
  },
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
