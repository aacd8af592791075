import { type Db, sideBySide } from '../db/open.ts';
import { listStrategies } from '../targeting/queries.ts';
import type { StoredStrategy } from '../targeting/rules.ts';
import { type FlagRow, listFlags, listSegments } from './queries.ts';
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
  const names = [...new Set(proposals.flatMap(flagsOf))];
  const ids = [...new Set(proposals.flatMap(segmentsOf))];
  const [flags, strategies, segments] = await sideBySide(db, [
    async () => (names.length === 0 ? [] : listFlags(db, names)),
    async () => (names.length === 0 ? [] : listStrategies(db, names, environments)),
    async () => (ids.length === 0 ? new Map() : listSegments(db, ids)),
  ]);
  return { ...inPlaces(flags, strategies), segments };
}

function inPlaces(
  flags: readonly FlagRow[],
  strategies: readonly StoredStrategy[],
): Pick<Surroundings, 'flags' | 'places'> {
  const around: Pick<Surroundings, 'flags' | 'places'> = { flags: new Map(), places: new Map() };
  for (const { name, places, ...flag } of flags) {
    around.flags.set(name, flag);
    for (const { environment, ...state } of places) {
      around.places.set(placeKey(environment, name), { ...state, strategies: [] });
    }
  }
  for (const strategy of strategies) {
    const key = placeKey(strategy.environment, strategy.featureName);
    around.places.get(key)?.strategies.push(strategy);
  }
  return around;
}
