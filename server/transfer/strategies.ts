import {
  blankStrategy,
  grouped,
  isSame,
  type StoredStrategy,
  type StrategyData,
  settleStrategy,
  strategiesMax,
} from '../flags/strategies/rules.ts';
import { noting, type Placed, type Problem } from './rules.ts';
import type { ImportedStrategy } from './schema.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Segments are told by the ids of the vocabulary, negative for those yet to be made. */
export type StrategyChange =
  | { kind: 'add'; data: StrategyData }
  | { kind: 'update'; id: string; data: StrategyData }
  | { kind: 'remove'; id: string };

type Around = {
  stored: readonly StoredStrategy[];
  target: {
    project: string;
    stickiness: string;
    strategyTypes: readonly string[];
    defaultStrategy: StrategyData;
  };
  vocabulary: Vocabulary;
};

type Flag = { name: string; enabled: boolean; place: string };

/**
 * The flag gets the strategies of the document, each in the place of the one that stands there, so
 * that the log tells what changed. Only their order counts, not their numbers.
 */
export function planStrategies(
  flag: Flag,
  rows: readonly Placed<ImportedStrategy>[],
  around: Around,
  problems: Problem[],
): StrategyChange[] {
  const wanted = inputsFor(flag, rows, around, problems);
  if (wanted.length > strategiesMax) {
    const message = `a flag has at most ${strategiesMax} strategies in an environment`;
    problems.push({ item: flag.name, message, path: wanted[strategiesMax]?.place ?? flag.place });
  }
  const changes = wanted.flatMap(({ row, place }, index): StrategyChange[] => {
    const before = around.stored[index];
    const data = noting(problems, { item: flag.name, place }, () =>
      settle(flag.name, before ?? blankStrategy, row, around),
    );
    if (!data) return [];
    if (!before) return [{ kind: 'add', data }];
    return isSame({ ...before, ...data }, before) ? [] : [{ kind: 'update', id: before.id, data }];
  });
  const surplus = around.stored.slice(wanted.length);
  return [...changes, ...surplus.map(({ id }): StrategyChange => ({ kind: 'remove', id }))];
}

type Wish = Omit<StrategyData, 'sortOrder' | 'parameters'> & {
  parameters: Record<string, string | number | boolean>;
};

/** In the order of evaluation. On without any strategy means on for everybody, so it is spelt out. */
function inputsFor(
  flag: Flag,
  rows: readonly Placed<ImportedStrategy>[],
  { target, vocabulary }: Around,
  problems: Problem[],
): Placed<Wish>[] {
  const last = Number.POSITIVE_INFINITY;
  const inputs = rows
    .toSorted((one, other) => compare(one.row.sortOrder ?? last, other.row.sortOrder ?? last))
    .map(({ row, place }) => ({
      row: {
        name: row.name,
        title: row.title ?? null,
        disabled: row.disabled ?? false,
        constraints: row.constraints ?? [],
        variants: row.variants ?? [],
        parameters: row.parameters ?? {},
        segments: translate(flag.name, { row, place }, vocabulary, problems),
      },
      place,
    }));
  if (!flag.enabled || inputs.some(({ row }) => !row.disabled)) return inputs;
  return [...inputs, { row: { ...target.defaultStrategy, disabled: false }, place: flag.place }];
}

const compare = (one: number, other: number) => (one < other ? -1 : one > other ? 1 : 0);

function translate(
  flag: string,
  { row, place }: Placed<ImportedStrategy>,
  { segmentIds }: Vocabulary,
  problems: Problem[],
): number[] {
  return (row.segments ?? []).flatMap((id, index) => {
    const own = segmentIds.get(id);
    if (own !== undefined) return [own];
    const message = `segment ${id} is not among the usable segments of the document`;
    problems.push({ item: flag, message, path: `${place}/segments/${index}` });
    return [];
  });
}

function settle(
  flag: string,
  before: StrategyData,
  { name, title, disabled, constraints, variants, parameters, segments }: Wish,
  { target, vocabulary }: Around,
): StrategyData {
  const input = { name, title, disabled, constraints, variants, parameters, segments };
  const around = {
    project: target.project,
    stickiness: target.stickiness,
    types: target.strategyTypes,
    legalValues: vocabulary.legalValues,
    segments: vocabulary.segments,
  };
  return grouped(settleStrategy(before, input, around), flag);
}
