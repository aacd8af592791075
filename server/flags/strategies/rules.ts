import { isDeepStrictEqual } from 'node:util';
import { badData, conflict, named, notFound } from '../../platform/errors.ts';
import { assertActive, assertAllFound, entityTag, type FlagData } from '../flags/rules.ts';
import { checkConstraint, findUnchanged, isDecimal, type LegalValues } from './constraints.ts';
import type {
  Constraint,
  DefaultStrategy,
  PatchedStrategy,
  Strategy,
  StrategyOrder,
  StrategyUpdate,
} from './schema.ts';
import { balanceWeights } from './weights.ts';

/** A strategy without its id, flag and environment. */
export type StrategyData = DefaultStrategy;

export type StoredStrategy = Strategy & { environment: string; version: number };

/** `data` is null unless it was requested. */
export type StrategySummary = Pick<StoredStrategy, 'id' | 'disabled' | 'sortOrder'> & {
  data: StrategyData | null;
};

export type FlagStrategySummary = StrategySummary &
  Pick<StoredStrategy, 'featureName' | 'environment'>;

/** Flags of a project and their state in one environment. */
export type LockedFlagStates = {
  flags: FlagData[];
  /** By flag name; flags that are not in the environment are missing. */
  states: Map<string, { enabled: boolean; version: number; strategies: StoredStrategy[] }>;
};

export type SegmentData = { id: number; project: string | null };

/** What a strategy refers to: read and locked before it is checked. */
export type StrategyContext = {
  project: string;
  /** The default stickiness of the project; undefined if it was not queried. */
  stickiness: string | undefined;
  /** The strategy types that exist, among those queried. */
  types: readonly string[];
  legalValues: LegalValues;
  segments: readonly SegmentData[];
};

/** The part of the context that an update needs. */
export type StrategyContextQuery = {
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

/** Each of the flags must exist, be active, and be in the environment. */
export function assertInEnvironment(
  { flags, states }: LockedFlagStates,
  environment: string,
  names: readonly string[],
): void {
  assertAllFound(names, flags);
  flags.forEach(assertActive);
  const outside = names.find((name) => !states.has(name));
  if (outside !== undefined) throw notFound('Environment', environment, named('flag', outside));
}

/** The defaults of a new strategy. */
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

/** Used where the project has no default strategy. */
export const fallbackStrategy: StrategyData = {
  ...blankStrategy,
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default' },
};

/** A strategy as events contain it. */
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
 * Members left out keep their value. Unchanged members are not checked again: legal values,
 * segments and strategy types may have changed since.
 */
export function applyStrategyUpdate(
  before: StrategyData,
  input: StrategyUpdate,
  context: StrategyContext,
  segmentsPath = '/body/segments',
): StrategyData {
  const name = input.name ?? before.name;
  if (name !== before.name && !context.types.includes(name)) {
    throw badData(`Strategy type "${name}" does not exist.`, '/body/name');
  }
  const { variants = before.variants, parameters = before.parameters } = input;
  const sameParameters = name === before.name && isSame(parameters, before.parameters);
  return {
    name,
    title: input.title === undefined ? before.title : input.title,
    disabled: input.disabled === undefined ? before.disabled : (input.disabled ?? false),
    sortOrder: input.sortOrder ?? before.sortOrder,
    segments: applySegments(before.segments, input.segments, context, segmentsPath),
    constraints: applyConstraints(before.constraints, input.constraints, context.legalValues),
    variants: isSame(variants, before.variants)
      ? before.variants
      : balanceWeights(variants, '/body/variants'),
    parameters: sameParameters
      ? before.parameters
      : normalizeParameters(name, parameters, context.stickiness),
  };
}

/** Type and stickiness are needed only where the type or the parameters change. */
export function contextQueryOf(before: StrategyData, input: StrategyUpdate): StrategyContextQuery {
  const { name = before.name, parameters, constraints = [], segments = [] } = input;
  const isOther = name !== before.name;
  return {
    stickiness: (isOther || parameters !== undefined) && !parameters?.stickiness,
    types: isOther ? [name] : [],
    contextNames: constraints.map(({ contextName }) => contextName),
    segments,
  };
}

export function combineQueries(queries: readonly StrategyContextQuery[]): StrategyContextQuery {
  const all = <T>(pick: (query: StrategyContextQuery) => readonly T[]) => [
    ...new Set(queries.flatMap(pick)),
  ];
  return {
    stickiness: queries.some(({ stickiness }) => stickiness),
    types: all(({ types }) => types),
    contextNames: all(({ contextNames }) => contextNames),
    segments: all(({ segments }) => segments),
  };
}

export type SegmentConstraints = { id: number; name: string; constraints: readonly Constraint[] };

/** Selects the same users: those who match a segment match all of its constraints. */
export const withoutSegment = <S extends StrategyData>(
  strategy: S,
  segment: SegmentConstraints,
): S => ({
  ...strategy,
  segments: strategy.segments.filter((id) => id !== segment.id),
  constraints: [...strategy.constraints, ...segment.constraints],
});

/** Each use is recorded with the strategy before and after, so a request changes a limited number. */
export const archivedUsesMax = 1000;

export function assertFewArchivedUses({ name }: SegmentConstraints, uses: readonly unknown[]) {
  if (uses.length <= archivedUsesMax) return;
  throw conflict(
    `Segment "${name}" is used by more than ${archivedUsesMax} strategies of archived flags. Delete some of these flags first.`,
  );
}

export const isSame = (one: object, other: object) => isDeepStrictEqual(one, other);

function applySegments(
  before: readonly number[],
  wanted: readonly number[] = before,
  { project, segments }: StrategyContext,
  path: string,
): number[] {
  const ids = [...new Set(wanted)].sort((one, other) => one - other);
  if (ids.length > Math.max(segmentsMax, before.length)) {
    throw badData(`A strategy has at most ${segmentsMax} segments.`, path);
  }
  for (const id of ids.filter((segment) => !before.includes(segment))) {
    assertSegmentUsable(id, segments, project, path);
  }
  return ids;
}

/** A segment of another project is reported as missing: the project may be hidden. */
export function assertSegmentUsable(
  id: number,
  segments: readonly SegmentData[],
  project: string,
  path?: string,
): void {
  const found = segments.find((segment) => segment.id === id);
  if (found && (found.project === null || found.project === project)) return;
  throw badData(`Project "${project}" has no segment ${id}.`, path);
}

function applyConstraints(
  before: readonly Constraint[],
  wanted: readonly Constraint[] = before,
  legalValues: LegalValues,
): Constraint[] {
  const path = '/body/constraints';
  if (wanted.length > Math.max(constraintsMax, before.length)) {
    throw badData(`A strategy has at most ${constraintsMax} constraints.`, path);
  }
  return wanted.map((constraint, index) => {
    const unchanged = findUnchanged(before, constraint);
    if (unchanged) return unchanged;
    assertValueCount(constraint, before, `${path}/${index}/values`);
    return checkConstraint(constraint, legalValues, `${path}/${index}`);
  });
}

/** A stored list above the limit may keep its length: it was valid when it was stored. */
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

/** All values become text; a gradual rollout gets the parameters it requires. */
function normalizeParameters(
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
  if (stickyField === undefined) throw new Error('the default stickiness was not queried');
  return { ...texts, rollout, stickiness: stickyField };
}

/** The group of a gradual rollout defaults to its flag. */
export function withGroupId<S extends StrategyData>(data: S, flag: string): S {
  if (data.name !== 'flexibleRollout' || data.parameters.groupId) return data;
  return { ...data, parameters: { ...data.parameters, groupId: flag } };
}

/** Sorts a strategy after all others. */
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

/** Only the strategies whose sort order changes. */
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

/** A member that the patch removed gets its default, except that the sort order is unchanged. */
export function changesOf(before: Strategy, patched: PatchedStrategy): StrategyUpdate {
  const { id, featureName, ...changes } = patched;
  if (id !== before.id) throw badData('The id of a strategy cannot change.', '/body/id');
  if (featureName !== before.featureName) {
    throw badData('A strategy cannot move to another flag.', '/body/featureName');
  }
  return { ...blankStrategy, sortOrder: before.sortOrder, ...changes };
}
