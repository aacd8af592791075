import { attempt, recordEvent } from '../../events/record.ts';
import { findCaller, holdsAnyPermission } from '../../identity/access/queries.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { noAccess, RequestError } from '../../platform/errors.ts';
import { lockKnown } from '../change-requests/commands.ts';
import { type RequestHead, requestEvent } from '../change-requests/rules.ts';
import { applyChanges } from '../reviews/apply.ts';
import { claimDue, type Due, saveOutcome } from './queries.ts';

/** Of the next due request: none was due, it was applied, or why it failed. */
export type Outcome = 'none' | 'applied' | { changeRequestId: number; error: Error };

/** As the user who scheduled it, who must still have the permission to apply it. */
export async function applyNextDue(tx: Tx): Promise<Outcome> {
  const due = await claimDue(tx);
  if (!due) return 'none';
  const request = await lockKnown(tx, due);
  const error = await attempt(tx, () => applyDue(tx, due, request));
  if (!error) return 'applied';
  // Internal errors are only logged.
  const reason =
    error instanceof RequestError ? error.message : 'an internal error; see the server log';
  await saveOutcome(tx, request.id, { status: 'failed', reason });
  const event = 'change-request-scheduled-application-failure';
  recordEvent(tx, systemCaller, requestEvent(request, event, { data: { reason } }));
  return { changeRequestId: request.id, error };
}

async function applyDue(tx: Tx, { scheduledBy }: Due, request: RequestHead): Promise<void> {
  const caller = await findCaller(tx, scheduledBy);
  const { project, environment } = request;
  const scope = { project, environment };
  if (!caller || !(await holdsAnyPermission(tx, caller, ['APPLY_CHANGE_REQUEST'], scope))) {
    const who = caller?.name ?? `User ${scheduledBy}`;
    throw noAccess(
      `${who}, who scheduled it, may no longer apply change requests in environment "${environment}".`,
    );
  }
  await applyChanges(tx, caller, request);
  recordEvent(tx, caller, requestEvent(request, 'change-request-scheduled-application-success'));
}
