import type { Db } from '../db/open.ts';
import { listStrategies } from '../targeting/queries.ts';
import { listFlags, listPlaces, listSegments } from './queries.ts';
import { flagsOf, type Proposal, placeKey, type Surroundings, segmentsOf } from './rules.ts';

/** What the changes are about, as it is now: four statements, however many changes there are. */
export async function findSurroundings(
  db: Db,
  proposals: readonly Proposal[],
): Promise<Surroundings> {
  const flags = [...new Set(proposals.flatMap(flagsOf))];
  const segments = [...new Set(proposals.flatMap(segmentsOf))];
  return {
    flags: flags.length === 0 ? new Map() : await listFlags(db, flags),
    places: flags.length === 0 ? new Map() : await findPlaces(db, flags),
    segments: segments.length === 0 ? new Map() : await listSegments(db, segments),
  };
}

async function findPlaces(db: Db, flags: readonly string[]): Promise<Surroundings['places']> {
  const places: Surroundings['places'] = new Map();
  for (const { flag, environment, ...state } of await listPlaces(db, flags)) {
    places.set(placeKey(environment, flag), { ...state, strategies: [] });
  }
  for (const strategy of await listStrategies(db, flags)) {
    places.get(placeKey(strategy.environment, strategy.featureName))?.strategies.push(strategy);
  }
  return places;
}
