import { isInRange } from './addresses.ts';
import { type ConstraintOutcome, evaluateConstraint } from './constraints.ts';
import { builtInValue, contextValue } from './context.ts';
import { strategyBucket } from './hash.ts';
import type { Context, EvaluationOptions, Lookup, Strategy } from './model.ts';

/** A missing segment never matches. */
export type SegmentOutcome = { id: number; result: boolean; constraints: ConstraintOutcome[] };

/** What the rule of a strategy compared. */
export type RuleReason =
  | { kind: 'everybody' }
  | {
      kind: 'rollout';
      percentage: number;
      stickiness: string;
      /** Null if the context has no value. */
      stickinessValue: string | null;
      /** From 1 to 100; on when it is not above the percentage. */
      bucket: number | null;
    }
  | { kind: 'list'; contextName: string; contextValue: string | null }
  | { kind: 'unknown-strategy' }
  | { kind: 'unknown-host' };

/** Unknown where only the application can decide; SDKs without the strategy treat it as off. */
export type StrategyResult = boolean | 'unknown';

export type StrategyOutcome = {
  strategy: Strategy;
  result: StrategyResult;
  constraints: ConstraintOutcome[];
  segments: SegmentOutcome[];
  /** Absent if a constraint or a segment failed, unless the evaluation is thorough. */
  rule?: { result: StrategyResult; reason: RuleReason };
};

/** On if all constraints, all segments and the rule of the strategy match. */
export function evaluateStrategy(
  strategy: Strategy,
  context: Context,
  { segment }: Pick<Lookup, 'segment'>,
  options: EvaluationOptions,
): StrategyOutcome {
  const thorough = options.thorough ?? false;
  const constraints = evaluateConstraints(strategy.constraints, context, options);
  const constrained = !allMatch(constraints);
  const segments: SegmentOutcome[] = [];
  for (const id of constrained && !thorough ? [] : (strategy.segments ?? [])) {
    const outcome = evaluateSegment(id, segment(id)?.constraints, context, options);
    segments.push(outcome);
    if (!outcome.result && !thorough) break;
  }
  const excluded = constrained || !allMatch(segments);
  if (excluded && !thorough) return { strategy, result: false, constraints, segments };
  const rule = evaluateRule(strategy, context, options);
  return { strategy, result: excluded ? false : rule.result, constraints, segments, rule };
}

function evaluateSegment(
  id: number,
  constraintsOfSegment: Strategy['constraints'],
  context: Context,
  options: EvaluationOptions,
): SegmentOutcome {
  const constraints = evaluateConstraints(constraintsOfSegment, context, options);
  return { id, result: constraintsOfSegment !== undefined && allMatch(constraints), constraints };
}

/** Evaluates in order and stops after the first that fails, unless all need a reason. */
function evaluateConstraints(
  constraints: Strategy['constraints'] = [],
  context: Context,
  options: EvaluationOptions,
): ConstraintOutcome[] {
  const outcomes: ConstraintOutcome[] = [];
  for (const constraint of constraints) {
    const outcome = evaluateConstraint(constraint, context, options);
    outcomes.push(outcome);
    if (!outcome.result && !options.thorough) break;
  }
  return outcomes;
}

function allMatch(outcomes: readonly { result: boolean }[]): boolean {
  for (const { result } of outcomes) if (!result) return false;
  return true;
}

type Rule = { result: StrategyResult; reason: RuleReason };
type Parameters = Readonly<Record<string, string | undefined>>;
type RuleInput = { parameters: Parameters; context: Context };

function evaluateRule(
  { name, parameters = {} }: Strategy,
  context: Context,
  options: EvaluationOptions,
): Rule {
  const rule = rules.get(name);
  if (!rule) return { result: 'unknown', reason: { kind: 'unknown-strategy' } };
  return rule({ parameters, context }, options);
}

const rules: ReadonlyMap<string, (input: RuleInput, options: EvaluationOptions) => Rule> = new Map([
  ['default', () => ({ result: true, reason: { kind: 'everybody' } })],
  ['flexibleRollout', flexibleRollout],
  ['userWithId', userWithId],
  ['remoteAddress', remoteAddress],
  ['applicationHostname', applicationHostname],
  ['gradualRolloutUserId', (input) => gradualRollout(input, 'userId')],
  ['gradualRolloutSessionId', (input) => gradualRollout(input, 'sessionId')],
  ['gradualRolloutRandom', gradualRolloutRandom],
] satisfies [string, (input: RuleInput, options: EvaluationOptions) => Rule][]);

function flexibleRollout({ parameters, context }: RuleInput, { random }: EvaluationOptions): Rule {
  const stickiness = parameters.stickiness || 'default';
  return rollout({
    percentage: Number(parameters.rollout),
    stickiness,
    value: stickinessValue(context, stickiness, random),
    groupId: parameters.groupId || '',
  });
}

function stickinessValue(context: Context, stickiness: string, random: () => number) {
  if (stickiness === 'random') return chance(random);
  if (stickiness !== 'default') return contextValue(context, stickiness);
  return builtInValue(context, 'userId') || builtInValue(context, 'sessionId') || chance(random);
}

const chance = (random: () => number) => String(Math.round(random() * 10_000) + 1);

const gradualRollout = ({ parameters, context }: RuleInput, stickiness: string): Rule =>
  rollout({
    percentage: Number(parameters.percentage),
    stickiness,
    value: builtInValue(context, stickiness),
    groupId: parameters.groupId || '',
  });

function gradualRolloutRandom({ parameters }: RuleInput, { random }: EvaluationOptions): Rule {
  const percentage = Number(parameters.percentage);
  const bucket = Math.floor(random() * 100) + 1;
  return {
    result: percentage >= bucket,
    reason: { kind: 'rollout', percentage, stickiness: 'random', stickinessValue: null, bucket },
  };
}

function rollout(input: {
  percentage: number;
  stickiness: string;
  value: string | undefined;
  groupId: string;
}): Rule {
  const { percentage, stickiness, value, groupId } = input;
  const bucket = value ? strategyBucket(groupId, value) : null;
  return {
    result: bucket !== null && percentage > 0 && bucket <= percentage,
    reason: { kind: 'rollout', percentage, stickiness, stickinessValue: value ?? null, bucket },
  };
}

function userWithId({ parameters, context }: RuleInput): Rule {
  const userId = builtInValue(context, 'userId');
  return {
    result: userId !== undefined && listOf(parameters.userIds).includes(userId),
    reason: { kind: 'list', contextName: 'userId', contextValue: userId ?? null },
  };
}

function remoteAddress({ parameters, context }: RuleInput): Rule {
  const address = builtInValue(context, 'remoteAddress');
  return {
    result:
      address !== undefined &&
      listOf(parameters.IPs).some((range) => range === address || isInRange(address, range)),
    reason: { kind: 'list', contextName: 'remoteAddress', contextValue: address ?? null },
  };
}

function applicationHostname({ parameters }: RuleInput, { hostname }: EvaluationOptions): Rule {
  if (hostname === undefined) return { result: 'unknown', reason: { kind: 'unknown-host' } };
  const host = hostname.toLowerCase();
  return {
    result: listOf(parameters.hostNames?.toLowerCase()).includes(host),
    reason: { kind: 'list', contextName: 'hostname', contextValue: host },
  };
}

export const listOf = (text: string | undefined) => (text ? text.split(/\s*,\s*/) : []);
