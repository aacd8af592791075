import { askAtOnce, type Db } from '../db/open.ts';
import { strategiesOf } from '../targeting/queries.ts';
import type { StoredStrategy } from '../targeting/rules.ts';
import { flagsNamed, type PlaceKey, type PlaceRow, placesAt, segmentsWith } from './queries.ts';
import { flagsOf, type Proposal, placeKey, type Surroundings, segmentsOf } from './rules.ts';

/** Changes that are proposed for one environment. */
export type Scene = { environment: string; changes: readonly Proposal[] };

/** What the changes are about, as it is now: four statements, however many changes there are. */
export async function findSurroundings(db: Db, scenes: readonly Scene[]): Promise<Surroundings> {
  const proposals = scenes.flatMap(({ changes }) => changes);
  const names = [...new Set(proposals.flatMap(flagsOf))];
  const environments = [...new Set(scenes.map(({ environment }) => environment))];
  const [flags, places, strategies, segments] = await askAtOnce(db, [
    flagsNamed(names),
    placesAt(placesOf(scenes)),
    strategiesOf(names, environments),
    segmentsWith([...new Set(proposals.flatMap(segmentsOf))]),
  ]);
  return {
    flags: new Map(flags.map(({ name, ...flag }) => [name, flag])),
    places: filled(places, strategies),
    segments: new Map(segments.map(({ id, ...segment }) => [id, segment])),
  };
}

function filled(
  places: readonly PlaceRow[],
  strategies: readonly StoredStrategy[],
): Surroundings['places'] {
  const byKey: Surroundings['places'] = new Map();
  for (const { flag, environment, ...place } of places) {
    byKey.set(placeKey(environment, flag), { ...place, strategies: [] });
  }
  for (const strategy of strategies) {
    byKey.get(placeKey(strategy.environment, strategy.featureName))?.strategies.push(strategy);
  }
  return byKey;
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
