import type { BeforeAppend } from '../../events/record.ts';
import type { PendingEvent } from '../../events/types.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { saveChange } from '../change-requests/queries.ts';
import { requestEvent } from '../change-requests/rules.ts';
import { findCurrentState } from '../previews/current-state.ts';
import { outdatedKeys } from '../previews/problems.ts';
import { shift, stateOf, subjectKey } from '../previews/rules.ts';
import { insertHistory } from '../reviews/queries.ts';
import { failIfScheduled, lockScheduled, saveOutcome } from './queries.ts';
import {
  affectedChanges,
  dependsOnAny,
  isAffected,
  isScheduledAfter,
  reasonOf,
  type ScheduledRequest,
  type SubjectChange,
  type Subjects,
  subjectChangeOf,
} from './rules.ts';

/**
 * Suspends the pending schedules whose subject or dependency the transaction changed. Requests are locked before
 * flags, as when they are applied; schedules are rare, so only a write that finds one runs again to
 * take its locks in that order.
 */
export const suspendSchedules: BeforeAppend = async (tx, events, locked) => {
  const changes = events.flatMap((event) => subjectChangeOf(event) ?? []);
  if (changes.length === 0) return {};
  if (locked) return { events: await suspendAffected(tx, changes) };
  const subjects = subjectsOf(changes);
  const lock = (again: Tx) => lockScheduled(again, subjects);
  return { check: { expression: failIfScheduled(subjects), lock } };
};

const subjectsOf = (changes: readonly SubjectChange[]): Subjects => ({
  flags: unique(changes.map(({ flag }) => flag)),
  segments: unique(changes.map(({ segmentId }) => segmentId)),
  users: unique(changes.map(({ userId }) => userId)),
  dependencies: unique(changes.map(({ dependency }) => dependency)),
});

/** A request that was scheduled to follow the one being applied is rebased on its subjects. */
async function suspendAffected(
  tx: Tx,
  changes: readonly SubjectChange[],
): Promise<readonly PendingEvent[]> {
  const suspended: PendingEvent[] = [];
  for (const request of await lockScheduled(tx, subjectsOf(changes))) {
    const own = changes.filter((change) => isAffected(request, change));
    const foreign =
      own.find((change) => !isScheduledAfter(request, change.applying)) ??
      (await findOutdating(tx, request, changes));
    if (foreign) suspended.push(await suspend(tx, request, reasonOf(foreign)));
    else await rebaseSchedule(tx, request, own);
  }
  return suspended;
}

/** The change that gave a dependency of the request another version. */
async function findOutdating(
  tx: Tx,
  request: ScheduledRequest,
  changes: readonly SubjectChange[],
): Promise<SubjectChange | undefined> {
  if (!dependsOnAny(request, new Set(changes.map(({ dependency }) => dependency)))) return;
  const keys = outdatedKeys(await findCurrentState(tx, [request]), request);
  return changes.find(({ dependency }) => keys.has(dependency));
}

async function suspend(tx: Tx, request: ScheduledRequest, reason: string): Promise<PendingEvent> {
  await saveOutcome(tx, request.id, { status: 'suspended', reason });
  await insertHistory(tx, systemCaller, request.id, { action: 'suspended', reason });
  return {
    ...requestEvent(request, 'change-request-schedule-suspended', { data: { reason } }),
    createdBy: systemCaller.name,
    createdByUserId: systemCaller.id,
  };
}

async function rebaseSchedule(
  tx: Tx,
  request: ScheduledRequest,
  subjectChanges: readonly SubjectChange[],
): Promise<void> {
  const affected = subjectChanges.flatMap((change) => affectedChanges(request, change));
  if (affected.length === 0) return;
  const current = await findCurrentState(tx, [{ ...request, changes: affected }]);
  for (const key of new Set(affected.map(subjectKey))) {
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
