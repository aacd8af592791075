import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { lockFlagType, saveLifetime } from './queries.ts';
import type { FlagType } from './schema.ts';

/** 0 days means no limit, as null does. */
export async function setLifetime(
  tx: Tx,
  caller: Caller,
  id: string,
  lifetimeDays: number | null,
): Promise<FlagType> {
  const before = await lockFlagType(tx, id);
  if (!before) throw notFound('Flag type', id);
  const after = { ...before, lifetimeDays: lifetimeDays === 0 ? null : lifetimeDays };
  if (after.lifetimeDays === before.lifetimeDays) return before;
  await saveLifetime(tx, after);
  recordEvent(tx, caller, { type: 'feature-type-updated', data: after, preData: before });
  return after;
}
