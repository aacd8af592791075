import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import type { ConstraintOutcome } from '../evaluation/constraints.ts';
import { evaluateFlag, type FlagOutcome, variantOfStrategy } from '../evaluation/evaluate.ts';
import type { Context, EvaluationOptions } from '../evaluation/model.ts';
import type { StrategyOutcome } from '../evaluation/strategies.ts';
import {
  type EvaluationScope,
  type FlagToEvaluate,
  listFlagsToEvaluate,
  listSegmentsToEvaluate,
  listUnknownEnvironments,
  type SegmentToEvaluate,
  type StrategyToEvaluate,
} from './queries.ts';
import {
  assertFewEvaluations,
  cleanContext,
  combinations,
  evaluationsMax,
  flatten,
  type GivenContext,
} from './rules.ts';
import type {
  AdvancedRequest,
  AdvancedResponse,
  ConstraintEvaluation,
  PlaygroundFlag,
  PlaygroundRequest,
  PlaygroundResponse,
  StrategyEvaluation,
} from './schema.ts';

/** Yields to other requests after this many evaluations. */
const evaluationsPerTurn = 200;

/** Every flag of one environment, for one context, and why. */
export async function explain(
  db: Db,
  caller: Caller,
  input: PlaygroundRequest,
): Promise<PlaygroundResponse> {
  const { environment, projects } = input;
  await assertExist(db, [environment], () => '/body/environment');
  const data = await readData(db, caller, { environments: [environment], projects }, 1);
  const { context } = cleanContext(input.context);
  const features: PlaygroundFlag[] = [];
  for (const flag of data.flags) {
    const outcome = evaluate(data, flag, context);
    const hasUnsatisfiedDependency = outcome.dependencies.some(({ result }) => !result);
    features.push({ ...flagEvaluationOf(data, flag, outcome), hasUnsatisfiedDependency });
    if (features.length % evaluationsPerTurn === 0) await setImmediate();
  }
  return { input, features };
}

/** Every flag of several environments, for every combination of the values given, and why. */
export async function explainAll(
  db: Db,
  caller: Caller,
  input: AdvancedRequest,
): Promise<AdvancedResponse> {
  const environments = [...new Set(input.environments)];
  await assertExist(db, environments, (index) => `/body/environments/${index}`);
  const { context, dropped } = cleanContext(input.context);
  const contexts = combinations(context);
  const scope = { environments, projects: input.projects };
  const data = await readData(db, caller, scope, contexts.length);
  const features = new Map<string, AdvancedResponse['features'][number]>();
  for (const flag of data.flags) {
    const { name, project: projectId, environment } = flag;
    const entry = features.get(name) ?? { name, projectId, environments: {} };
    entry.environments[environment] = contexts.map((each) => ({
      ...flagEvaluationOf(data, flag, evaluate(data, flag, each)),
      environment,
      context: flatten({ ...each, environment: each.environment ?? environment }),
    }));
    features.set(name, entry);
    await setImmediate();
  }
  return {
    input,
    features: [...features.values()],
    warnings: { invalidContextProperties: dropped },
  };
}

async function assertExist(db: Db, names: readonly string[], path: (index: number) => string) {
  const [unknown] = await listUnknownEnvironments(db, names);
  if (unknown === undefined) return;
  throw badData(`Environment "${unknown}" does not exist.`, path(names.indexOf(unknown)));
}

type Data = {
  flags: readonly FlagToEvaluate[];
  byName: ReadonlyMap<string, FlagToEvaluate>;
  segments: ReadonlyMap<number, SegmentToEvaluate>;
};

const keyOf = (environment: string, name: string) => `${environment}:${name}`;

async function readData(
  db: Db,
  caller: Caller,
  {
    environments,
    projects,
  }: Pick<EvaluationScope, 'environments'> & { projects?: string[] | '*' | undefined },
  contexts: number,
): Promise<Data> {
  const flags = await listFlagsToEvaluate(db, caller, {
    environments,
    projects: projects === '*' ? undefined : projects,
    limit: evaluationsMax + 1,
  });
  assertFewEvaluations(flags.length * contexts);
  const used = flags.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments));
  const segments = await listSegmentsToEvaluate(db, [...new Set(used)]);
  return {
    flags,
    byName: new Map(flags.map((flag) => [keyOf(flag.environment, flag.name), flag])),
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
  return { context: given, ...evaluateFlag(lookup, name, given, options()) };
}

const options = (): EvaluationOptions => ({ now: Date.now(), random: Math.random, thorough: true });

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
      ? resultOf(found, outcome.context)
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

function resultOf(found: StrategyOutcome, context: Context): StrategyEvaluation['result'] {
  const { result, rule, strategy } = found;
  // A rule that only the application can evaluate is unknown, unless a constraint failed.
  if (rule?.result === 'unknown') {
    return { evaluationStatus: 'incomplete', enabled: result === 'unknown' ? 'unknown' : false };
  }
  const variant = result === true ? variantOfStrategy(found, context, options()) : undefined;
  return {
    evaluationStatus: 'complete',
    enabled: result === true,
    ...(variant ? { variant, variants: strategy.variants } : {}),
  } as StrategyEvaluation['result'];
}

const constraintEvaluation = ({ constraint, result, contextValue }: ConstraintOutcome) =>
  ({ ...constraint, result, contextValue }) as ConstraintEvaluation;
