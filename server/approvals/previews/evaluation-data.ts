import { isDeepStrictEqual } from 'node:util';
import { evaluateFlag } from '../../delivery/evaluation/evaluate.ts';
import type { Context, EvaluationOptions } from '../../delivery/evaluation/model.ts';
import type { FlagToEvaluate, SegmentToEvaluate } from '../../delivery/playground/queries.ts';
import { flagEnvironmentKey } from './rules.ts';
import type { Effect } from './schema.ts';

/** Flags and segments at one moment, as SDKs would receive them. */
export type EvaluationData = {
  flag: (environment: string, name: string) => FlagToEvaluate | undefined;
  segments: ReadonlyMap<number, SegmentToEvaluate>;
  flags: readonly FlagToEvaluate[];
};

export function evaluationDataOf(
  found: readonly FlagToEvaluate[],
  segments: readonly SegmentToEvaluate[],
): EvaluationData {
  const flags = found.map((flag) => ({
    ...flag,
    strategies: flag.strategies.filter(({ disabled }) => !disabled),
  }));
  const byKey = new Map(
    flags.map((flag) => [flagEnvironmentKey(flag.environment, flag.name), flag]),
  );
  return {
    flags,
    flag: (environment, name) => byKey.get(flagEnvironmentKey(environment, name)),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
  };
}

export type Comparison = { before: EvaluationData; after: EvaluationData };
export type FlagKey = { name: string; environment: string };

/** Undefined if the flag evaluates the same before and after. */
export function effectOn(
  { before, after }: Comparison,
  key: FlagKey,
  { contexts, index, now }: { contexts: readonly Context[]; index: number; now: number },
): Effect | undefined {
  // The random number is the same before and after, and differs between contexts.
  const options = { now, random: () => (index + 0.5) / contexts.length };
  const context = contexts[index] ?? {};
  const then = outcomeOf(before, key, context, options);
  const afterwards = outcomeOf(after, key, context, options);
  const same =
    then.enabled === afterwards.enabled && isDeepStrictEqual(then.variant, afterwards.variant);
  return same ? undefined : { context: index, before: then, after: afterwards };
}

/** The characters that evaluating the flag before and after reads at most. */
export const weightOf = ({ before, after }: Comparison, key: FlagKey): number =>
  weightIn(before, key) + weightIn(after, key);

function weightIn(data: EvaluationData, { name, environment }: FlagKey): number {
  const flag = data.flag(environment, name);
  if (!flag) return 0;
  const parents = flag.dependencies.flatMap(({ feature }) => data.flag(environment, feature) ?? []);
  const segments = [flag, ...parents].flatMap(({ strategies }) =>
    strategies.flatMap((strategy) =>
      strategy.segments.flatMap((id) => data.segments.get(id) ?? []),
    ),
  );
  return [flag, ...parents, ...segments].reduce((sum, part) => sum + lengthOf(part), 0);
}

const lengths = new WeakMap<object, number>();

function lengthOf(part: object): number {
  const length = lengths.get(part) ?? JSON.stringify(part).length;
  lengths.set(part, length);
  return length;
}

type Outcome = Effect['before'];

function outcomeOf(
  data: EvaluationData,
  { name, environment }: FlagKey,
  context: Context,
  options: EvaluationOptions,
): Outcome {
  const lookup = {
    flag: (wanted: string) => data.flag(environment, wanted),
    segment: (id: number) => data.segments.get(id),
  };
  const given = { environment, ...context };
  const { enabled, reason, variant } = evaluateFlag(lookup, name, given, options);
  return { enabled, reason, variant: variant as Outcome['variant'] };
}
