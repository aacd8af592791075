import { attempt } from '../../events/record.ts';
import { findCaller } from '../../identity/access/queries.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, missingPermission, noAccess, RequestError } from '../../platform/errors.ts';
import { lockKnown } from '../change-requests/commands.ts';
import { lockOwnPending, type RequestKey, saveState } from '../change-requests/queries.ts';
import type { LockedRequest, RequestHead } from '../change-requests/rules.ts';
import { applyChanges } from '../reviews/apply.ts';
import { recordStep } from '../reviews/history.ts';
import { describeMissing } from '../reviews/rules.ts';
import { findRequestRole } from '../reviews/transitions.ts';
import { claimDue, type Due, deleteSchedule, saveOutcome } from './queries.ts';

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

/** It is approved as before, also if its schedule failed or was suspended, and can be edited. */
export async function removeSchedule(tx: Tx, caller: Caller, key: RequestKey): Promise<void> {
  const request = await lockKnown(tx, key);
  const { author, admin, applier, missingIn } = await findRequestRole(tx, caller, request);
  const { id, state, project } = request;
  if (!author && !admin && !applier) {
    const environment = missingIn.APPLY_CHANGE_REQUEST ?? request.environment;
    throw missingPermission(['APPLY_CHANGE_REQUEST'], { project, environment });
  }
  if (state !== 'Scheduled') throw conflict(`Change request ${id} is ${state}, not Scheduled.`);
  await assertOnlyPending(tx, request);
  await deleteSchedule(tx, id);
  await saveState(tx, id, { state: 'Approved' });
  await recordStep(tx, caller, request, { type: 'change-request-schedule-removed' });
}

/** Scheduled requests do not count, so its author may have another one by now. */
async function assertOnlyPending(tx: Tx, request: RequestHead): Promise<void> {
  const other = await lockOwnPending(tx, { id: request.authorId }, request);
  if (!other) return;
  throw conflict(
    `Its author already has change request ${other.id} in environment "${other.environment}", ` +
      'which is neither scheduled nor closed, and can have only one. Schedule or close that one first.',
  );
}
