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
  type CurrentState,
  flagsOf,
  type Proposal,
  placeKey,
  segmentsOf,
  strategiesIn,
} from './rules.ts';

/** Changes that are proposed for one environment. */
export type ProposedChanges = { environment: string; changes: readonly Proposal[] };

/** What the changes refer to, as it is now: three statements at most, however many there are. */
export async function findCurrentState(
  db: Db,
  proposed: readonly ProposedChanges[],
): Promise<CurrentState> {
  return currentStateFrom(await queryPipelined(db, currentStateQueries(proposed)));
}

type Queries = [Statement<PlaceRow>, Statement<PlacedHead>, ...Statement<SegmentRow>[]];
type Results = readonly [PlaceRow[], PlacedHead[], ...SegmentRow[][]];

/** For whoever sends more queries at once. */
export function currentStateQueries(proposed: readonly ProposedChanges[]): Queries {
  const changes = proposed.flatMap((each) => each.changes);
  const segments = [...new Set(changes.flatMap(segmentsOf))];
  return [
    placesAt(placesOf(proposed)),
    strategyHeads({
      flags: [...new Set(changes.flatMap(({ flag }) => flag ?? []))],
      environments: [...new Set(proposed.map(({ environment }) => environment))],
      whole: [...new Set(changes.flatMap(strategiesIn))],
    }),
    // Most changes refer to none.
    ...(segments.length === 0 ? [] : [segmentsWith(segments)]),
  ];
}

export function currentStateFrom([rows, strategies, segments = []]: Results): CurrentState {
  const flags: CurrentState['flags'] = new Map();
  const places: CurrentState['places'] = new Map();
  for (const { flag, environment, project, archivedAt, parent, enabled, variants } of rows) {
    flags.set(flag, { project, archivedAt, parent });
    if (environment === null || enabled === null) continue;
    places.set(placeKey(environment, flag), { enabled, variants, strategies: [] });
  }
  for (const { featureName, environment, ...strategy } of strategies) {
    places.get(placeKey(environment, featureName))?.strategies.push(strategy);
  }
  return { flags, places, segments: new Map(segments.map(({ id, ...segment }) => [id, segment])) };
}

/** Where changes are made, and the flags that they only refer to; each once. */
function placesOf(proposed: readonly ProposedChanges[]): PlaceKey[] {
  const places = new Map<string, PlaceKey>();
  for (const { environment, changes } of proposed) {
    for (const change of changes) {
      const [flag, ...others] = flagsOf(change);
      if (flag !== undefined) places.set(placeKey(environment, flag), { flag, environment });
      for (const other of others) places.set(other, { flag: other, environment: null });
    }
  }
  return [...places.values()];
}
