import { isInRange } from './addresses.ts';
import { type ConstraintOutcome, evaluateConstraint } from './constraints.ts';
import { contextValue } from './context.ts';
import { strategyBucket } from './hash.ts';
import type { Context, Lookup, Strategy, Surroundings } from './model.ts';

/** A segment that is not there holds for nobody. */
export type SegmentOutcome = { id: number; result: boolean; constraints: ConstraintOutcome[] };

/** What a strategy's own rule looked at. */
export type RuleReason =
  | { kind: 'everybody' }
  | {
      kind: 'rollout';
      percentage: number;
      stickiness: string;
      /** Null where the context has no value to stick to. */
      stickinessValue: string | null;
      /** From 1 to 100; on when it is not above the percentage. */
      bucket: number | null;
    }
  | { kind: 'list'; contextName: string; contextValue: string | null }
  | { kind: 'unknown-strategy' }
  | { kind: 'unknown-host' };

/** Unknown where only the application itself can tell; SDKs without the strategy take it for off. */
export type StrategyResult = boolean | 'unknown';

export type StrategyOutcome = {
  strategy: Strategy;
  result: StrategyResult;
  constraints: ConstraintOutcome[];
  segments: SegmentOutcome[];
  /** Absent where a constraint or a segment had settled it. */
  rule?: { result: StrategyResult; reason: RuleReason };
};

/** On when all constraints, all segments and the strategy's own rule hold. */
export function evaluateStrategy(
  strategy: Strategy,
  context: Context,
  { segment }: Pick<Lookup, 'segment'>,
  surroundings: Surroundings,
): StrategyOutcome {
  const thorough = surroundings.thorough ?? false;
  const constraints = untilOneFails(strategy.constraints ?? [], thorough, (constraint) =>
    evaluateConstraint(constraint, context, surroundings),
  );
  const constrained = constraints.some(({ result }) => !result);
  const segments = untilOneFails(
    constrained && !thorough ? [] : (strategy.segments ?? []),
    thorough,
    (id) => evaluateSegment(id, segment(id)?.constraints, context, surroundings),
  );
  const excluded = constrained || segments.some(({ result }) => !result);
  if (excluded && !thorough) return { strategy, result: false, constraints, segments };
  const rule = evaluateRule(strategy, context, surroundings);
  return { strategy, result: excluded ? false : rule.result, constraints, segments, rule };
}

function evaluateSegment(
  id: number,
  wanted: Strategy['constraints'],
  context: Context,
  surroundings: Surroundings,
): SegmentOutcome {
  const constraints = untilOneFails(wanted ?? [], surroundings.thorough ?? false, (constraint) =>
    evaluateConstraint(constraint, context, surroundings),
  );
  return {
    id,
    result: wanted !== undefined && constraints.every(({ result }) => result),
    constraints,
  };
}

/** Evaluates in order and stops behind the first that fails, unless all are to have a reason. */
function untilOneFails<T, Outcome extends { result: boolean }>(
  items: readonly T[],
  thorough: boolean,
  evaluate: (item: T) => Outcome,
): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const item of items) {
    const outcome = evaluate(item);
    outcomes.push(outcome);
    if (!outcome.result && !thorough) break;
  }
  return outcomes;
}

type Rule = { result: StrategyResult; reason: RuleReason };
type Parameters = Readonly<Record<string, string | undefined>>;
type Ask = { parameters: Parameters; context: Context };

function evaluateRule(
  { name, parameters = {} }: Strategy,
  context: Context,
  surroundings: Surroundings,
): Rule {
  const rule = rules.get(name);
  if (!rule) return { result: 'unknown', reason: { kind: 'unknown-strategy' } };
  return rule({ parameters, context }, surroundings);
}

const rules: ReadonlyMap<string, (ask: Ask, surroundings: Surroundings) => Rule> = new Map([
  ['default', () => ({ result: true, reason: { kind: 'everybody' } })],
  ['flexibleRollout', flexibleRollout],
  ['userWithId', userWithId],
  ['remoteAddress', remoteAddress],
  ['applicationHostname', applicationHostname],
  ['gradualRolloutUserId', (ask) => gradualRollout(ask, 'userId')],
  ['gradualRolloutSessionId', (ask) => gradualRollout(ask, 'sessionId')],
  ['gradualRolloutRandom', gradualRolloutRandom],
] satisfies [string, (ask: Ask, surroundings: Surroundings) => Rule][]);

function flexibleRollout({ parameters, context }: Ask, { random }: Surroundings): Rule {
  const stickiness = parameters.stickiness || 'default';
  return rollout({
    percentage: Number(parameters.rollout),
    stickiness,
    value: stickinessValue(context, stickiness, random),
    groupId: parameters.groupId || '',
  });
}

function stickinessValue(context: Context, stickiness: string, random: () => number) {
  const chance = () => String(Math.round(random() * 10_000) + 1);
  if (stickiness === 'random') return chance();
  if (stickiness !== 'default') return contextValue(context, stickiness);
  return own(context, 'userId') || own(context, 'sessionId') || chance();
}

/** A member of the context itself: the built-in fields are never looked for in its properties. */
const own = (context: Context, name: string) =>
  contextValue({ [name]: context[name] ?? undefined }, name);

const gradualRollout = ({ parameters, context }: Ask, stickiness: string): Rule =>
  rollout({
    percentage: Number(parameters.percentage),
    stickiness,
    value: own(context, stickiness),
    groupId: parameters.groupId || '',
  });

function gradualRolloutRandom({ parameters }: Ask, { random }: Surroundings): Rule {
  const percentage = Number(parameters.percentage);
  const bucket = Math.floor(random() * 100) + 1;
  return {
    result: percentage >= bucket,
    reason: { kind: 'rollout', percentage, stickiness: 'random', stickinessValue: null, bucket },
  };
}

function rollout(wish: {
  percentage: number;
  stickiness: string;
  value: string | undefined;
  groupId: string;
}): Rule {
  const { percentage, stickiness, value, groupId } = wish;
  const bucket = value ? strategyBucket(groupId, value) : null;
  return {
    result: bucket !== null && percentage > 0 && bucket <= percentage,
    reason: { kind: 'rollout', percentage, stickiness, stickinessValue: value ?? null, bucket },
  };
}

function userWithId({ parameters, context }: Ask): Rule {
  const userId = own(context, 'userId');
  return {
    result: userId !== undefined && listOf(parameters.userIds).includes(userId),
    reason: { kind: 'list', contextName: 'userId', contextValue: userId ?? null },
  };
}

function remoteAddress({ parameters, context }: Ask): Rule {
  const address = own(context, 'remoteAddress');
  return {
    result:
      address !== undefined &&
      listOf(parameters.IPs).some((range) => range === address || isInRange(address, range)),
    reason: { kind: 'list', contextName: 'remoteAddress', contextValue: address ?? null },
  };
}

function applicationHostname({ parameters }: Ask, { hostname }: Surroundings): Rule {
  if (hostname === undefined) return { result: 'unknown', reason: { kind: 'unknown-host' } };
  const host = hostname.toLowerCase();
  return {
    result: listOf(parameters.hostNames?.toLowerCase()).includes(host),
    reason: { kind: 'list', contextName: 'hostname', contextValue: host },
  };
}

const listOf = (text: string | undefined) => (text ? text.split(/\s*,\s*/) : []);
