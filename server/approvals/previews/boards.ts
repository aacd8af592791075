import { isDeepStrictEqual } from 'node:util';
import { evaluateFlag } from '../../delivery/evaluation/evaluate.ts';
import type { Constraint, Context } from '../../delivery/evaluation/model.ts';
import type { FlagToEvaluate, SegmentToEvaluate } from '../../delivery/playground/queries.ts';
import { placeKey } from './rules.ts';
import type { Effect } from './schema.ts';

/** What flags are made of at one moment, in the form in which SDKs would be told of it. */
export type Board = {
  flag: (environment: string, name: string) => FlagToEvaluate | undefined;
  segments: ReadonlyMap<number, SegmentToEvaluate>;
  flags: readonly FlagToEvaluate[];
};

export function boardOf(
  played: readonly FlagToEvaluate[],
  segments: readonly SegmentToEvaluate[],
): Board {
  const flags = played.map((flag) => ({
    ...flag,
    strategies: flag.strategies.filter(({ disabled }) => !disabled),
  }));
  const byKey = new Map(flags.map((flag) => [placeKey(flag.environment, flag.name), flag]));
  return {
    flags,
    flag: (environment, name) => byKey.get(placeKey(environment, name)),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
  };
}

/** Those contexts, by their place in the list, to which the flag says something else afterwards. */
export function effectsOn(
  { before, after }: { before: Board; after: Board },
  place: { name: string; environment: string },
  contexts: readonly Context[],
  now: number,
): Effect[] {
  return contexts.flatMap((context, index) => {
    // Chance falls the same way before and after, and another way for each context.
    const surroundings = { now, random: () => (index + 0.5) / contexts.length };
    const [then, afterwards] = [before, after].map((board) =>
      outcomeOn(board, place, context, surroundings),
    ) as [Outcome, Outcome];
    const same =
      then.enabled === afterwards.enabled && isDeepStrictEqual(then.variant, afterwards.variant);
    return same ? [] : [{ context: index, before: then, after: afterwards }];
  });
}

type Outcome = Effect['before'];

function outcomeOn(
  board: Board,
  { name, environment }: { name: string; environment: string },
  context: Context,
  surroundings: { now: number; random: () => number },
): Outcome {
  const lookup = {
    flag: (wanted: string) => board.flag(environment, wanted),
    segment: (id: number) => board.segments.get(id),
  };
  const given = { environment, ...context };
  const { enabled, reason, variant } = evaluateFlag(lookup, name, given, surroundings);
  return { enabled, reason, variant: variant as Outcome['variant'] };
}

export const constraintsOn = ({ flags, segments }: Board): Constraint[] => [
  ...flags.flatMap(({ strategies }) => strategies.flatMap(({ constraints }) => constraints)),
  ...[...segments.values()].flatMap(({ constraints }) => constraints),
];

const sampleUsers = 20;
const sampleValues = 20;

/** For who names no contexts: nobody in particular, some users, and the values that are spoken of. */
export function sampleContexts(constraints: readonly Constraint[]): Context[] {
  const spoken = new Map<string, Context>();
  for (const { contextName, values = [], value } of constraints) {
    for (const each of [...values, ...(value === undefined ? [] : [value])]) {
      if (spoken.size === sampleValues) break;
      spoken.set(`${contextName} ${each}`, { userId: 'user-1', [contextName]: each });
    }
  }
  const users = Array.from({ length: sampleUsers }, (_, index) => ({
    userId: `user-${index + 1}`,
  }));
  return [{}, ...users, ...spoken.values()];
}

/** More than this are never sampled. */
export const sampleMax = 1 + sampleUsers + sampleValues;
