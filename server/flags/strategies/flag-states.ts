import type { Tx } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { flagsToLock } from '../flags/queries.ts';
import { type EnvironmentKey, statesToLock } from './queries.ts';
import { assertInEnvironment, type LockedFlagStates } from './rules.ts';

/** Locks flags and their state in one environment until the transaction ends. */
export async function lockFlagStates(
  tx: Tx,
  { project, environment }: Pick<EnvironmentKey, 'project' | 'environment'>,
  names: readonly string[],
): Promise<LockedFlagStates['states']> {
  const [flags, rows] = await queryPipelined(tx, [
    flagsToLock(project, names),
    statesToLock(names, environment),
  ]);
  const states: LockedFlagStates['states'] = new Map(
    rows.map(({ flag, ...state }) => [flag, state]),
  );
  assertInEnvironment({ flags, states }, environment, names);
  return states;
}
