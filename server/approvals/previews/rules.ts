import type { SegmentPlan } from '../../flags/segments/rules.ts';
import type {
  StoredStrategy,
  StrategyData,
  StrategySummary,
} from '../../flags/strategies/rules.ts';
import type { Variant } from '../../flags/strategies/schema.ts';
import type { ActionName } from '../change-requests/schema.ts';
import { type Clash, differences, merge } from './merge.ts';
import type { Preview } from './schema.ts';

/** What a request refers to, and all strategies of its flags in the environment. */
export type Snapshot = { current: CurrentState; strategies: readonly StoredStrategy[] };

/** The differences in the flags and segments of the changes, without unchanged ones. */
export function compare(
  { environment, changes }: { environment: string; changes: readonly Proposal[] },
  before: Snapshot,
  after: Snapshot,
): Pick<Preview, 'features' | 'segments'> {
  const flags = new Set(changes.flatMap(({ flag }) => flag ?? []));
  const segments = new Set(changes.flatMap(({ segmentId }) => segmentId ?? []));
  return {
    features: [...flags].flatMap((name) => {
      const found = differences(
        describeFlag(before, environment, name),
        describeFlag(after, environment, name),
      );
      return found.length === 0 ? [] : [{ name, environment, differences: found }];
    }),
    segments: [...segments].flatMap((id) => {
      const [then, now] = [before.current.segments.get(id), after.current.segments.get(id)];
      const found = differences(then && contentOf(then), now && contentOf(now));
      const name = then?.name ?? `Segment ${id}`;
      return found.length === 0 ? [] : [{ id, name, differences: found }];
    }),
  };
}

/** Strategies by id, so that moving or deleting one does not make all others differ. */
function describeFlag({ current, strategies }: Snapshot, environment: string, name: string) {
  const flag = current.flags.get(name);
  const state = current.flagEnvironments.get(flagEnvironmentKey(environment, name));
  return {
    archived: flag ? flag.archivedAt !== null : undefined,
    parent: flag?.parent ?? undefined,
    enabled: state?.enabled,
    variants: state?.variants,
    strategies: Object.fromEntries(
      strategies
        .filter(({ featureName }) => featureName === name)
        .map(({ id, featureName: _, environment: __, version: ___, ...data }) => [id, data]),
    ),
  };
}

/** Archiving, dependencies and segments affect every environment. */
export const affectsAllEnvironments = ({ action, segmentId }: Proposal) =>
  segmentId !== null || ['archiveFeature', 'addDependency', 'deleteDependency'].includes(action);

/** A change, whatever the state of its request. */
export type Proposal = {
  flag: string | null;
  segmentId: number | null;
  action: ActionName;
  payload: unknown;
};

/** The versions of what a change refers to and does not change itself, by key. */
export type Versions = Readonly<Record<string, string>>;

/** A proposal with the state of its subject before and after; null if it does not exist. */
export type RecordedProposal = Proposal & {
  base: unknown;
  proposed: unknown;
  dependsOn: Versions;
};

export type Scope = { project: string; environment: string };

/** A flag in one environment; strategies that a change refers to have `data`. */
export type FlagEnvironmentState = {
  enabled: boolean;
  variants: Variant[];
  strategies: StrategySummary[];
};

export type Parent = { feature: string; enabled: boolean; variants: string[] };

/** The version of a segment changes with its constraints, since only they decide what it does. */
export type SegmentVersion = { id: number; name: string; version: string };

/** What the server adds to changes in an environment of a project. */
export type Defaults = {
  /** Null if none is set. */
  strategy: StrategyData | null;
  strategyVersion: string;
  /** Those of the default strategy. */
  segments: SegmentVersion[];
  stickiness: string;
};

/** The flags and segments that changes refer to. */
export type CurrentState = {
  flags: Map<string, { project: string; archivedAt: string | null; parent: Parent | null }>;
  /** By `flagEnvironmentKey`. */
  flagEnvironments: Map<string, FlagEnvironmentState>;
  /** A segment of another project does not exist for a request. */
  segments: Map<number, SegmentPlan & SegmentVersion>;
  /** By `scopeKey`; only where changes may use them. */
  defaults: Map<string, Defaults>;
};

/** Neither environments nor flags may have a slash in their name. */
export const flagEnvironmentKey = (environment: string, flag: string) => `${environment}/${flag}`;

/** Nor may projects. */
export const scopeKey = ({ project, environment }: Scope) => `${environment}/${project}`;

type Read = (current: CurrentState, environment: string, proposal: Proposal) => unknown;

/** The state that each kind of change replaces; null if it does not exist. */
const subjects: Record<ActionName, Read> = {
  updateEnabled: inEnvironment(({ enabled }) => ({ enabled })),
  addStrategy: inEnvironment(() => ({})),
  updateStrategy: inEnvironment(strategyState),
  deleteStrategy: inEnvironment(strategyState),
  reorderStrategy: inEnvironment(({ strategies }) =>
    Object.fromEntries(strategies.map(({ id, sortOrder }) => [id, sortOrder])),
  ),
  patchVariant: inEnvironment(({ variants }) => ({ variants })),
  archiveFeature: ofFlag(({ archivedAt }) => ({ archived: archivedAt !== null })),
  addDependency: ofFlag(dependencyState),
  deleteDependency: ofFlag(dependencyState),
  updateSegment: segmentState,
  deleteSegment: segmentState,
};

export const stateOf: Read = (current, environment, proposal) =>
  subjects[proposal.action](current, environment, proposal);

function inEnvironment(read: (state: FlagEnvironmentState, proposal: Proposal) => unknown): Read {
  return (current, environment, proposal) => {
    const state = current.flagEnvironments.get(
      flagEnvironmentKey(environment, proposal.flag ?? ''),
    );
    return state ? read(state, proposal) : null;
  };
}

type FlagState = CurrentState['flags'] extends Map<string, infer V> ? V : never;

function ofFlag(read: (flag: FlagState) => unknown): Read {
  return ({ flags }, _, { flag }) => {
    const found = flags.get(flag ?? '');
    return found ? read(found) : null;
  };
}

export const strategyIdOf = ({ payload }: Pick<Proposal, 'payload'>) =>
  (payload as { id: string }).id.toLowerCase();

function strategyState({ strategies }: FlagEnvironmentState, proposal: Proposal) {
  return strategies.find(({ id }) => id === strategyIdOf(proposal))?.data ?? null;
}

/** A list, which merges as one value, since members of two dependencies do not combine. */
function dependencyState({ parent }: FlagState) {
  return { dependencies: parent === null ? [] : [parent] };
}

function segmentState({ segments }: CurrentState, _: string, { segmentId }: Proposal) {
  const segment = segments.get(segmentId ?? 0);
  return segment ? contentOf(segment) : null;
}

const contentOf = ({ name, description, project, constraints }: SegmentPlan) => ({
  name,
  description,
  project,
  constraints,
});

/** The flags that a change refers to: its own, and its new parent. */
export function flagsOf({ action, flag, payload }: Proposal): string[] {
  if (flag === null) return [];
  return action === 'addDependency' ? [flag, (payload as { feature: string }).feature] : [flag];
}

/** The strategy that a change refers to by id. */
export const strategiesIn = (proposal: Proposal): string[] =>
  isOfStrategy(proposal.action) ? [strategyIdOf(proposal)] : [];

export const isOfStrategy = (action: ActionName): boolean =>
  action === 'updateStrategy' || action === 'deleteStrategy';

/** The segments that a change refers to: its own, or those of its strategy. */
export function segmentsOf({ segmentId, payload }: Proposal): number[] {
  if (segmentId !== null) return [segmentId];
  return (payload as { segments?: number[] }).segments ?? [];
}

/** The segments that a change refers to without changing them. */
export const usedSegments = (proposal: Proposal): number[] =>
  proposal.segmentId === null ? segmentsOf(proposal) : [];

/** The segments that a change adds to its strategy. */
export function addedSegments(change: RecordedProposal): number[] {
  const earlier = (change.base as { segments?: number[] } | null)?.segments ?? [];
  return usedSegments(change).filter((id) => !earlier.includes(id));
}

/** The keys of `Versions`. */
export const segmentKey = (id: number) => `segment:${id}`;
export const defaultStrategyKey = (scope: Scope) => `default-strategy:${scopeKey(scope)}`;
export const defaultStickinessKey = (project: string) => `default-stickiness:${project}`;

/** Whether the server may add something of `Defaults`. */
export const usesDefaults = ({ action }: Proposal): boolean =>
  action === 'updateEnabled' || action === 'addStrategy';

/** Two changes with the same key have the same subject. */
export function subjectKey({ action, flag, segmentId, payload }: Proposal): string {
  if (flag === null) return `segment ${segmentId}`;
  if (isOfStrategy(action)) return `strategy ${strategyIdOf({ payload })}`;
  const part = { addDependency: 'dependency', deleteDependency: 'dependency' }[action as string];
  return `${part ?? action} of ${flag}`;
}

/** As responses show it. */
export type Conflict = {
  conflict: string;
  conflictCause: { what: string; by?: string; at?: string };
  conflicts?: Clash[];
};

/** The conflicts of one request, by flag and by change. */
export type Conflicts = { flags: Map<string, Conflict>; changes: Map<number, Conflict> };

/** A change merged with the current state; without clashes, `result` is the state after it. */
export type MergeResult = { result: unknown; clashes: Clash[] };

export function mergeChange({ base, proposed }: RecordedProposal, current: unknown): MergeResult {
  const { value, clashes } = merge(base ?? null, current, proposed ?? null);
  // A deletion means the recorded state: it clashes with a change, and a change with a deletion.
  return { result: value ?? null, clashes: clashes.map(withoutUndefined) };
}

/** Omits the sides without a value. */
function withoutUndefined({ path, ...sides }: Clash): Clash {
  return {
    path,
    ...Object.fromEntries(Object.entries(sides).filter(([, side]) => side !== undefined)),
  };
}

/** Merges the changes of a request in order: each starts from the result of those before it. */
export function mergeChanges<P extends RecordedProposal & { id: number }>(
  current: CurrentState,
  environment: string,
  proposals: readonly P[],
): Map<number, MergeResult> {
  const states = new Map<string, unknown>();
  const results = new Map<number, MergeResult>();
  for (const proposal of proposals) {
    const key = subjectKey(proposal);
    const state = states.has(key) ? states.get(key) : stateOf(current, environment, proposal);
    const merged = mergeChange(proposal, state);
    states.set(key, merged.result);
    for (const strategy of strategiesMovedBy(proposal, merged.result, current, environment)) {
      const before = states.has(strategy.key) ? states.get(strategy.key) : strategy.state;
      if (before !== null) states.set(strategy.key, { ...(before as object), ...strategy.becomes });
    }
    results.set(proposal.id, merged);
  }
  return results;
}

/** What reordering or enabling does to strategies that other changes of the request may refer to. */
function strategiesMovedBy(
  { action, flag, payload }: Proposal,
  result: unknown,
  current: CurrentState,
  environment: string,
) {
  const { strategies = [] } =
    current.flagEnvironments.get(flagEnvironmentKey(environment, flag ?? '')) ?? {};
  const moved = (id: string, becomes: object) => {
    const proposal = { action: 'updateStrategy', flag, segmentId: null, payload: { id } } as const;
    const state = stateOf(current, environment, proposal);
    return { key: subjectKey(proposal), state, becomes };
  };
  if (action === 'reorderStrategy') {
    return Object.entries(result ?? {}).map(([id, sortOrder]) => moved(id, { sortOrder }));
  }
  const input = payload as { enabled?: boolean; shouldActivateDisabledStrategies?: boolean };
  if (action !== 'updateEnabled' || !input.enabled || !input.shouldActivateDisabledStrategies) {
    return [];
  }
  return strategies.map(({ id }) => moved(id, { disabled: false }));
}

/** The change on top of a new `base`: its own input wins. */
export function rebase<P extends RecordedProposal>(proposal: P, base: unknown): P {
  const { value } = merge(proposal.base ?? null, base, proposal.proposed ?? null);
  return { ...proposal, base, proposed: value ?? null };
}

/**
 * After a change was removed or replaced, later changes of the same subject start from the state
 * without it. Returns the rebased changes.
 */
export function rebaseAfter<P extends RecordedProposal>(
  later: readonly P[],
  removed: RecordedProposal,
  replacement?: RecordedProposal,
): P[] {
  const key = subjectKey(removed);
  const replaced = replacement !== undefined && subjectKey(replacement) === key;
  const chain = later.filter((change) => subjectKey(change) === key);
  return shift(chain, removed.proposed, replaced ? replacement.proposed : removed.base);
}

/** Rebases changes of one subject, each on top of the one before. */
export function shift<P extends RecordedProposal>(
  chain: readonly P[],
  from: unknown,
  to: unknown,
): P[] {
  let [was, becomes] = [from, to];
  return chain.map((change) => {
    const rebased = rebase(change, merge(was, becomes, change.base).value ?? null);
    was = change.proposed;
    becomes = rebased.proposed;
    return rebased;
  });
}
