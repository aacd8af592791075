import type { Caller } from '../access/caller.ts';
import type { Tx } from '../db/open.ts';
import { badData, notFound } from '../errors.ts';
import { recordEvent } from '../events/record.ts';
import { lockLinkedEnvironments, lockProject, saveDefaultStrategy } from '../projects/queries.ts';
import { assertLive } from '../projects/rules.ts';
import { findDefaultStrategy, findSurroundings } from '../targeting/queries.ts';
import {
  blankStrategy,
  demandOf,
  isSame,
  type StrategyFacts,
  settleStrategy,
} from '../targeting/rules.ts';
import type { NewStrategy } from '../targeting/schema.ts';

/** What flags of the project are switched on with there, when they have no strategy of their own. */
export async function setDefaultStrategy(
  tx: Tx,
  caller: Caller,
  { project, environment }: { project: string; environment: string },
  input: NewStrategy,
): Promise<StrategyFacts> {
  const found = await lockProject(tx, project);
  if (!found) throw notFound(`Project ${project}`);
  assertLive(project, found.archivedAt);
  if (!(await lockLinkedEnvironments(tx, project)).includes(environment)) {
    throw notFound(`Environment ${environment} in project ${project}`);
  }
  if (input.name !== 'flexibleRollout') {
    throw badData('a default strategy is a flexibleRollout', '/body/name');
  }
  const before = await findDefaultStrategy(tx, project, environment);
  const around = await findSurroundings(tx, project, demandOf(blankStrategy, input));
  const strategy = settleStrategy(blankStrategy, input, around);
  if (before !== null && isSame(before, strategy)) return strategy;
  await saveDefaultStrategy(tx, { project, environment }, strategy);
  recordEvent(tx, caller, {
    type: 'default-strategy-updated',
    project,
    environment,
    data: strategy,
    preData: before,
  });
  return strategy;
}
