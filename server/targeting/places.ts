import { askAtOnce, type Tx } from '../db/open.ts';
import { flagsToLock } from '../flags/queries.ts';
import { type EnvironmentKey, statesToLock, strategiesOf } from './queries.ts';
import { assertThere, type LockedPlaces } from './rules.ts';

/** Flags and what they do in one environment: what is read here stays until the transaction ends. */
export async function lockPlaces(
  tx: Tx,
  { project, environment }: Pick<EnvironmentKey, 'project' | 'environment'>,
  names: readonly string[],
): Promise<LockedPlaces['states']> {
  const [flags, rows, strategies] = await askAtOnce(tx, [
    flagsToLock(project, names),
    statesToLock(names, environment),
    strategiesOf(names, [environment]),
  ]);
  const states: LockedPlaces['states'] = new Map(
    rows.map(({ flag, enabled }) => [flag, { enabled, strategies: [] }]),
  );
  assertThere({ flags, states }, environment, names);
  for (const strategy of strategies) states.get(strategy.featureName)?.strategies.push(strategy);
  return states;
}
