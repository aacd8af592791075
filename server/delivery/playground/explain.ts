import { readMoment } from '../../flags/versions/filters.ts';
import type { Moment } from '../../flags/versions/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { badData, notFound } from '../../platform/errors.ts';
import type { ConstraintOutcome } from '../evaluation/constraints.ts';
import { evaluateFlag, type FlagOutcome, variantOfStrategy } from '../evaluation/evaluate.ts';
import type { Context, EvaluationOptions } from '../evaluation/model.ts';
import type { StrategyOutcome } from '../evaluation/strategies.ts';
import {
  type EvaluationScope,
  type FlagToEvaluate,
  findTimeOf,
  listFlagsToEvaluate,
  listNamesToEvaluate,
  listSegmentsToEvaluate,
  listUnknownEnvironments,
  type SegmentToEvaluate,
  type StrategyToEvaluate,
} from './queries.ts';
import {
  assertFewEvaluations,
  type Combinations,
  cleanContext,
  combinations,
  evaluationsMax,
  flatten,
  type GivenContext,
} from './rules.ts';
import type {
  AdvancedFlagInEnvironment,
  AdvancedRequest,
  ConstraintEvaluation,
  FlagEvaluation,
  FlagEvaluationRequest,
  PlaygroundFlag,
  PlaygroundRequest,
  StrategyEvaluation,
} from './schema.ts';

/** Flags are read in parts, because only one part is in memory at a time. */
const flagsPerRead = 100;

/** Every flag of one environment, for one context, and why: a `PlaygroundResponse` as text. */
export async function* explain(
  db: Db,
  caller: Caller,
  input: PlaygroundRequest,
): AsyncGenerator<string> {
  const environments = [input.environment];
  await assertExist(db, environments, () => '/body/environment');
  const { context } = cleanContext(input.context);
  const scope = await findScope(db, caller, { ...input, environments }, 1);
  yield `${opening({ input }, 'features')}[`;
  let separator = '';
  for await (const data of readParts(db, caller, scope)) {
    for (const flag of data.flags) {
      yield separator + JSON.stringify(flagEvaluation(data, flag, context));
      separator = ',';
    }
  }
  yield ']}';
}

/** One flag for one context, as it is and, with a moment, as it was; null if it was not active. */
export async function explainFlag(
  db: Db,
  caller: Caller,
  { project, name }: { project: string; name: string },
  { environment, context: given, at }: FlagEvaluationRequest & { at: Moment | undefined },
): Promise<FlagEvaluation> {
  await assertExist(db, [environment], () => '/body/environment');
  const { context } = cleanContext(given);
  const explainAt = async (moment: Moment | undefined) => {
    const scope = { environments: [environment], projects: undefined, names: [name], at: moment };
    const data = await readData(db, caller, scope);
    const [flag] = data.flags;
    return flag ? flagEvaluation(data, flag, context) : null;
  };
  const found = await explainAt(undefined);
  const current = found?.projectId === project ? found : null;
  if (at === undefined) {
    if (current === null) throw notFound('Flag', name);
    return { current };
  }
  const past = await explainAt(at);
  const earlier = current || past?.projectId === project ? past : null;
  if (current === null && earlier === null) throw notFound('Flag', name);
  return { current, earlier };
}

function flagEvaluation(data: Data, flag: FlagToEvaluate, context: GivenContext): PlaygroundFlag {
  const outcome = evaluate(data, flag, context);
  const hasUnsatisfiedDependency = outcome.dependencies.some(({ result }) => !result);
  return { ...flagEvaluationOf(data, flag, outcome), hasUnsatisfiedDependency };
}

/**
 * Every flag of several environments, for every combination of the values given, and why: an
 * `AdvancedResponse` as text.
 */
export async function* explainAll(
  db: Db,
  caller: Caller,
  input: AdvancedRequest,
): AsyncGenerator<string> {
  const environments = [...new Set(input.environments)];
  await assertExist(db, environments, (index) => `/body/environments/${index}`);
  const { context, dropped } = cleanContext(input.context);
  const contexts = combinations(context);
  const scope = await findScope(db, caller, { ...input, environments }, contexts.count);
  yield `${opening({ input }, 'features')}[`;
  let separator = '';
  for await (const data of readParts(db, caller, scope)) {
    // A flag has a row for each environment.
    for (let at = 0; at < data.flags.length; at += environments.length) {
      yield separator;
      yield* advancedFlag(data, data.flags.slice(at, at + environments.length), contexts);
      separator = ',';
    }
  }
  yield `],"warnings":${JSON.stringify({ invalidContextProperties: dropped })}}`;
}

function* advancedFlag(data: Data, rows: readonly FlagToEvaluate[], contexts: Combinations) {
  const [first] = rows;
  yield `${opening({ name: first?.name, projectId: first?.project }, 'environments')}{`;
  for (const flag of rows) {
    yield `${flag === first ? '' : ','}${JSON.stringify(flag.environment)}:[`;
    let separator = '';
    for (const context of contexts) {
      yield separator + JSON.stringify(advancedEvaluation(data, flag, context));
      separator = ',';
    }
    yield ']';
  }
  yield '}}';
}

function advancedEvaluation(
  data: Data,
  flag: FlagToEvaluate,
  context: GivenContext,
): AdvancedFlagInEnvironment {
  const { environment } = flag;
  return {
    ...flagEvaluationOf(data, flag, evaluate(data, flag, context)),
    environment,
    context: flatten({ ...context, environment: context.environment ?? environment }),
  };
}

/** An object up to the value of its last member. */
const opening = (members: object, last: string) =>
  `${JSON.stringify(members).slice(0, -1)},"${last}":`;

async function assertExist(db: Db, names: readonly string[], path: (index: number) => string) {
  const [unknown] = await listUnknownEnvironments(db, names);
  if (unknown === undefined) return;
  throw badData(`Environment "${unknown}" does not exist.`, path(names.indexOf(unknown)));
}

type Scope = Omit<EvaluationScope, 'limit'>;

async function findScope(
  db: Db,
  caller: Caller,
  input: { environments: string[]; projects?: string[] | '*'; at?: string | number },
  contexts: number,
): Promise<Scope> {
  const { environments } = input;
  const projects = input.projects === '*' ? undefined : input.projects;
  const at = input.at === undefined ? undefined : readMoment('at', input.at);
  const limit = evaluationsMax + 1;
  const names = await listNamesToEvaluate(db, caller, { projects, limit, at });
  assertFewEvaluations(names.length * environments.length * contexts);
  return { environments, projects, names, at };
}

/** Flags, and what their evaluation needs. */
type Data = {
  /** Undefined for the current time. */
  now: number | undefined;
  flags: readonly FlagToEvaluate[];
  byName: ReadonlyMap<string, FlagToEvaluate>;
  segments: ReadonlyMap<number, SegmentToEvaluate>;
};

const keyOf = (environment: string, name: string) => `${environment}:${name}`;

async function* readParts(db: Db, caller: Caller, scope: Scope): AsyncGenerator<Data> {
  const size = Math.ceil(flagsPerRead / scope.environments.length);
  for (let start = 0; start < scope.names.length; start += size) {
    const names = scope.names.slice(start, start + size);
    yield await readData(db, caller, { ...scope, names });
  }
}

async function readData(db: Db, caller: Caller, scope: Scope): Promise<Data> {
  const found = await listFlagsToEvaluate(db, caller, scope);
  const used = found.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments));
  const segments = await listSegmentsToEvaluate(db, [...new Set(used)], scope.at);
  const names = new Set(scope.names);
  return {
    now: scope.at && (await findTimeOf(db, scope.at)),
    flags: found.filter(({ name }) => names.has(name)),
    byName: new Map(found.map((flag) => [keyOf(flag.environment, flag.name), flag])),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
  };
}

/** As SDKs evaluate it, which do not receive disabled strategies. */
function evaluate(data: Data, { name, environment }: FlagToEvaluate, context: GivenContext) {
  const lookup = {
    flag: (other: string) => {
      const found = data.byName.get(keyOf(environment, other));
      return found && { ...found, strategies: found.strategies.filter((it) => !it.disabled) };
    },
    segment: (id: number) => data.segments.get(id),
  };
  const given: Context = { environment, ...context };
  return { context: given, ...evaluateFlag(lookup, name, given, optionsAt(data)) };
}

const optionsAt = ({ now }: Pick<Data, 'now'>): EvaluationOptions => ({
  now: now ?? Date.now(),
  random: Math.random,
  thorough: true,
});

type Evaluated = FlagOutcome & { context: Context };

function flagEvaluationOf(data: Data, flag: FlagToEvaluate, outcome: Evaluated) {
  const applied = outcome.strategies.find(({ result }) => result === true)?.strategy;
  const shownBy = applied?.variants?.length ? applied.variants : flag.variants;
  return {
    name: flag.name,
    projectId: flag.project,
    strategies: {
      result: outcome.strategiesResult,
      data: flag.strategies.map((strategy) => strategyEvaluation(data, flag, strategy, outcome)),
    },
    isEnabledInCurrentEnvironment: flag.enabled,
    isEnabled: outcome.enabled,
    reason: outcome.reason,
    variant: { ...outcome.variant, feature_enabled: outcome.enabled } as PlaygroundFlag['variant'],
    variants: shownBy as PlaygroundFlag['variants'],
  };
}

function strategyEvaluation(
  data: Data,
  flag: FlagToEvaluate,
  strategy: StrategyToEvaluate,
  outcome: Evaluated,
): StrategyEvaluation {
  const { id, name, title, disabled, parameters } = strategy;
  const found = outcome.strategies.find((it) => it.strategy === strategy);
  const query = new URLSearchParams({ environmentId: flag.environment, strategyId: id });
  return {
    id,
    name,
    ...(title === null ? {} : { title }),
    disabled,
    result: found
      ? resultOf(data, found, outcome.context)
      : { evaluationStatus: 'unevaluated', enabled: false },
    reason: found?.rule?.reason ?? { kind: 'disabled' },
    constraints: found?.constraints.map(constraintEvaluation) ?? [],
    segments:
      found?.segments.map(({ id: segmentId, result, constraints }) => ({
        id: segmentId,
        name: data.segments.get(segmentId)?.name ?? '',
        result,
        constraints: constraints.map(constraintEvaluation),
      })) ?? [],
    parameters,
    links: {
      edit: `/projects/${flag.project}/features/${flag.name}/strategies/edit?${query}`,
    },
  };
}

function resultOf(
  data: Data,
  found: StrategyOutcome,
  context: Context,
): StrategyEvaluation['result'] {
  const { result, rule, strategy } = found;
  // A rule that only the application can evaluate is unknown, unless a constraint failed.
  if (rule?.result === 'unknown') {
    return { evaluationStatus: 'incomplete', enabled: result === 'unknown' ? 'unknown' : false };
  }
  const variant = result === true ? variantOfStrategy(found, context, optionsAt(data)) : undefined;
  return {
    evaluationStatus: 'complete',
    enabled: result === true,
    ...(variant ? { variant, variants: strategy.variants } : {}),
  } as StrategyEvaluation['result'];
}

const constraintEvaluation = ({ constraint, result, contextValue }: ConstraintOutcome) =>
  ({ ...constraint, result, contextValue }) as ConstraintEvaluation;
