import { type Db, sideBySide } from '../db/open.ts';
import { listFlags, listPlaces, listSegments, type PlaceKey } from './queries.ts';
import { flagsOf, type Proposal, placeKey, type Surroundings, segmentsOf } from './rules.ts';

/** Changes that are proposed for one environment. */
export type Scene = { environment: string; changes: readonly Proposal[] };

/** What the changes are about, as it is now: three statements, however many changes there are. */
export async function findSurroundings(db: Db, scenes: readonly Scene[]): Promise<Surroundings> {
  const proposals = scenes.flatMap(({ changes }) => changes);
  const names = [...new Set(proposals.flatMap(flagsOf))];
  const keys = placesOf(scenes);
  const ids = [...new Set(proposals.flatMap(segmentsOf))];
  const [flags, places, segments] = await sideBySide(db, [
    async () => (names.length === 0 ? [] : listFlags(db, names)),
    async () => (keys.length === 0 ? [] : listPlaces(db, keys)),
    async () => (ids.length === 0 ? new Map() : listSegments(db, ids)),
  ]);
  return {
    flags: new Map(flags.map(({ name, ...flag }) => [name, flag])),
    places: new Map(
      places.map(({ flag, environment, ...place }) => [placeKey(environment, flag), place]),
    ),
    segments,
  };
}

/** Where they are made, each place once. */
function placesOf(scenes: readonly Scene[]): PlaceKey[] {
  const places = new Map<string, PlaceKey>();
  for (const { environment, changes } of scenes) {
    for (const { flag } of changes) {
      if (flag !== null) places.set(placeKey(environment, flag), { flag, environment });
    }
  }
  return [...places.values()];
}
