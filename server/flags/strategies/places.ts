import type { Tx } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { flagsToLock } from '../flags/queries.ts';
import { type EnvironmentKey, statesToLock } from './queries.ts';
import { assertThere, type LockedPlaces } from './rules.ts';

/** Flags and what they do in one environment: what is read here stays until the transaction ends. */
export async function lockPlaces(
  tx: Tx,
  { project, environment }: Pick<EnvironmentKey, 'project' | 'environment'>,
  names: readonly string[],
): Promise<LockedPlaces['states']> {
  const [flags, rows] = await queryPipelined(tx, [
    flagsToLock(project, names),
    statesToLock(names, environment),
  ]);
  const states: LockedPlaces['states'] = new Map(rows.map(({ flag, ...state }) => [flag, state]));
  assertThere({ flags, states }, environment, names);
  return states;
}
