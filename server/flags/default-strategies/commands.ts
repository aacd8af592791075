import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, named, notFound } from '../../platform/errors.ts';
import {
  lockLinkedEnvironments,
  lockProject,
  saveDefaultStrategy,
} from '../../projects/projects/queries.ts';
import { assertLive } from '../../projects/projects/rules.ts';
import { findDefaultStrategy, findStrategyContext } from '../strategies/queries.ts';
import {
  applyStrategyUpdate,
  blankStrategy,
  contextQueryOf,
  isSame,
  type StrategyData,
} from '../strategies/rules.ts';
import type { NewStrategy } from '../strategies/schema.ts';

export async function setDefaultStrategy(
  tx: Tx,
  caller: Caller,
  { project, environment }: { project: string; environment: string },
  input: NewStrategy,
): Promise<StrategyData> {
  const found = await lockProject(tx, project);
  if (!found) throw notFound('Project', project);
  assertLive(project, found.archivedAt);
  if (!(await lockLinkedEnvironments(tx, project)).includes(environment)) {
    throw notFound('Environment', environment, named('project', project));
  }
  if (input.name !== 'flexibleRollout') {
    throw badData('A default strategy must be a flexibleRollout.', '/body/name');
  }
  const before = await findDefaultStrategy(tx, project, environment);
  const context = await findStrategyContext(tx, project, contextQueryOf(blankStrategy, input));
  const strategy = applyStrategyUpdate(blankStrategy, input, context);
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
