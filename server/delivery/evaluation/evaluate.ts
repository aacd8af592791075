import type { Context, Dependency, EvaluationOptions, Flag, Lookup } from './model.ts';
import { evaluateStrategy, type StrategyOutcome, type StrategyResult } from './strategies.ts';
import { chooseVariant, noVariant, type ShownVariant } from './variants.ts';

/** Why a flag is on or off: the first of these that decides it. */
export type FlagReason =
  | 'unknown-flag'
  | 'unsatisfied-dependency'
  | 'switched-off'
  | 'no-strategies'
  | 'strategy-applies'
  | 'no-strategy-applies';

export type DependencyOutcome = { dependency: Dependency; result: boolean };

export type FlagOutcome = {
  enabled: boolean;
  reason: FlagReason;
  variant: ShownVariant;
  dependencies: DependencyOutcome[];
  /** Up to the first that applies; all of them in a thorough evaluation. */
  strategies: StrategyOutcome[];
  /** Of the strategies alone, without the switch and the parents. */
  strategiesResult: StrategyResult;
};

/** Whether a flag is on for a context, which variant it shows, and why. */
export function evaluateFlag(
  lookup: Lookup,
  name: string,
  context: Context,
  options: EvaluationOptions,
): FlagOutcome {
  const flag = lookup.flag(name);
  return flag ? evaluateFound(flag, lookup, context, options) : off('unknown-flag');
}

/** The same for a flag that the caller has; most have no dependencies, no variants, few constraints. */
export function evaluateFound(
  flag: Flag,
  lookup: Lookup,
  context: Context,
  options: EvaluationOptions,
): FlagOutcome {
  const thorough = options.thorough ?? false;
  const dependencies = flag.dependencies
    ? flag.dependencies.map((dependency) => ({
        dependency,
        result: isSatisfied(lookup, dependency, context, options),
      }))
    : [];
  const barrier = barrierOf(flag, dependencies);
  if (barrier && !thorough) return { ...off(barrier), dependencies };

  const strategies = evaluateStrategies(flag, lookup, context, options);
  const strategiesResult = anyOf(strategies);
  const enabled = !barrier && strategiesResult === true;
  return {
    enabled,
    reason: barrier ?? reasonOf(flag, enabled),
    variant: enabled ? variantOf(flag, strategies, context, options) : noVariant,
    dependencies,
    strategies,
    strategiesResult,
  };
}

const off = (reason: FlagReason): FlagOutcome => ({
  enabled: false,
  reason,
  variant: noVariant,
  dependencies: [],
  strategies: [],
  strategiesResult: false,
});

/** Why the flag is off regardless of its strategies. */
function barrierOf(flag: Flag, dependencies: readonly DependencyOutcome[]): FlagReason | undefined {
  for (const { result } of dependencies) if (!result) return 'unsatisfied-dependency';
  return flag.enabled ? undefined : 'switched-off';
}

function reasonOf({ strategies = [] }: Flag, enabled: boolean): FlagReason {
  if (strategies.length === 0) return 'no-strategies';
  return enabled ? 'strategy-applies' : 'no-strategy-applies';
}

/** Chains are not followed: a parent with parents never satisfies a dependency. */
function isSatisfied(
  lookup: Lookup,
  { feature, enabled = true, variants = [] }: Dependency,
  context: Context,
  options: EvaluationOptions,
): boolean {
  const parent = lookup.flag(feature);
  if (!parent || (parent.dependencies?.length ?? 0) > 0) return false;
  const outcome = evaluateFlag(lookup, feature, context, { ...options, thorough: false });
  if (!enabled) return !outcome.enabled;
  return outcome.enabled && (variants.length === 0 || variants.includes(outcome.variant.name));
}

function evaluateStrategies(
  flag: Flag,
  lookup: Lookup,
  context: Context,
  options: EvaluationOptions,
): StrategyOutcome[] {
  const outcomes: StrategyOutcome[] = [];
  for (const strategy of flag.strategies ?? []) {
    const outcome = evaluateStrategy(strategy, context, lookup, options);
    outcomes.push(outcome);
    if (outcome.result === true && !options.thorough) break;
  }
  return outcomes;
}

/** A flag without strategies is on for all users. */
function anyOf(outcomes: readonly StrategyOutcome[]): StrategyResult {
  if (outcomes.length === 0) return true;
  let any: StrategyResult = false;
  for (const { result } of outcomes) {
    if (result === true) return true;
    any ||= result;
  }
  return any;
}

/** Variants of the strategy that applies override those of the flag. */
function variantOf(
  flag: Flag,
  outcomes: readonly StrategyOutcome[],
  context: Context,
  options: EvaluationOptions,
): ShownVariant {
  const applied = outcomes.find(({ result }) => result === true);
  return (
    (applied && variantOfStrategy(applied, context, options)) ??
    chooseVariant({ variants: flag.variants ?? [], groupId: flag.name }, context, options) ??
    noVariant
  );
}

/** The variant of a strategy that applies; undefined if it has none. */
export function variantOfStrategy(
  { strategy: { variants = [], parameters = {} } }: StrategyOutcome,
  context: Context,
  options: Pick<EvaluationOptions, 'random'>,
): ShownVariant | undefined {
  // SDKs hash the text "undefined" for a strategy without a group.
  const groupId = String(parameters.groupId);
  return chooseVariant({ variants, groupId, stickiness: parameters.stickiness }, context, options);
}
