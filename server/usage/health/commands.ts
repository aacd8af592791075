import type { Tx } from '../../platform/db/open.ts';
import { becomeRecorder, findUnrecorded, listPastDays, saveHealth } from './queries.ts';
import { dayAfter, dayOf } from './rules.ts';

/**
 * Records the days that are over of one project that lacks them; says whether there may be another.
 * What was recorded is never recorded again, so that it stays what it was.
 */
export async function recordHealth(tx: Tx, now: string): Promise<'more' | 'done'> {
  if (!(await becomeRecorder(tx))) return 'done';
  const found = await findUnrecorded(tx, dayAfter(dayOf(now), -1));
  if (!found) return 'done';
  await saveHealth(tx, found.project, await listPastDays(tx, { ...found, now }));
  return 'more';
}
