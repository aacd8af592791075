import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import type { ConstraintOutcome } from '../evaluation/constraints.ts';
import { evaluateFlag, type FlagOutcome, variantOfStrategy } from '../evaluation/evaluate.ts';
import type { Context, Surroundings } from '../evaluation/model.ts';
import type { StrategyOutcome } from '../evaluation/strategies.ts';
import {
  listPlayedFlags,
  listPlayedSegments,
  listUnknownEnvironments,
  type Played,
  type PlayedFlag,
  type PlayedSegment,
  type PlayedStrategy,
} from './queries.ts';
import {
  assertFewQuestions,
  cleanContext,
  combinations,
  flatten,
  type PlayedContext,
  questionsMax,
} from './rules.ts';
import type {
  AdvancedAnswer,
  AdvancedQuestion,
  ConstraintAnswer,
  PlaygroundAnswer,
  PlaygroundFlag,
  PlaygroundQuestion,
  StrategyAnswer,
} from './schema.ts';

/** Other requests get a turn after so many evaluations. */
const evaluationsPerTurn = 200;

/** Every flag of one environment, for one context, and why. */
export async function explain(
  db: Db,
  caller: Caller,
  input: PlaygroundQuestion,
): Promise<PlaygroundAnswer> {
  const { environment, projects } = input;
  await assertKnown(db, [environment], () => '/body/environment');
  const board = await readBoard(db, caller, { environments: [environment], projects }, 1);
  const { context } = cleanContext(input.context);
  const features: PlaygroundFlag[] = [];
  for (const flag of board.flags) {
    const outcome = evaluateOn(board, flag, context);
    const hasUnsatisfiedDependency = outcome.dependencies.some(({ result }) => !result);
    features.push({ ...answerOf(board, flag, outcome), hasUnsatisfiedDependency });
    if (features.length % evaluationsPerTurn === 0) await setImmediate();
  }
  return { input, features };
}

/** Every flag of several environments, for every combination of the values given, and why. */
export async function explainAll(
  db: Db,
  caller: Caller,
  input: AdvancedQuestion,
): Promise<AdvancedAnswer> {
  const environments = [...new Set(input.environments)];
  await assertKnown(db, environments, (index) => `/body/environments/${index}`);
  const { context, dropped } = cleanContext(input.context);
  const contexts = combinations(context);
  const wish = { environments, projects: input.projects };
  const board = await readBoard(db, caller, wish, contexts.length);
  const features = new Map<string, AdvancedAnswer['features'][number]>();
  for (const flag of board.flags) {
    const { name, project: projectId, environment } = flag;
    const entry = features.get(name) ?? { name, projectId, environments: {} };
    entry.environments[environment] = contexts.map((each) => ({
      ...answerOf(board, flag, evaluateOn(board, flag, each)),
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

async function assertKnown(db: Db, names: readonly string[], path: (index: number) => string) {
  const [unknown] = await listUnknownEnvironments(db, names);
  if (unknown === undefined) return;
  throw badData(`environment ${unknown} does not exist`, path(names.indexOf(unknown)));
}

type Board = {
  flags: readonly PlayedFlag[];
  byName: ReadonlyMap<string, PlayedFlag>;
  segments: ReadonlyMap<number, PlayedSegment>;
};

const keyOf = (environment: string, name: string) => `${environment}:${name}`;

async function readBoard(
  db: Db,
  caller: Caller,
  {
    environments,
    projects,
  }: Pick<Played, 'environments'> & { projects?: string[] | '*' | undefined },
  contexts: number,
): Promise<Board> {
  const flags = await listPlayedFlags(db, caller, {
    environments,
    projects: projects === '*' ? undefined : projects,
    limit: questionsMax + 1,
  });
  assertFewQuestions(flags.length * contexts);
  const used = flags.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments));
  const segments = await listPlayedSegments(db, [...new Set(used)]);
  return {
    flags,
    byName: new Map(flags.map((flag) => [keyOf(flag.environment, flag.name), flag])),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
  };
}

/** As SDKs would evaluate it, who are not told of disabled strategies. */
function evaluateOn(board: Board, { name, environment }: PlayedFlag, context: PlayedContext) {
  const lookup = {
    flag: (wanted: string) => {
      const found = board.byName.get(keyOf(environment, wanted));
      return found && { ...found, strategies: found.strategies.filter((it) => !it.disabled) };
    },
    segment: (id: number) => board.segments.get(id),
  };
  const given: Context = { environment, ...context };
  return { context: given, ...evaluateFlag(lookup, name, given, surroundings()) };
}

const surroundings = (): Surroundings => ({ now: Date.now(), random: Math.random, thorough: true });

type Evaluated = FlagOutcome & { context: Context };

function answerOf(board: Board, flag: PlayedFlag, outcome: Evaluated) {
  const applied = outcome.strategies.find(({ result }) => result === true)?.strategy;
  const shownBy = applied?.variants?.length ? applied.variants : flag.variants;
  return {
    name: flag.name,
    projectId: flag.project,
    strategies: {
      result: outcome.strategiesResult,
      data: flag.strategies.map((strategy) => strategyAnswer(board, flag, strategy, outcome)),
    },
    isEnabledInCurrentEnvironment: flag.enabled,
    isEnabled: outcome.enabled,
    reason: outcome.reason,
    variant: { ...outcome.variant, feature_enabled: outcome.enabled } as PlaygroundFlag['variant'],
    variants: shownBy as PlaygroundFlag['variants'],
  };
}

function strategyAnswer(
  board: Board,
  flag: PlayedFlag,
  strategy: PlayedStrategy,
  outcome: Evaluated,
): StrategyAnswer {
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
    constraints: found?.constraints.map(constraintAnswer) ?? [],
    segments:
      found?.segments.map(({ id: segmentId, result, constraints }) => ({
        id: segmentId,
        name: board.segments.get(segmentId)?.name ?? '',
        result,
        constraints: constraints.map(constraintAnswer),
      })) ?? [],
    parameters,
    links: {
      edit: `/projects/${flag.project}/features/${flag.name}/strategies/edit?${query}`,
    },
  };
}

function resultOf(found: StrategyOutcome, context: Context): StrategyAnswer['result'] {
  const { result, rule, strategy } = found;
  // What only the application can tell stays open, unless a constraint has settled it.
  if (rule?.result === 'unknown') {
    return { evaluationStatus: 'incomplete', enabled: result === 'unknown' ? 'unknown' : false };
  }
  const variant = result === true ? variantOfStrategy(found, context, surroundings()) : undefined;
  return {
    evaluationStatus: 'complete',
    enabled: result === true,
    ...(variant ? { variant, variants: strategy.variants } : {}),
  } as StrategyAnswer['result'];
}

const constraintAnswer = ({ constraint, result, contextValue }: ConstraintOutcome) =>
  ({ ...constraint, result, contextValue }) as ConstraintAnswer;
