import type { Tx } from '../../platform/db/open.ts';
import { lockUsage } from '../metrics/queries.ts';
import { deleteOldDays, deleteOldNames, lockOldFlagEnvironments, moveHours } from './queries.ts';

/** Rows per transaction, as when usage is written; each can have a hundred variants. */
const batchSize = 1000;

/** Moves hours from before a time into the sums of their days, and deletes what is older. */
export async function deleteOldUsage(
  tx: Tx,
  before: { hours: string; days: string },
  limit = batchSize,
): Promise<'more' | 'done'> {
  await lockUsage(tx);
  const old = { before: before.hours, limit };
  const flagEnvironments = await lockOldFlagEnvironments(tx, old);
  const deleted = [
    await moveHours(tx, flagEnvironments, old),
    await deleteOldDays(tx, { before: before.days, limit }),
    await deleteOldNames(tx, old),
  ];
  return deleted.includes(limit) ? 'more' : 'done';
}
