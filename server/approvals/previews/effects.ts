import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../delivery/evaluation/model.ts';
import { listFlagsToEvaluate, listSegmentsToEvaluate } from '../../delivery/playground/queries.ts';
import { cleanContext, evaluationsMax } from '../../delivery/playground/rules.ts';
import { listEnvironmentNames } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import {
  type Comparison,
  type EvaluationData,
  effectOn,
  evaluationDataOf,
  weightOf,
} from './evaluation-data.ts';
import { listAffectedFlags } from './queries.ts';
import type { Proposal } from './rules.ts';
import { affectsAllEnvironments } from './rules.ts';
import { sampleContexts } from './sample-contexts.ts';
import type { DryRun, Effect, Evaluation } from './schema.ts';

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
  const { names, total } = await listAffectedFlags(tx, caller, {
    flags: [...new Set(changes.flatMap(({ flag }) => flag ?? []))],
    segments: [...new Set(changes.flatMap(({ segmentId }) => segmentId ?? []))],
    limit: Math.ceil(evaluationsMax / (environments.length * contexts)),
  });
  return { names, environments, leftOut: total - names.length };
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

export type EvaluationInput = Comparison & { affected: AffectedFlags };

/** Of flags and segments, for each 100 characters of a context: about a second of evaluation. */
const charactersMax = 500_000_000;
/** Other requests are served in between. */
const charactersAtOnce = 5_000_000;
/** The payload of a variant has up to 100,000 characters, and a result contains two. */
const resultCharactersMax = 10_000_000;

/** Flags beyond the limits are left out. The transaction has ended before. */
export async function evaluateBoth(
  { affected, ...data }: EvaluationInput,
  given: DryRun['contexts'],
  now: number,
): Promise<Evaluation> {
  const contexts =
    given?.map((context) => cleanContext(context).context) ?? (await sampleContexts(data, now));
  const run = { contexts, environments: affected.environments, now, budget: createBudget() };
  const features: Evaluation['features'] = [];
  let { leftOut } = affected;
  for (const name of affected.names) {
    const found = await effectsOn(data, name, run);
    if (found) features.push(...found);
    else leftOut += 1;
  }
  return { contexts: [...contexts], features, leftOut };
}

type Run = {
  contexts: readonly Context[];
  environments: readonly string[];
  now: number;
  budget: ReturnType<typeof createBudget>;
};

/** The environments where a result changes; undefined if the budget is exhausted. */
async function effectsOn(data: Comparison, name: string, run: Run) {
  const { contexts, environments, now, budget } = run;
  const features: Evaluation['features'] = [];
  for (const environment of environments) {
    const weight = weightOf(data, { name, environment });
    const results: Effect[] = [];
    for (const [index, context] of contexts.entries()) {
      const characters = weight * (1 + JSON.stringify(context).length / 100);
      if (!(await budget.read(characters))) return undefined;
      const effect = effectOn(data, { name, environment }, { contexts, index, now });
      if (!effect) continue;
      results.push(effect);
      budget.addResult(JSON.stringify(effect).length);
    }
    const [before, after] = [
      data.before.flag(environment, name),
      data.after.flag(environment, name),
    ];
    const project = (before ?? after)?.project ?? '';
    if (results.length > 0) features.push({ name, project, environment, results });
  }
  return features;
}

function createBudget() {
  let [left, leftOfResults, untilYield] = [charactersMax, resultCharactersMax, charactersAtOnce];
  return {
    /** False if too little is left. */
    read: async (characters: number): Promise<boolean> => {
      if (characters > left || leftOfResults < 0) return false;
      left -= characters;
      untilYield -= characters;
      if (untilYield < 0) {
        untilYield = charactersAtOnce;
        await setImmediate();
      }
      return true;
    },
    addResult: (characters: number): void => {
      leftOfResults -= characters;
    },
  };
}
