import { setImmediate } from 'node:timers/promises';
import { listFlagsToEvaluate, listSegmentsToEvaluate } from '../../delivery/playground/queries.ts';
import { cleanContext, evaluationsMax } from '../../delivery/playground/rules.ts';
import { listEnvironmentNames } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import {
  constraintsIn,
  type EvaluationData,
  effectsOn,
  evaluationDataOf,
  sampleContexts,
} from './evaluation-data.ts';
import { listAffectedFlags } from './queries.ts';
import type { Proposal } from './rules.ts';
import { affectsAllEnvironments } from './rules.ts';
import type { DryRun, Evaluation } from './schema.ts';

/** The flags to evaluate, the environments, and the number of flags left out. */
export type AffectedFlags = { names: string[]; environments: string[]; leftOut: number };

/** The flags that may evaluate differently after the changes. */
export async function findAffectedFlags(
  tx: Tx,
  caller: Caller,
  { environment, changes }: { environment: string; changes: readonly Proposal[] },
  contexts: number,
): Promise<AffectedFlags> {
  const environments = changes.some(affectsAllEnvironments)
    ? await listEnvironmentNames(tx)
    : [environment];
  const found = await listAffectedFlags(tx, caller, {
    flags: [...new Set(changes.flatMap(({ flag }) => flag ?? []))],
    segments: [...new Set(changes.flatMap(({ segmentId }) => segmentId ?? []))],
  });
  const names = found.slice(0, Math.ceil(evaluationsMax / (environments.length * contexts)));
  return { names, environments, leftOut: found.length - names.length };
}

/** The input of evaluation, at this point of the transaction. */
export async function readEvaluationData(
  tx: Tx,
  caller: Caller,
  { names, environments }: AffectedFlags,
): Promise<EvaluationData> {
  const flags = await listFlagsToEvaluate(tx, caller, {
    environments,
    projects: undefined,
    names,
    limit: 2 * names.length * environments.length,
  });
  const used = flags.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments));
  return evaluationDataOf(flags, await listSegmentsToEvaluate(tx, [...new Set(used)]));
}

export type EvaluationInput = {
  affected: AffectedFlags;
  before: EvaluationData;
  after: EvaluationData;
};

/** Yields to other requests after every flag; the transaction has ended before. */
export async function evaluateBoth(
  { affected, before, after }: EvaluationInput,
  given: DryRun['contexts'],
  now: number,
): Promise<Evaluation> {
  const contexts =
    given?.map((context) => cleanContext(context).context) ??
    sampleContexts([...constraintsIn(before), ...constraintsIn(after)]);
  const features: Evaluation['features'] = [];
  for (const name of affected.names) {
    for (const environment of affected.environments) {
      const results = effectsOn({ before, after }, { name, environment }, contexts, now);
      const project = (before.flag(environment, name) ?? after.flag(environment, name))?.project;
      if (results.length > 0) features.push({ name, project: project ?? '', environment, results });
    }
    await setImmediate();
  }
  return { contexts: [...contexts], features, leftOut: affected.leftOut };
}
