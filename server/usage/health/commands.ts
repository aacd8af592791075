import type { Tx } from '../../platform/db/open.ts';
import { findUnrecorded, listPastDays, saveHealth, tryLockRecorder } from './queries.ts';
import { dayAfter, dayOf } from './rules.ts';

/**
 * Records the missing past days of one project; returns whether there may be another project.
 * Recorded days are never updated.
 */
export async function recordHealth(tx: Tx, now: string): Promise<'more' | 'done'> {
  if (!(await tryLockRecorder(tx))) return 'done';
  const found = await findUnrecorded(tx, dayAfter(dayOf(now), -1));
  if (!found) return 'done';
  await saveHealth(tx, found.project, await listPastDays(tx, { ...found, now }));
  return 'more';
}
