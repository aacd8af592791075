import type { Tx } from '../../platform/db/open.ts';
import { addChanges, findNextEvents, lockPosition } from './queries.ts';

/** Counts the changes of flags since the last time, at most those in `limit` events. */
export async function countChanges(tx: Tx, limit: number): Promise<'more' | 'done'> {
  const after = await lockPosition(tx);
  if (after === undefined) return 'done';
  const { last, events } = await findNextEvents(tx, after, limit);
  if (last === null) return 'done';
  await addChanges(tx, after, last);
  return events === limit ? 'more' : 'done';
}
