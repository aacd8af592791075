import { lockFlags } from '../../flags/flags/queries.ts';
import { lockSegments } from '../../flags/segments/queries.ts';
import type { Applying, Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, conflict, notFound, RequestError } from '../../platform/errors.ts';
import { findCurrentState } from '../previews/current-state.ts';
import { lockDefaults } from '../previews/queries.ts';
import {
  type CurrentState,
  flagsOf,
  mergeChange,
  type Proposal,
  type RecordedProposal,
  type Scope,
  stateOf,
  usedSegments,
  usesDefaults,
} from '../previews/rules.ts';
import { actions } from './actions.ts';

/** The caller, the request being applied, and its scope. */
export type Replay = Scope & { caller: Caller; applying: Applying };

/**
 * Locks the flags and segments of all changes before the first is applied, in one order, so that
 * concurrent requests do not deadlock; and what the changes depend on, so that it is still the same
 * when they are applied.
 */
export async function lockSubjects(tx: Tx, scope: Scope, changes: readonly Proposal[]) {
  const added = changes.some(usesDefaults) ? await lockDefaults(tx, scope) : [];
  await lockFlags(tx, scope.project, [...new Set(changes.flatMap(flagsOf))]);
  const own = new Set(changes.flatMap(({ segmentId }) => segmentId ?? []));
  await lockSegments(tx, [...own]);
  const used = new Set([...changes.flatMap(usedSegments), ...added]);
  await lockSegments(
    tx,
    [...used].filter((id) => !own.has(id)),
    { forUse: true },
  );
}

/** Applies one change with the command of the direct call, merged with changes made meanwhile. */
export async function replay(
  tx: Tx,
  { caller, applying, ...scope }: Replay,
  change: RecordedProposal & { id: number },
): Promise<void> {
  const current = await findCurrentState(tx, [{ ...scope, changes: [change] }]);
  const merged = mergeChange(change, stateOf(current, scope.environment, change));
  if (merged.clashes.length > 0) {
    throw conflict(`Change ${change.id} overlaps with a later change.`);
  }
  const payload = actions[change.action].adapt(change.payload, merged.result);
  const actor = actorFor(current, change, { ...caller, applying });
  try {
    await run(tx, actor, scope, current, { ...change, payload });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const what = change.flag === null ? `segment ${change.segmentId}` : `flag ${change.flag}`;
    throw conflict(`Change ${change.id} (${change.action}, ${what}) fails: ${error.message}`);
  }
}

/** Applies a new change, to record the state before and after it. */
export async function dryRunChange(
  tx: Tx,
  { caller, applying, ...scope }: Replay,
  proposal: Proposal,
): Promise<Omit<RecordedProposal, 'dependsOn'>> {
  const proposed = { ...scope, changes: [proposal] };
  const current = await findCurrentState(tx, [proposed]);
  const base = stateOf(current, scope.environment, proposal);
  await run(tx, approved({ ...caller, applying }), scope, current, proposal);
  const after = await findCurrentState(tx, [proposed]);
  return { ...proposal, base, proposed: stateOf(after, scope.environment, proposal) };
}

async function run(
  tx: Tx,
  actor: Caller,
  scope: Scope,
  current: CurrentState,
  { action, flag, segmentId, payload }: Proposal,
): Promise<void> {
  if (segmentId !== null) assertOwnSegment(current, scope, { segmentId, payload });
  await actions[action].apply(tx, actor, { ...scope, name: flag ?? '' }, payload);
}

/** A request cannot change the segments of another project. */
function assertOwnSegment(
  { segments }: CurrentState,
  { project }: Scope,
  { segmentId, payload }: { segmentId: number; payload: unknown },
): void {
  const segment = segments.get(segmentId);
  if (!segment || (segment.project ?? project) !== project) {
    throw notFound('Segment', segmentId);
  }
  const wanted = (payload as { project?: string | null }).project;
  if (wanted !== undefined && wanted !== segment.project) {
    throw badData('A change request cannot move a segment.', '/body/project');
  }
}

/** The approval replaces every permission, except for shared segments. */
function actorFor({ segments }: CurrentState, { segmentId }: Proposal, caller: Caller): Caller {
  const shared = segmentId !== null && segments.get(segmentId)?.project === null;
  return shared ? caller : approved(caller);
}

const approved = (caller: Caller): Caller => ({ ...caller, admin: true, restricted: false });
