import { dryRun } from '../../events/record.ts';
import { listStrategies } from '../../flags/strategies/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, RequestError } from '../../platform/errors.ts';
import { readRequest } from '../change-requests/commands.ts';
import type { RequestKey } from '../change-requests/queries.ts';
import { lockSubjects } from '../change-requests/replay.ts';
import { isOpen, type RequestRow } from '../change-requests/rules.ts';
import { replayAll } from '../reviews/apply.ts';
import { findConflicts } from './conflicts.ts';
import { findCurrentState } from './current-state.ts';
import { type EvaluationInput, findAffectedFlags, readEvaluationData } from './effects.ts';
import { compare, type Snapshot } from './rules.ts';
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
  const affected = await findAffectedFlags(tx, caller, request, contexts);
  const before = await readEvaluationData(tx, caller, affected);
  try {
    const [then, after] = await dryRun(tx, async () => {
      await lockSubjects(tx, request, request.changes);
      await replayAll(tx, { ...caller, admin: true }, request);
      return [await takeSnapshot(tx, request), await readEvaluationData(tx, caller, affected)];
    });
    const preview = { applicable: true, conflicts: [], ...compare(request, now, then) };
    return { preview, evaluation: { affected, before, after } };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return refused(error.message, []);
  }
}

async function takeSnapshot(tx: Tx, request: RequestRow): Promise<Snapshot> {
  const flags = [...new Set(request.changes.flatMap(({ flag }) => flag ?? []))];
  return {
    current: await findCurrentState(tx, [request]),
    strategies: await listStrategies(tx, flags, [request.environment]),
  };
}

const refused = (reason: string, conflicts: Preview['conflicts']): DryRun => ({
  preview: { applicable: false, reason, conflicts, features: [], segments: [] },
});
