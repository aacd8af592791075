import type { PendingEvent, ToldEvent } from '../../events/types.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { saveChange } from '../change-requests/queries.ts';
import { requestEvent } from '../change-requests/rules.ts';
import { findCurrentState } from '../previews/current-state.ts';
import { shift, stateOf, subjectKey } from '../previews/rules.ts';
import { isAwaited, lockWaiting, saveOutcome } from './queries.ts';
import {
  changesTouched,
  comesAfter,
  isTouched,
  reasonOf,
  type Subjects,
  type Touch,
  touchOf,
  type Waiting,
} from './rules.ts';

/** What schedules may wait for, of all that the events tell. */
export function subjectsOf(events: readonly ToldEvent[]): Subjects {
  const touches = events.flatMap((event) => touchOf(event) ?? []);
  return {
    flags: unique(touches.map(({ flag }) => flag)),
    segments: unique(touches.map(({ segmentId }) => segmentId)),
    users: unique(touches.map(({ userId }) => userId)),
  };
}

/** Whether any waits for more than flags, which the append of the events looks after. */
export async function schedulesWaitFor(tx: Tx, { segments, users }: Subjects): Promise<boolean> {
  if (segments.length === 0 && users.length === 0) return false;
  return isAwaited(tx, { flags: [], segments, users });
}

/**
 * Suspends the schedules whose subject this transaction changed, and returns the events of it. A
 * request that was scheduled to follow the one being applied goes on from what that one makes.
 */
export async function suspendTouched(
  tx: Tx,
  events: readonly ToldEvent[],
): Promise<PendingEvent[]> {
  const touches = events.flatMap((event) => touchOf(event) ?? []);
  if (touches.length === 0) return [];
  const waiting = await lockWaiting(tx, subjectsOf(events));
  const told: PendingEvent[] = [];
  for (const request of waiting) {
    const own = touches.filter((touch) => isTouched(request, touch));
    const foreign = own.find((touch) => !comesAfter(request, touch.applying));
    if (foreign) told.push(await suspend(tx, request, reasonOf(foreign)));
    else await followOn(tx, request, own);
  }
  return told;
}

async function suspend(tx: Tx, request: Waiting, reason: string): Promise<PendingEvent> {
  await saveOutcome(tx, request.id, { status: 'suspended', reason });
  return {
    ...requestEvent(request, 'change-request-schedule-suspended', { data: { reason } }),
    createdBy: systemCaller.name,
    createdByUserId: systemCaller.id,
  };
}

async function followOn(tx: Tx, request: Waiting, touches: readonly Touch[]): Promise<void> {
  const touched = touches.flatMap((touch) => changesTouched(request, touch));
  if (touched.length === 0) return;
  const current = await findCurrentState(tx, [{ ...request, changes: touched }]);
  for (const key of new Set(touched.map(subjectKey))) {
    const chain = request.changes.filter((change) => subjectKey(change) === key);
    const [first] = chain;
    if (!first) continue;
    const becomes = stateOf(current, request.environment, first);
    for (const change of shift(chain, first.base, becomes)) await saveChange(tx, change);
  }
}

const unique = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T & {} => value !== null)),
];
