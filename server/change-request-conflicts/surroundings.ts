import type { Db } from '../db/open.ts';
import { listStrategies } from '../targeting/queries.ts';
import { listFlags, listSegments } from './queries.ts';
import { flagsOf, type Proposal, placeKey, type Surroundings, segmentsOf } from './rules.ts';

/**
 * What the changes are about, as it is now, with the strategies of some environments or of all: three
 * statements, however many changes there are.
 */
export async function findSurroundings(
  db: Db,
  proposals: readonly Proposal[],
  environments?: readonly string[],
): Promise<Surroundings> {
  const flags = [...new Set(proposals.flatMap(flagsOf))];
  const segments = [...new Set(proposals.flatMap(segmentsOf))];
  return {
    ...(flags.length === 0
      ? { flags: new Map(), places: new Map() }
      : await findFlags(db, flags, environments)),
    segments: segments.length === 0 ? new Map() : await listSegments(db, segments),
  };
}

async function findFlags(
  db: Db,
  names: readonly string[],
  environments: readonly string[] | undefined,
): Promise<Pick<Surroundings, 'flags' | 'places'>> {
  const around: Pick<Surroundings, 'flags' | 'places'> = { flags: new Map(), places: new Map() };
  for (const { name, places, ...flag } of await listFlags(db, names)) {
    around.flags.set(name, flag);
    for (const { environment, ...state } of places) {
      around.places.set(placeKey(environment, name), { ...state, strategies: [] });
    }
  }
  for (const strategy of await listStrategies(db, names, environments)) {
    const key = placeKey(strategy.environment, strategy.featureName);
    around.places.get(key)?.strategies.push(strategy);
  }
  return around;
}
