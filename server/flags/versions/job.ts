import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { deleteOldVersions } from './queries.ts';

export type VersionRetention = {
  versionDays: number | undefined;
  versionsMax: number | undefined;
};

/** Rows per transaction; each numbers all versions, so there are many. */
const batchSize = 100_000;

/** Deletes versions past their retention. */
export const oldVersionsJob = (inTransaction: InTransaction, settings: VersionRetention): Job => ({
  name: 'delete-old-versions',
  everyMs: 6 * 3_600_000,
  run: async () => {
    const deleted = await deleteVersions(inTransaction, settings, batchSize);
    return deleted === batchSize ? 'more' : 'done';
  },
});

/** Nothing without a setting. */
export async function deleteVersions(
  inTransaction: InTransaction,
  { versionDays, versionsMax }: VersionRetention,
  limit: number,
): Promise<number> {
  if (versionDays === undefined && versionsMax === undefined) return 0;
  const olderThan = versionDays === undefined ? null : daysAgo(versionDays);
  return inTransaction((tx) =>
    deleteOldVersions(tx, { olderThan, keep: versionsMax ?? null, limit }),
  );
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
