import { strategySummaries } from '../../flags/strategies/queries.ts';
import type { FlagStrategySummary } from '../../flags/strategies/rules.ts';
import type { Db } from '../../platform/db/open.ts';
import { queryPipelined, type Statement } from '../../platform/db/pipeline.ts';
import {
  type FlagEnvironmentKey,
  type FlagEnvironmentRow,
  flagEnvironmentsWith,
  type References,
  referencesOf,
} from './queries.ts';
import {
  type CurrentState,
  flagEnvironmentKey,
  flagsOf,
  type Proposal,
  type Scope,
  scopeKey,
  segmentsOf,
  strategiesIn,
  usesDefaults,
} from './rules.ts';

/** Changes that are proposed for one environment. */
export type ProposedChanges = Scope & { changes: readonly Proposal[] };

/** The flags and segments of the changes: three statements for any number of changes. */
export async function findCurrentState(
  db: Db,
  proposed: readonly ProposedChanges[],
): Promise<CurrentState> {
  return currentStateFrom(await queryPipelined(db, currentStateQueries(proposed)));
}

type Queries = [
  Statement<FlagEnvironmentRow>,
  Statement<FlagStrategySummary>,
  Statement<References>,
];
type Results = readonly [FlagEnvironmentRow[], FlagStrategySummary[], References[]];

/** For callers that pipeline more queries. */
export function currentStateQueries(proposed: readonly ProposedChanges[]): Queries {
  const changes = proposed.flatMap((each) => each.changes);
  const scopes = proposed.filter((each) => each.changes.some(usesDefaults));
  return [
    flagEnvironmentsWith(flagEnvironmentsOf(proposed)),
    strategySummaries({
      flags: [...new Set(changes.flatMap(({ flag }) => flag ?? []))],
      environments: [...new Set(proposed.map(({ environment }) => environment))],
      withData: [...new Set(changes.flatMap(strategiesIn))],
    }),
    referencesOf(
      [...new Set(changes.flatMap(segmentsOf))],
      [...new Set(proposed.map(({ project }) => project))],
      [...new Map(scopes.map((scope) => [scopeKey(scope), scope])).values()],
    ),
  ];
}

export function currentStateFrom([rows, strategies, references]: Results): CurrentState {
  const flags: CurrentState['flags'] = new Map();
  const flagEnvironments: CurrentState['flagEnvironments'] = new Map();
  for (const { flag, environment, project, archivedAt, parent, enabled, variants } of rows) {
    flags.set(flag, { project, archivedAt, parent });
    if (environment === null || enabled === null) continue;
    flagEnvironments.set(flagEnvironmentKey(environment, flag), {
      enabled,
      variants,
      strategies: [],
    });
  }
  for (const { featureName, environment, ...strategy } of strategies) {
    flagEnvironments.get(flagEnvironmentKey(environment, featureName))?.strategies.push(strategy);
  }
  const [{ segments, defaults } = { segments: [], defaults: [] }] = references;
  return {
    flags,
    flagEnvironments,
    segments: new Map(segments.map((segment) => [segment.id, segment])),
    defaults: new Map(
      defaults.map(({ project, environment, ...rest }) => [
        scopeKey({ project, environment }),
        rest,
      ]),
    ),
  };
}

/** The flag environments that are changed, and the flags that are only referred to. */
function flagEnvironmentsOf(proposed: readonly ProposedChanges[]): FlagEnvironmentKey[] {
  const flagEnvironments = new Map<string, FlagEnvironmentKey>();
  for (const { environment, changes } of proposed) {
    for (const change of changes) {
      const [flag, ...others] = flagsOf(change);
      if (flag !== undefined)
        flagEnvironments.set(flagEnvironmentKey(environment, flag), { flag, environment });
      for (const other of others) flagEnvironments.set(other, { flag: other, environment: null });
    }
  }
  return [...flagEnvironments.values()];
}
