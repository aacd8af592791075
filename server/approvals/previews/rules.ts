import type { SegmentPlan } from '../../flags/segments/rules.ts';
import type { StoredStrategy, StrategyHead } from '../../flags/strategies/rules.ts';
import type { Variant } from '../../flags/strategies/schema.ts';
import type { ActionName } from '../change-requests/schema.ts';
import { type Clash, differences, merge } from './merge.ts';
import type { Preview } from './schema.ts';

/** What a request refers to, and all strategies of its flags there. */
export type Snapshot = { current: CurrentState; strategies: readonly StoredStrategy[] };

/** What becomes of everything the changes are about; what stays as it is is not in it. */
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
      const found = differences(then, now);
      const name = then?.name ?? `Segment ${id}`;
      return found.length === 0 ? [] : [{ id, name, differences: found }];
    }),
  };
}

/** Strategies by their id, so that one that moves or goes does not make all others differ. */
function describeFlag({ current, strategies }: Snapshot, environment: string, name: string) {
  const flag = current.flags.get(name);
  const place = current.places.get(placeKey(environment, name));
  return {
    archived: flag ? flag.archivedAt !== null : undefined,
    parent: flag?.parent ?? undefined,
    enabled: place?.enabled,
    variants: place?.variants,
    strategies: Object.fromEntries(
      strategies
        .filter(({ featureName }) => featureName === name)
        .map(({ id, featureName: _, environment: __, version: ___, ...data }) => [id, data]),
    ),
  };
}

/** Archives, parents and segments count in every environment, the rest in that of the request. */
export const reachesFar = ({ action, segmentId }: Proposal) =>
  segmentId !== null || ['archiveFeature', 'addDependency', 'deleteDependency'].includes(action);

/** What a change is about, wherever its request stands. */
export type Proposal = {
  flag: string | null;
  segmentId: number | null;
  action: ActionName;
  payload: unknown;
};

/** A proposal with what it starts from and what it makes of it; null where there is nothing. */
export type RecordedProposal = Proposal & { base: unknown; proposed: unknown };

export type Place = { project: string; environment: string };

/** What a flag does in one environment; its strategies are whole where a change speaks of them. */
export type FlagPlace = { enabled: boolean; variants: Variant[]; strategies: StrategyHead[] };

export type Parent = { feature: string; enabled: boolean; variants: string[] };

/** What changes refer to, as it is now. */
export type CurrentState = {
  flags: Map<string, { project: string; archivedAt: string | null; parent: Parent | null }>;
  /** By `placeKey`. */
  places: Map<string, FlagPlace>;
  segments: Map<number, SegmentPlan>;
};

/** Neither environments nor flags may have a slash in their name. */
export const placeKey = (environment: string, flag: string) => `${environment}/${flag}`;

type Read = (current: CurrentState, environment: string, proposal: Proposal) => unknown;

/** The part of the world that each kind of change is about; nothing is null. */
const subjects: Record<ActionName, Read> = {
  updateEnabled: inPlace(({ enabled }) => ({ enabled })),
  addStrategy: inPlace(() => ({})),
  updateStrategy: inPlace(strategyState),
  deleteStrategy: inPlace(strategyState),
  reorderStrategy: inPlace(({ strategies }) =>
    Object.fromEntries(strategies.map(({ id, sortOrder }) => [id, sortOrder])),
  ),
  patchVariant: inPlace(({ variants }) => ({ variants })),
  archiveFeature: ofFlag(({ archivedAt }) => ({ archived: archivedAt !== null })),
  addDependency: ofFlag(dependencyState),
  deleteDependency: ofFlag(dependencyState),
  updateSegment: segmentState,
  deleteSegment: segmentState,
};

export const stateOf: Read = (current, environment, proposal) =>
  subjects[proposal.action](current, environment, proposal);

function inPlace(read: (place: FlagPlace, proposal: Proposal) => unknown): Read {
  return (current, environment, proposal) => {
    const place = current.places.get(placeKey(environment, proposal.flag ?? ''));
    return place ? read(place, proposal) : null;
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

function strategyState({ strategies }: FlagPlace, proposal: Proposal) {
  return strategies.find(({ id }) => id === strategyIdOf(proposal))?.data ?? null;
}

/** A list, which merges as a whole: half of one dependency and half of another make none. */
function dependencyState({ parent }: FlagState) {
  return { dependencies: parent === null ? [] : [parent] };
}

function segmentState({ segments }: CurrentState, _: string, { segmentId }: Proposal) {
  const segment = segments.get(segmentId ?? 0);
  if (!segment) return null;
  const { name, description, project, constraints } = segment;
  return { name, description, project, constraints };
}

/** The flags that a change speaks of: its own, and the one it is to depend on. */
export function flagsOf({ action, flag, payload }: Proposal): string[] {
  if (flag === null) return [];
  return action === 'addDependency' ? [flag, (payload as { feature: string }).feature] : [flag];
}

/** The strategy that a change speaks of by its id. */
export const strategiesIn = (proposal: Proposal): string[] =>
  isOfStrategy(proposal.action) ? [strategyIdOf(proposal)] : [];

export const isOfStrategy = (action: ActionName): boolean =>
  action === 'updateStrategy' || action === 'deleteStrategy';

/** The segments that a change speaks of: its own, or those of its strategy. */
export function segmentsOf({ segmentId, payload }: Proposal): number[] {
  if (segmentId !== null) return [segmentId];
  return (payload as { segments?: number[] }).segments ?? [];
}

/** Two changes with the same key are about the same thing. */
export function subjectKey({ action, flag, segmentId, payload }: Proposal): string {
  if (flag === null) return `segment ${segmentId}`;
  if (isOfStrategy(action)) return `strategy ${strategyIdOf({ payload })}`;
  const part = { addDependency: 'dependency', deleteDependency: 'dependency' }[action as string];
  return `${part ?? action} of ${flag}`;
}

/** As answers show it. */
export type Conflict = { conflict: string; conflicts?: Clash[] };

/** What stands in the way of one request, by flag and by change. */
export type Conflicts = { flags: Map<string, Conflict>; changes: Map<number, Conflict> };

/** How a change fits what is there now; without clashes, `result` is what it makes of it. */
export type Verdict = { result: unknown; clashes: Clash[] };

export function judge({ base, proposed }: RecordedProposal, current: unknown): Verdict {
  const { value, clashes } = merge(base ?? null, current, proposed ?? null);
  // Whoever takes a thing away means the thing they saw, and nobody changes what is gone.
  return { result: value ?? null, clashes: clashes.map(withoutNothing) };
}

/** A side that has nothing says so by being left out. */
function withoutNothing({ path, ...sides }: Clash): Clash {
  return {
    path,
    ...Object.fromEntries(Object.entries(sides).filter(([, side]) => side !== undefined)),
  };
}

/** Judges the changes of a request in their order: each starts from what those before it made. */
export function judgeAll<P extends RecordedProposal & { id: number }>(
  current: CurrentState,
  environment: string,
  proposals: readonly P[],
): Map<number, Verdict> {
  const made = new Map<string, unknown>();
  const verdicts = new Map<number, Verdict>();
  for (const proposal of proposals) {
    const key = subjectKey(proposal);
    const state = made.has(key) ? made.get(key) : stateOf(current, environment, proposal);
    const verdict = judge(proposal, state);
    made.set(key, verdict.result);
    for (const strategy of strategiesMovedBy(proposal, verdict.result, current, environment)) {
      const before = made.has(strategy.key) ? made.get(strategy.key) : strategy.state;
      if (before !== null) made.set(strategy.key, { ...(before as object), ...strategy.becomes });
    }
    verdicts.set(proposal.id, verdict);
  }
  return verdicts;
}

/** What an order or a switch does to strategies, which other changes of the request may be about. */
function strategiesMovedBy(
  { action, flag, payload }: Proposal,
  result: unknown,
  current: CurrentState,
  environment: string,
) {
  const { strategies = [] } = current.places.get(placeKey(environment, flag ?? '')) ?? {};
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

/** The change as it reads when what it starts from has become `base`: its own inputs win. */
export function rebase<P extends RecordedProposal>(proposal: P, base: unknown): P {
  const { value } = merge(proposal.base ?? null, base, proposal.proposed ?? null);
  return { ...proposal, base, proposed: value ?? null };
}

/**
 * A change is gone or has become another one: those after it that are about the same thing start
 * from what is there without it. Returns the ones that read differently now.
 */
export function rebaseAfter<P extends RecordedProposal>(
  later: readonly P[],
  gone: RecordedProposal,
  replacement?: RecordedProposal,
): P[] {
  const key = subjectKey(gone);
  const replaced = replacement !== undefined && subjectKey(replacement) === key;
  const chain = later.filter((change) => subjectKey(change) === key);
  return shift(chain, gone.proposed, replaced ? replacement.proposed : gone.base);
}

/** Changes of one thing, each on top of the one before, when what they start from has changed. */
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
