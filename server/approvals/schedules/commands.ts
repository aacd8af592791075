import { attempt, recordEvent } from '../../events/record.ts';
import { findCaller, holdsAnyPermission } from '../../identity/access/queries.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { noAccess, RequestError } from '../../platform/errors.ts';
import { lockKnown } from '../change-requests/commands.ts';
import { type RequestHead, requestEvent } from '../change-requests/rules.ts';
import { applyChanges } from '../reviews/apply.ts';
import { claimDue, type Due, saveOutcome } from './queries.ts';

/** What came of the next due request: nothing was due, it was applied, or why it was not. */
export type Outcome = 'none' | 'applied' | { changeRequestId: number; error: Error };

/** In the name of whoever scheduled it, who must still be allowed to apply it. */
export async function applyNextDue(tx: Tx): Promise<Outcome> {
  const due = await claimDue(tx);
  if (!due) return 'none';
  const request = await lockKnown(tx, due);
  const error = await attempt(tx, () => applyDue(tx, due, request));
  if (!error) return 'applied';
  // What is not meant for people to read goes to the log.
  const reason =
    error instanceof RequestError ? error.message : 'an error of the server; its log says more';
  await saveOutcome(tx, request.id, { status: 'failed', reason });
  const event = 'change-request-scheduled-application-failure';
  recordEvent(tx, systemCaller, requestEvent(request, event, { data: { reason } }));
  return { changeRequestId: request.id, error };
}

async function applyDue(tx: Tx, { scheduledBy }: Due, request: RequestHead): Promise<void> {
  const caller = await findCaller(tx, scheduledBy);
  const { project, environment } = request;
  const place = { project, environment };
  if (!caller || !(await holdsAnyPermission(tx, caller, ['APPLY_CHANGE_REQUEST'], place))) {
    const who = caller?.name ?? `User ${scheduledBy}`;
    throw noAccess(`${who}, who scheduled it, may no longer apply change requests there.`);
  }
  await applyChanges(tx, caller, request);
  recordEvent(tx, caller, requestEvent(request, 'change-request-scheduled-application-success'));
}
