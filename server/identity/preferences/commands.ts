import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, noAccess } from '../../platform/errors.ts';
import { saveFeedback, saveSplash } from './queries.ts';
import type { Feedback } from './schema.ts';

export async function markSplashSeen(tx: Tx, caller: Caller, splashId: string) {
  assertIsUser(caller);
  if (!(await saveSplash(tx, caller.id, splashId))) throw conflict('You have too many splash ids.');
  return { userId: caller.id, splashId, seen: true };
}

/** Replaces earlier feedback with the same id. */
export async function setFeedback(
  tx: Tx,
  caller: Caller,
  feedbackId: string,
  { neverShow = false, given = null }: { neverShow?: boolean; given?: string | null },
): Promise<Feedback> {
  assertIsUser(caller);
  const feedback = { userId: caller.id, feedbackId, neverShow, given };
  if (!(await saveFeedback(tx, feedback))) throw conflict('You have too many feedback ids.');
  return feedback;
}

function assertIsUser({ kind }: Caller): void {
  if (kind === 'admin-token') throw noAccess('An API token has no preferences.');
}
