import { dryRun } from '../../events/record.ts';
import { listStrategies } from '../../flags/strategies/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, RequestError } from '../../platform/errors.ts';
import type { Handling } from '../../platform/http/validator.ts';
import { readProposals, readRequest } from '../change-requests/commands.ts';
import type { RequestKey } from '../change-requests/queries.ts';
import { dryRunChange, lockSubjects } from '../change-requests/replay.ts';
import { isOpen } from '../change-requests/rules.ts';
import type { NewChange } from '../change-requests/schema.ts';
import { replayAll } from '../reviews/apply.ts';
import { findConflicts } from './conflicts.ts';
import { findCurrentState } from './current-state.ts';
import { type EvaluationInput, findAffectedFlags, readEvaluationData } from './effects.ts';
import { compare, type Proposal, type Scope, type Snapshot } from './rules.ts';
import type { Preview } from './schema.ts';

/** With `evaluation` if the request can be applied. */
export type DryRun = { preview: Preview; evaluation?: EvaluationInput };

/** Applies the request, compares before and after, and rolls everything back. */
export async function previewRequest(
  tx: Tx,
  caller: Caller,
  key: RequestKey,
  contexts: number,
): Promise<DryRun> {
  const request = await readRequest(tx, key);
  if (!isOpen(request)) {
    throw conflict(`Change request ${request.id} is ${request.state}. There is nothing to apply.`);
  }
  const now = await takeSnapshot(tx, request);
  const found = (await findConflicts(tx, [request], now.current)).get(request.id);
  if (found) {
    return refused('It has conflicts', [...found.flags.values(), ...found.changes.values()]);
  }
  const apply = () => replayAll(tx, { ...caller, admin: true }, request);
  return preview(tx, caller, request, { now, contexts, apply });
}

/** The same for changes that are in no request. */
export async function previewChanges(
  tx: Tx,
  caller: Caller,
  scope: Scope,
  { wanted, handling, contexts }: { wanted: Wanted; handling: Handling; contexts: number },
): Promise<DryRun> {
  const { proposals } = await readProposals(tx, caller, scope, wanted, handling);
  const applying = { changeRequestId: 0, project: scope.project, scheduledAt: null };
  const proposed = { ...scope, changes: proposals };
  return preview(tx, caller, proposed, {
    now: await takeSnapshot(tx, proposed),
    contexts,
    apply: async () => {
      for (const proposal of proposals) {
        await dryRunChange(tx, { ...scope, caller, applying }, proposal);
      }
    },
  });
}

type Wanted = readonly NewChange[] | NewChange;

type Proposed = Scope & { changes: readonly Proposal[] };

type Trial = { now: Snapshot; contexts: number; apply: () => Promise<void> };

async function preview(
  tx: Tx,
  caller: Caller,
  proposed: Proposed,
  { now, contexts, apply }: Trial,
): Promise<DryRun> {
  const affected = await findAffectedFlags(tx, caller, proposed, contexts);
  const before = await readEvaluationData(tx, caller, affected);
  try {
    const [then, after] = await dryRun(tx, async () => {
      await lockSubjects(tx, proposed, proposed.changes);
      await apply();
      return [await takeSnapshot(tx, proposed), await readEvaluationData(tx, caller, affected)];
    });
    const found = { applicable: true, conflicts: [], ...compare(proposed, now, then) };
    return { preview: found, evaluation: { affected, before, after } };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return refused(error.message, []);
  }
}

async function takeSnapshot(tx: Tx, request: Proposed): Promise<Snapshot> {
  const flags = [...new Set(request.changes.flatMap(({ flag }) => flag ?? []))];
  return {
    current: await findCurrentState(tx, [request]),
    strategies: await listStrategies(tx, flags, [request.environment]),
  };
}

const refused = (reason: string, conflicts: Preview['conflicts']): DryRun => ({
  preview: { applicable: false, reason, conflicts, features: [], segments: [] },
});
