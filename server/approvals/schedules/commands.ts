import { attempt } from '../../events/record.ts';
import { findCaller } from '../../identity/access/queries.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, noAccess, RequestError } from '../../platform/errors.ts';
import { lockKnown } from '../change-requests/commands.ts';
import type { LockedRequest } from '../change-requests/rules.ts';
import { applyChanges } from '../reviews/apply.ts';
import { recordStep } from '../reviews/history.ts';
import { describeMissing } from '../reviews/rules.ts';
import { findRequestRole } from '../reviews/transitions.ts';
import { claimDue, type Due, saveOutcome } from './queries.ts';

/** Of the next due request: none was due, it was applied, or why it failed. */
export type Outcome = 'none' | 'applied' | { changeRequestId: number; error: Error };

/** As the user who scheduled it, who must still have the permission to apply it everywhere. */
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
  const type = 'change-request-scheduled-application-failure';
  await recordStep(tx, systemCaller, request, { type, data: { reason }, reason });
  return { changeRequestId: request.id, error };
}

async function applyDue(
  tx: Tx,
  { scheduledBy, scheduledAt }: Due,
  request: LockedRequest,
): Promise<void> {
  const caller = await findCaller(tx, scheduledBy);
  const role = caller && (await findRequestRole(tx, caller, request));
  if (!caller || !role?.applier) {
    const who = caller?.name ?? `User ${scheduledBy}`;
    const environment = role?.missingIn.APPLY_CHANGE_REQUEST ?? request.environment;
    throw noAccess(
      `${who}, who scheduled it, may no longer apply change requests in environment "${environment}".`,
    );
  }
  if (request.missingApprovals > 0) throw conflict(describeMissing(request.missingApprovals));
  await applyChanges(tx, caller, request);
  const type = 'change-request-scheduled-application-success';
  await recordStep(tx, caller, request, { type, scheduledAt });
}
