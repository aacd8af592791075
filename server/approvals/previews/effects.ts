import { setImmediate } from 'node:timers/promises';
import { listFlagsToEvaluate, listSegmentsToEvaluate } from '../../delivery/playground/queries.ts';
import { cleanContext, evaluationsMax } from '../../delivery/playground/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type Board, boardOf, constraintsOn, effectsOn, sampleContexts } from './boards.ts';
import { listEnvironmentNames, listFlagsInReach } from './queries.ts';
import type { Proposal } from './rules.ts';
import { reachesFar } from './rules.ts';
import type { DryRun, Evaluation } from './schema.ts';

/** The flags to look at, where, and how many more there would be. */
export type Reach = { names: string[]; environments: string[]; leftOut: number };

/** Which flags may say something else once the changes are made. */
export async function findReach(
  tx: Tx,
  caller: Caller,
  { environment, changes }: { environment: string; changes: readonly Proposal[] },
  contexts: number,
): Promise<Reach> {
  const environments = changes.some(reachesFar) ? await listEnvironmentNames(tx) : [environment];
  const found = await listFlagsInReach(tx, caller, {
    flags: [...new Set(changes.flatMap(({ flag }) => flag ?? []))],
    segments: [...new Set(changes.flatMap(({ segmentId }) => segmentId ?? []))],
  });
  const names = found.slice(0, Math.ceil(evaluationsMax / (environments.length * contexts)));
  return { names, environments, leftOut: found.length - names.length };
}

/** What evaluation needs to know of them, as it is at this point of the transaction. */
export async function readBoard(
  tx: Tx,
  caller: Caller,
  { names, environments }: Reach,
): Promise<Board> {
  const flags = await listFlagsToEvaluate(tx, caller, {
    environments,
    projects: undefined,
    names,
    limit: 2 * names.length * environments.length,
  });
  const used = flags.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments));
  return boardOf(flags, await listSegmentsToEvaluate(tx, [...new Set(used)]));
}

export type Boards = { reach: Reach; before: Board; after: Board };

/** Other requests get a turn after every flag: nothing of the database is held meanwhile. */
export async function evaluateBoth(
  { reach, before, after }: Boards,
  given: DryRun['contexts'],
  now: number,
): Promise<Evaluation> {
  const contexts =
    given?.map((context) => cleanContext(context).context) ??
    sampleContexts([...constraintsOn(before), ...constraintsOn(after)]);
  const features: Evaluation['features'] = [];
  for (const name of reach.names) {
    for (const environment of reach.environments) {
      const results = effectsOn({ before, after }, { name, environment }, contexts, now);
      const project = (before.flag(environment, name) ?? after.flag(environment, name))?.project;
      if (results.length > 0) features.push({ name, project: project ?? '', environment, results });
    }
    await setImmediate();
  }
  return { contexts: [...contexts], features, leftOut: reach.leftOut };
}
