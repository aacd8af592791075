import { askAtOnce, type Db } from '../db/open.ts';
import { strategiesOf } from '../targeting/queries.ts';
import type { StoredStrategy } from '../targeting/rules.ts';
import {
  type PlaceKey,
  type PlaceRow,
  placesAt,
  type SegmentRow,
  segmentsWith,
} from './queries.ts';
import { flagsOf, type Proposal, placeKey, type Surroundings, segmentsOf } from './rules.ts';

/** Changes that are proposed for one environment. */
export type Scene = { environment: string; changes: readonly Proposal[] };

/** What the changes are about, as it is now: three statements, however many changes there are. */
export async function findSurroundings(db: Db, scenes: readonly Scene[]): Promise<Surroundings> {
  return surroundingsIn(await askAtOnce(db, surroundingsOf(scenes)));
}

/** What finds them, for whoever asks more at once. */
export function surroundingsOf(scenes: readonly Scene[]) {
  const proposals = scenes.flatMap(({ changes }) => changes);
  const environments = [...new Set(scenes.map(({ environment }) => environment))];
  return [
    placesAt(placesOf(scenes)),
    strategiesOf([...new Set(proposals.flatMap(({ flag }) => flag ?? []))], environments),
    segmentsWith([...new Set(proposals.flatMap(segmentsOf))]),
  ] as const;
}

type Answers = readonly [PlaceRow[], StoredStrategy[], SegmentRow[]];

export function surroundingsIn([rows, strategies, found]: Answers): Surroundings {
  const flags: Surroundings['flags'] = new Map();
  const places: Surroundings['places'] = new Map();
  for (const { flag, environment, project, archivedAt, parent, enabled, variants } of rows) {
    flags.set(flag, { project, archivedAt, parent });
    if (environment === null || enabled === null) continue;
    places.set(placeKey(environment, flag), { enabled, variants, strategies: [] });
  }
  for (const strategy of strategies) {
    places.get(placeKey(strategy.environment, strategy.featureName))?.strategies.push(strategy);
  }
  return { flags, places, segments: new Map(found.map(({ id, ...segment }) => [id, segment])) };
}

/** Where changes are made, and the flags that they only speak of; each once. */
function placesOf(scenes: readonly Scene[]): PlaceKey[] {
  const places = new Map<string, PlaceKey>();
  for (const { environment, changes } of scenes) {
    for (const change of changes) {
      const [flag, ...others] = flagsOf(change);
      if (flag !== undefined) places.set(placeKey(environment, flag), { flag, environment });
      for (const other of others) places.set(other, { flag: other, environment: null });
    }
  }
  return [...places.values()];
}
