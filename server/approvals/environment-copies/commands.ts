import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, conflict, notFound } from '../../platform/errors.ts';
import { lockConfigurations, makeChanges } from '../reconciliation/commands.ts';
import type { FlagConfiguration } from '../reconciliation/configuration.ts';
import { findDefaultStickiness } from '../reconciliation/queries.ts';
import { reconcileFlag } from '../reconciliation/rules.ts';
import type { MadeChanges } from '../reconciliation/schema.ts';
import type { EnvironmentCopy } from './schema.ts';

type EnvironmentKey = { project: string; name: string; environment: string };

/** The switch of the other environment stays as it is. */
export async function copyEnvironment(
  tx: Tx,
  caller: Caller,
  { project, name, environment }: EnvironmentKey,
  { to, dryRun = false, propose = false }: EnvironmentCopy,
): Promise<MadeChanges> {
  const found = (await lockConfigurations(tx, project, new Map([[name, {}]]))).get(name);
  if (found?.project !== project) throw notFound('Flag', name);
  const { configuration } = found;
  if (configuration.archived) throw badData(`Flag "${name}" is archived. Revive it first.`);
  const target = { environments: { [to]: copied(configuration, environment, to) } };
  const stickiness = await findDefaultStickiness(tx, project);
  const changes = reconcileFlag({ name, project, stickiness }, configuration, target);
  return makeChanges(tx, caller, project, { changes, dryRun, propose });
}

/** What the other environment is to have: strategies get ids of their own there. */
function copied({ environments }: FlagConfiguration, environment: string, to: string) {
  const source = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  if (!source) throw notFound('Environment', environment);
  if (!Object.hasOwn(environments, to)) {
    throw badData(`The flag is not in environment "${to}".`, '/body/to');
  }
  if (to === environment) throw badData('An environment cannot be copied to itself.', '/body/to');
  // An enabled flag without a strategy would be switched off.
  if (source.strategies.length === 0) {
    throw conflict(`Environment "${environment}" has no strategies to copy.`);
  }
  const strategies = source.strategies.map(({ id: _, sortOrder: __, ...content }) => content);
  return { strategies, variants: source.variants };
}
