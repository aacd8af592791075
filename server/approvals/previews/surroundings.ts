import { strategyHeads } from '../../flags/strategies/queries.ts';
import type { PlacedHead } from '../../flags/strategies/rules.ts';
import type { Db } from '../../platform/db/open.ts';
import { queryPipelined, type Statement } from '../../platform/db/pipeline.ts';
import {
  type PlaceKey,
  type PlaceRow,
  placesAt,
  type SegmentRow,
  segmentsWith,
} from './queries.ts';
import {
  flagInKey,
  flagsOf,
  type Proposal,
  placeKey,
  type Surroundings,
  segmentsOf,
  strategiesIn,
} from './rules.ts';

/** Changes that are proposed for one environment. */
export type Scene = { environment: string; changes: readonly Proposal[] };

/** What was found before about changes, and the flags of which that is no longer sure. */
export type KnownBefore = { around: Surroundings; doubtful: ReadonlySet<string> };

/** What the changes are about, as it is now: three statements at most, however many there are. */
export async function findSurroundings(
  db: Db,
  scenes: readonly Scene[],
  known?: KnownBefore,
): Promise<Surroundings> {
  return surroundingsIn(await queryPipelined(db, surroundingsOf(scenes, known)), known);
}

type Questions = [Statement<PlaceRow>, Statement<PlacedHead>, ...Statement<SegmentRow>[]];
type Answers = readonly [PlaceRow[], PlacedHead[], ...SegmentRow[][]];

/** What finds them, for whoever asks more at once; of the flags only those in doubt. */
export function surroundingsOf(scenes: readonly Scene[], known?: KnownBefore): Questions {
  const isAsked = (flag: string) => known === undefined || known.doubtful.has(flag);
  const proposals = scenes.flatMap(({ changes }) => changes);
  const asked = proposals.filter(({ flag }) => flag !== null && isAsked(flag));
  const segments = [...new Set(proposals.flatMap(segmentsOf))];
  return [
    placesAt(placesOf(scenes).filter(({ flag }) => isAsked(flag))),
    strategyHeads({
      flags: [...new Set(asked.flatMap(({ flag }) => flag ?? []))],
      environments: [...new Set(scenes.map(({ environment }) => environment))],
      whole: [...new Set(asked.flatMap(strategiesIn))],
    }),
    // Most changes have to do with none.
    ...(segments.length === 0 ? [] : [segmentsWith(segments)]),
  ];
}

export function surroundingsIn(
  [rows, strategies, found = []]: Answers,
  known?: KnownBefore,
): Surroundings {
  const { flags, places } = known
    ? withoutDoubtful(known)
    : { flags: new Map(), places: new Map() };
  for (const { flag, environment, project, archivedAt, parent, enabled, variants } of rows) {
    flags.set(flag, { project, archivedAt, parent });
    if (environment === null || enabled === null) continue;
    places.set(placeKey(environment, flag), { enabled, variants, strategies: [] });
  }
  for (const { featureName, environment, ...strategy } of strategies) {
    places.get(placeKey(environment, featureName))?.strategies.push(strategy);
  }
  return { flags, places, segments: new Map(found.map(({ id, ...segment }) => [id, segment])) };
}

function withoutDoubtful({ around, doubtful }: KnownBefore): Omit<Surroundings, 'segments'> {
  return {
    flags: new Map([...around.flags].filter(([flag]) => !doubtful.has(flag))),
    places: new Map([...around.places].filter(([key]) => !doubtful.has(flagInKey(key)))),
  };
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
