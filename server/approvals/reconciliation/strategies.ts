import { isDeepStrictEqual } from 'node:util';
import {
  applyStrategyUpdate,
  blankStrategy,
  nextSortOrder,
  type StrategyData,
  withGroupId,
} from '../../flags/strategies/rules.ts';
import type { StrategyConfiguration, StrategyTarget } from './configuration.ts';

/** A strategy to add; without an id it gets a new one. */
export type AddedStrategy = { id?: string; data: StrategyData; sorted: boolean };

export type UpdatedStrategy = { before: StrategyConfiguration; after: StrategyConfiguration };

export type StrategyPlan = {
  added: AddedStrategy[];
  updated: UpdatedStrategy[];
  /** Strategies of which only the position changes. */
  moved: UpdatedStrategy[];
  removed: StrategyConfiguration[];
};

export type StrategyContext = {
  flag: string;
  stickiness: string;
  /** Whether a strategy with another id and the same content is as wanted. */
  anyId?: boolean;
};

/** What turns the current strategies of a flag in one environment into the wanted ones. */
export function planStrategies(
  current: readonly StrategyConfiguration[],
  targets: readonly StrategyTarget[],
  context: StrategyContext,
): StrategyPlan {
  const pairs = inWantedOrder(pairUp(current, targets, context));
  const kept = new Set(pairs.flatMap(({ before }) => before ?? []));
  const plan: StrategyPlan = { added: [], updated: [], moved: [], removed: [] };
  plan.removed = current.filter((strategy) => !kept.has(strategy));
  for (const { before, data, id, sorted } of pairs) {
    if (before === undefined) {
      plan.added.push({ ...(id === undefined ? {} : { id }), data, sorted });
      continue;
    }
    const after = { ...data, id: before.id };
    if (isDeepStrictEqual(after, before)) continue;
    const onlyMoved = isDeepStrictEqual({ ...after, sortOrder: before.sortOrder }, before);
    plan[onlyMoved ? 'moved' : 'updated'].push({ before, after });
  }
  return plan;
}

type Pair = {
  before: StrategyConfiguration | undefined;
  data: StrategyData;
  id: string | undefined;
  /** Whether the position is given, or follows from the order. */
  sorted: boolean;
};

/** By id, then by equal content, then by type in the order listed. */
function pairUp(
  current: readonly StrategyConfiguration[],
  targets: readonly StrategyTarget[],
  context: StrategyContext,
): Pair[] {
  const unidentified = targets.filter(({ id }) => id === undefined);
  const byId = matched(
    new Map(),
    current,
    targets,
    ({ id }) =>
      (it) =>
        it.id === id,
  );
  const equalMatch = context.anyId ? targets : unidentified;
  const byContent = matched(byId, current, equalMatch, (target) => {
    const wanted = contentOf(completed(target, undefined, context));
    return (it) => isDeepStrictEqual(contentOf(it), wanted);
  });
  const found = matched(
    byContent,
    current,
    unidentified,
    ({ name }) =>
      (it) =>
        it.name === name,
  );
  return targets.map((target) => {
    const before = found.get(target);
    const data = completed(target, before, context);
    return { before, data, id: target.id, sorted: target.sortOrder !== undefined };
  });
}

type Matches = ReadonlyMap<StrategyTarget, StrategyConfiguration>;

/** With the first strategy that passes the test and is free, for each target that has none. */
function matched(
  found: Matches,
  current: readonly StrategyConfiguration[],
  targets: readonly StrategyTarget[],
  testOf: (target: StrategyTarget) => (strategy: StrategyConfiguration) => boolean,
): Matches {
  const matches = new Map(found);
  const taken = new Set(found.values());
  for (const target of targets.filter((it) => !found.has(it))) {
    const test = testOf(target);
    const strategy = current.find((it) => !taken.has(it) && test(it));
    if (!strategy) continue;
    matches.set(target, strategy);
    taken.add(strategy);
  }
  return matches;
}

/** Without its id and position. */
const contentOf = ({ sortOrder: _, ...data }: StrategyData & { id?: string }) => {
  const { id: __, ...content } = data;
  return content;
};

/** As the commands would store it; the references are checked when it is stored. */
function completed(
  { id: _, ...input }: StrategyTarget,
  before: StrategyConfiguration | undefined,
  { flag, stickiness }: StrategyContext,
): StrategyData {
  const { id: __, ...base } = { id: '', ...(before ?? blankStrategy) };
  const segments = (input.segments ?? []).map((segment) => ({ id: segment, project: null }));
  const sortOrder = input.sortOrder ?? base.sortOrder;
  const wanted = { ...blankStrategy, ...input, sortOrder };
  const lenient = {
    project: '',
    stickiness,
    types: [input.name],
    segments,
    legalValues: new Map<string, string[]>(),
  };
  return withGroupId(applyStrategyUpdate(base, wanted, lenient), flag);
}

/** Gives positions where the current ones do not result in the order listed. */
function inWantedOrder(pairs: readonly Pair[]): Pair[] {
  if (pairs.some(({ sorted }) => sorted)) return recreatedAfterTies(pairs);
  const kept = pairs.flatMap(({ before, data }) => (before ? [data] : []));
  let next = nextSortOrder(kept);
  const appended = pairs.map((pair) =>
    pair.before ? pair : { ...pair, data: { ...pair.data, sortOrder: next++ } },
  );
  const inOrder = appended.every(({ data }, index) => {
    const previous = appended[index - 1];
    return previous === undefined || previous.data.sortOrder < data.sortOrder;
  });
  if (inOrder) return appended;
  return pairs.map((pair, index) => ({
    ...pair,
    data: { ...pair.data, sortOrder: index },
    sorted: true,
  }));
}

/**
 * Strategies in the same position are in the order in which they were added: one that follows an added
 * one is added again behind it, with its id.
 */
function recreatedAfterTies(pairs: readonly Pair[]): Pair[] {
  const added = new Set<number>();
  return pairs.map((pair) => {
    const { before, data } = pair;
    const recreated = before !== undefined && added.has(data.sortOrder);
    if (before === undefined || recreated) added.add(data.sortOrder);
    return recreated ? { ...pair, before: undefined, id: before.id } : pair;
  });
}
