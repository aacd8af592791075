import { isDeepStrictEqual } from 'node:util';
import { badData, named, notFound } from '../../platform/errors.ts';
import { assertActive, assertAllFound, entityTag, type FlagData } from '../flags/rules.ts';
import { checkConstraint, findKept, isDecimal, type LegalValues } from './constraints.ts';
import type {
  Constraint,
  DefaultStrategy,
  PatchedStrategy,
  Strategy,
  StrategyOrder,
  StrategyUpdate,
} from './schema.ts';
import { balanceWeights } from './weights.ts';

/** What a strategy does, wherever it stands. */
export type StrategyData = DefaultStrategy;

export type StoredStrategy = Strategy & { environment: string; version: number };

/** Which strategy it is and whether it counts; all of it where that was asked for. */
export type StrategyHead = Pick<StoredStrategy, 'id' | 'disabled' | 'sortOrder'> & {
  data: StrategyData | null;
};

export type PlacedHead = StrategyHead & Pick<StoredStrategy, 'featureName' | 'environment'>;

/** Flags of a project, whether each is on in an environment, and what it does there. */
export type LockedPlaces = {
  flags: FlagData[];
  /** Of the flags that are in the environment. */
  states: Map<string, { enabled: boolean; strategies: StoredStrategy[] }>;
};

export type SegmentData = { id: number; project: string | null };

/** What a strategy depends on outside itself. */
export type Surroundings = {
  project: string;
  /** What the project keeps answers steady by, where a strategy does not say it itself. */
  stickiness: string | undefined;
  /** Those strategy types that there are, of all that are asked for. */
  types: readonly string[];
  legalValues: LegalValues;
  segments: readonly SegmentData[];
};

/** Which of it strategies that are to be like this need to know. */
export type Demand = {
  stickiness: boolean;
  types: readonly string[];
  contextNames: readonly string[];
  segments: readonly number[];
};

export const strategiesMax = 30;
const constraintsMax = 30;
const valuesMax = 250;
const segmentsMax = 5;
const sortOrderMax = 2_147_483_647;

/** Refuses unless each of the flags was found, is live, and is in the environment. */
export function assertThere(
  { flags, states }: LockedPlaces,
  environment: string,
  names: readonly string[],
): void {
  assertAllFound(names, flags);
  flags.forEach(assertActive);
  const outside = names.find((name) => !states.has(name));
  if (outside !== undefined) throw notFound('Environment', environment, named('flag', outside));
}

/** What there is before somebody asks for anything. */
export const blankStrategy: StrategyData = {
  name: '',
  title: null,
  disabled: false,
  sortOrder: 0,
  segments: [],
  constraints: [],
  variants: [],
  parameters: {},
};

/** The one that a flag is switched on with where the project has no default of its own. */
export const fallbackStrategy: StrategyData = {
  ...blankStrategy,
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default' },
};

/** A strategy as events tell of it. */
export const strategyData = (stored: Strategy) => ({
  id: stored.id,
  name: stored.name,
  title: stored.title,
  disabled: stored.disabled,
  constraints: stored.constraints,
  parameters: stored.parameters,
  variants: stored.variants,
  sortOrder: stored.sortOrder,
  segments: stored.segments,
});

/**
 * What the strategy becomes, or which member is wrong. Members left out keep their value, and what
 * stays as it was is not judged again: the world around it may have changed since.
 */
export function settleStrategy(
  before: StrategyData,
  input: StrategyUpdate,
  around: Surroundings,
  segmentsPath = '/body/segments',
): StrategyData {
  const name = input.name ?? before.name;
  if (name !== before.name && !around.types.includes(name)) {
    throw badData(`Strategy type "${name}" does not exist.`, '/body/name');
  }
  const { variants = before.variants, parameters = before.parameters } = input;
  const sameParameters = name === before.name && isSame(parameters, before.parameters);
  return {
    name,
    title: input.title === undefined ? before.title : input.title,
    disabled: input.disabled === undefined ? before.disabled : (input.disabled ?? false),
    sortOrder: input.sortOrder ?? before.sortOrder,
    segments: settleSegments(before.segments, input.segments, around, segmentsPath),
    constraints: settleConstraints(before.constraints, input.constraints, around.legalValues),
    variants: isSame(variants, before.variants)
      ? before.variants
      : balanceWeights(variants, '/body/variants'),
    parameters: sameParameters
      ? before.parameters
      : settleParameters(name, parameters, around.stickiness),
  };
}

/** What has to be known to settle the strategy: its type and its parameters only where they change. */
export function demandOf(before: StrategyData, input: StrategyUpdate): Demand {
  const { name = before.name, parameters, constraints = [], segments = [] } = input;
  const isOther = name !== before.name;
  return {
    stickiness: (isOther || parameters !== undefined) && !parameters?.stickiness,
    types: isOther ? [name] : [],
    contextNames: constraints.map(({ contextName }) => contextName),
    segments,
  };
}

export function combine(demands: readonly Demand[]): Demand {
  const all = <T>(pick: (demand: Demand) => readonly T[]) => [...new Set(demands.flatMap(pick))];
  return {
    stickiness: demands.some(({ stickiness }) => stickiness),
    types: all(({ types }) => types),
    contextNames: all(({ contextNames }) => contextNames),
    segments: all(({ segments }) => segments),
  };
}

export const isSame = (one: object, other: object) => isDeepStrictEqual(one, other);

function settleSegments(
  before: readonly number[],
  wanted: readonly number[] = before,
  { project, segments }: Surroundings,
  path: string,
): number[] {
  const ids = [...new Set(wanted)].sort((one, other) => one - other);
  if (ids.length > Math.max(segmentsMax, before.length)) {
    throw badData(`A strategy has at most ${segmentsMax} segments.`, path);
  }
  for (const id of ids.filter((it) => !before.includes(it))) {
    assertUsable(id, segments, project, path);
  }
  return ids;
}

/** Refuses a segment that is not there or belongs to another project, which may be a hidden one. */
export function assertUsable(
  id: number,
  segments: readonly SegmentData[],
  project: string,
  path?: string,
): void {
  const found = segments.find((segment) => segment.id === id);
  if (found && (found.project === null || found.project === project)) return;
  throw badData(`Project "${project}" has no segment ${id}.`, path);
}

function settleConstraints(
  before: readonly Constraint[],
  wanted: readonly Constraint[] = before,
  legalValues: LegalValues,
): Constraint[] {
  const path = '/body/constraints';
  if (wanted.length > Math.max(constraintsMax, before.length)) {
    throw badData(`A strategy has at most ${constraintsMax} constraints.`, path);
  }
  return wanted.map((constraint, index) => {
    const kept = findKept(before, constraint);
    if (kept) return kept;
    assertValueCount(constraint, before, `${path}/${index}/values`);
    return checkConstraint(constraint, legalValues, `${path}/${index}`);
  });
}

/** A list that is already longer may stay as long, for it was allowed once. */
function assertValueCount(
  { contextName, operator, values = [] }: Constraint,
  before: readonly Constraint[],
  path: string,
): void {
  const stored = before
    .filter((it) => it.contextName === contextName && it.operator === operator)
    .map((it) => it.values?.length ?? 0);
  if (values.length <= Math.max(valuesMax, ...stored)) return;
  throw badData(`A constraint has at most ${valuesMax} values.`, path);
}

/** All as text; those that a gradual rollout cannot do without are filled in. */
function settleParameters(
  strategy: string,
  wanted: Record<string, string | number | boolean>,
  stickiness: string | undefined,
): Record<string, string> {
  const texts = Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, String(value)]),
  );
  if (strategy !== 'flexibleRollout') return texts;
  const rollout = texts.rollout || '100';
  if (!isDecimal(rollout) || Number(rollout) < 0 || Number(rollout) > 100) {
    throw badData('"rollout" must be a percentage from 0 to 100.', '/body/parameters/rollout');
  }
  const stickyField = texts.stickiness || stickiness;
  if (stickyField === undefined) throw new Error('nobody asked what the project keeps steady by');
  return { ...texts, rollout, stickiness: stickyField };
}

/** A gradual rollout that names no group is one of its flag alone. */
export function grouped<S extends StrategyData>(data: S, flag: string): S {
  if (data.name !== 'flexibleRollout' || data.parameters.groupId) return data;
  return { ...data, parameters: { ...data.parameters, groupId: flag } };
}

/** The number that puts a strategy after all others. */
export function nextSortOrder(strategies: readonly StrategyData[]): number {
  if (strategies.length === 0) return 0;
  const last = Math.max(...strategies.map(({ sortOrder }) => sortOrder));
  return Math.min(last + 1, sortOrderMax);
}

export function assertRoom(strategies: readonly unknown[]): void {
  if (strategies.length < strategiesMax) return;
  throw badData(`A flag has at most ${strategiesMax} strategies in an environment.`);
}

export const etagOf = ({ version }: StoredStrategy) => entityTag(version);

/** The strategies whose number changes, each with its new one. */
export function planOrder(strategies: readonly StoredStrategy[], wanted: StrategyOrder) {
  const known = new Map(strategies.map((strategy) => [strategy.id, strategy]));
  const named = new Set<string>();
  return wanted.flatMap((item, index) => {
    const id = item.id.toLowerCase();
    const strategy = known.get(id);
    if (!strategy)
      throw badData(`The flag has no strategy "${id}" in this environment.`, `/body/${index}/id`);
    if (named.has(id)) throw badData(`Strategy "${id}" is repeated.`, `/body/${index}/id`);
    named.add(id);
    return item.sortOrder === strategy.sortOrder ? [] : [{ id, sortOrder: item.sortOrder }];
  });
}

/** What a patch asks for: a member it took away is empty again, the place of a strategy stays. */
export function changesOf(before: Strategy, patched: PatchedStrategy): StrategyUpdate {
  const { id, featureName, ...changes } = patched;
  if (id !== before.id) throw badData('The id of a strategy cannot change.', '/body/id');
  if (featureName !== before.featureName) {
    throw badData('A strategy cannot go to another flag.', '/body/featureName');
  }
  return { ...blankStrategy, sortOrder: before.sortOrder, ...changes };
}
