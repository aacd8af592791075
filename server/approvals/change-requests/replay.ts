import { lockFlags } from '../../flags/flags/queries.ts';
import { lockSegments } from '../../flags/segments/queries.ts';
import type { Applying, Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, conflict, notFound, RequestError } from '../../platform/errors.ts';
import { findCurrentState } from '../previews/current-state.ts';
import {
  type CurrentState,
  flagsOf,
  judge,
  type Place,
  type Proposal,
  type RecordedProposal,
  stateOf,
} from '../previews/rules.ts';
import { actions } from './actions.ts';

/** Who acts, through which request, and where. */
export type Replay = Place & { caller: Caller; applying: Applying };

/**
 * What the changes speak of, before the first of them is made: all at once and in one order, so that two
 * who make changes of the same things do not wait for each other.
 */
export async function lockSubjects(tx: Tx, project: string, changes: readonly Proposal[]) {
  await lockFlags(tx, project, [...new Set(changes.flatMap(flagsOf))]);
  await lockSegments(tx, [...new Set(changes.flatMap(({ segmentId }) => segmentId ?? []))]);
}

/** Makes one change by the command that people's own calls use, merged with what others changed. */
export async function replay(
  tx: Tx,
  { caller, applying, ...place }: Replay,
  change: RecordedProposal & { id: number },
): Promise<void> {
  const current = await findCurrentState(tx, [{ ...place, changes: [change] }]);
  const verdict = judge(change, stateOf(current, place.environment, change));
  if (verdict.clashes.length > 0) {
    throw conflict(`Change ${change.id} overlaps with a later change.`);
  }
  const payload = actions[change.action].adapt(change.payload, verdict.result);
  const actor = actorFor(current, change, { ...caller, applying });
  try {
    await run(tx, actor, place, current, { ...change, payload });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const what = change.flag === null ? `segment ${change.segmentId}` : `flag ${change.flag}`;
    throw conflict(`Change ${change.id} (${change.action}, ${what}) fails: ${error.message}`);
  }
}

/** Makes a change that is new, to see what it starts from and what it makes of it. */
export async function tryOut(
  tx: Tx,
  { caller, applying, ...place }: Replay,
  proposal: Proposal,
): Promise<RecordedProposal> {
  const scene = { ...place, changes: [proposal] };
  const current = await findCurrentState(tx, [scene]);
  const base = stateOf(current, place.environment, proposal);
  await run(tx, approved({ ...caller, applying }), place, current, proposal);
  const after = await findCurrentState(tx, [scene]);
  return { ...proposal, base, proposed: stateOf(after, place.environment, proposal) };
}

async function run(
  tx: Tx,
  actor: Caller,
  place: Place,
  current: CurrentState,
  { action, flag, segmentId, payload }: Proposal,
): Promise<void> {
  if (segmentId !== null) assertOwnSegment(current, place, { segmentId, payload });
  await actions[action].apply(tx, actor, { ...place, name: flag ?? '' }, payload);
}

/** A request speaks for its project: it has no say in the segments of another. */
function assertOwnSegment(
  { segments }: CurrentState,
  { project }: Place,
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

/** The approval stands for every permission, but not in what belongs to all projects. */
function actorFor({ segments }: CurrentState, { segmentId }: Proposal, caller: Caller): Caller {
  const shared = segmentId !== null && segments.get(segmentId)?.project === null;
  return shared ? caller : approved(caller);
}

const approved = (caller: Caller): Caller => ({ ...caller, admin: true, restricted: false });
