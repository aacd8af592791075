import { assertHolds } from '../../identity/access/checks.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { RequestError } from '../../platform/errors.ts';
import { readRequest } from '../change-requests/commands.ts';
import { saveState } from '../change-requests/queries.ts';
import { lockSubjects, replay } from '../change-requests/replay.ts';
import type { RequestHead, RequestRow } from '../change-requests/rules.ts';
import { findConflicts } from '../previews/conflicts.ts';
import { findCurrentState } from '../previews/current-state.ts';
import type { CurrentState } from '../previews/rules.ts';
import { assertUnprotected } from '../protection/checks.ts';
import { deleteSchedule } from '../schedules/queries.ts';

/** Applies every change in order, or none, in the caller's transaction. */
export async function applyChanges(tx: Tx, caller: Caller, request: RequestHead): Promise<void> {
  const row = await readRequest(tx, request);
  await lockSubjects(tx, row, row.changes);
  await assertApplicable(tx, caller, row);
  // First, so that the changes do not suspend the schedule of their own request.
  await saveState(tx, request.id, { state: 'Applied' });
  await deleteSchedule(tx, request.id);
  await replayAll(tx, caller, row);
}

export async function replayAll(tx: Tx, caller: Caller, row: RequestRow): Promise<void> {
  const { project, environment, changes } = row;
  for (const change of changes) {
    await replay(tx, { project, environment, caller, applying: applyingOf(row) }, change);
  }
}

const applyingOf = ({ id, project, schedule }: RequestRow) => ({
  changeRequestId: id,
  project,
  scheduledAt: schedule?.scheduledAt ?? null,
});

/** Whether it could be applied now: it has no conflicts, and the caller may change shared segments. */
export async function assertApplicable(tx: Tx, caller: Caller, row: RequestRow): Promise<void> {
  const current = await findCurrentState(tx, [row]);
  await assertNoConflicts(tx, row, current);
  await assertMayChangeShared(tx, caller, row, current);
}

/** A shared segment also takes effect in other projects, where this request was not approved. */
async function assertMayChangeShared(
  tx: Tx,
  caller: Caller,
  row: RequestRow,
  { segments }: CurrentState,
): Promise<void> {
  const shared = row.changes.filter(
    ({ segmentId }) => segments.get(segmentId ?? 0)?.project === null,
  );
  for (const { action } of shared) {
    const permission = action === 'deleteSegment' ? 'DELETE_SEGMENT' : 'UPDATE_SEGMENT';
    await assertHolds(tx, caller, permission, { project: undefined, environment: undefined });
  }
  const ids = shared.flatMap(({ segmentId }) => segmentId ?? []);
  const applier = { ...caller, applying: applyingOf(row) };
  await assertUnprotected(tx, applier, { scopes: [], segments: ids });
}

/** Conflicts are resolved by editing the request. */
async function assertNoConflicts(tx: Tx, row: RequestRow, current: CurrentState): Promise<void> {
  const conflicts = await findConflicts(tx, [row], current);
  const found = conflicts.get(row.id);
  if (!found) return;
  const texts = [...found.flags.values(), ...found.changes.values()].map((it) => it.conflict);
  throw new RequestError(
    409,
    'ConflictError',
    `Change request ${row.id} has conflicts: ${texts.join('; ')}`,
    texts.map((message) => ({ message })),
  );
}
