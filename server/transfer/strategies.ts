import {
  applyStrategyUpdate,
  blankStrategy,
  isSame,
  type StoredStrategy,
  type StrategyData,
  strategiesMax,
  withGroupId,
} from '../flags/strategies/rules.ts';
import type { Definitions } from './definitions.ts';
import { collectProblems, type Located, type Problem } from './rules.ts';
import type { ImportedStrategy } from './schema.ts';

/** Segment ids are negative for segments that the import creates. */
export type StrategyChange =
  | { kind: 'add'; data: StrategyData }
  | { kind: 'update'; id: string; data: StrategyData }
  | { kind: 'remove'; id: string };

type Context = {
  stored: readonly StoredStrategy[];
  target: {
    project: string;
    stickiness: string;
    strategyTypes: readonly string[];
    defaultStrategy: StrategyData;
  };
  definitions: Definitions;
};

type Flag = { name: string; enabled: boolean; path: string };

/**
 * The flag gets the strategies of the document. Each replaces the one at its position, so that the
 * event log shows the difference. Only their order is compared, not `sortOrder`.
 */
export function planStrategies(
  flag: Flag,
  rows: readonly Located<ImportedStrategy>[],
  context: Context,
  problems: Problem[],
): StrategyChange[] {
  const wanted = inputsFor(flag, rows, context, problems);
  if (wanted.length > strategiesMax) {
    const message = `A flag has at most ${strategiesMax} strategies in an environment`;
    problems.push({ item: flag.name, message, path: wanted[strategiesMax]?.path ?? flag.path });
  }
  const changes = wanted.flatMap(({ row, path }, index): StrategyChange[] => {
    const before = context.stored[index];
    const data = collectProblems(problems, { item: flag.name, path }, () =>
      settle(flag.name, before ?? blankStrategy, row, context),
    );
    if (!data) return [];
    if (!before) return [{ kind: 'add', data }];
    return isSame({ ...before, ...data }, before) ? [] : [{ kind: 'update', id: before.id, data }];
  });
  const surplus = context.stored.slice(wanted.length);
  return [...changes, ...surplus.map(({ id }): StrategyChange => ({ kind: 'remove', id }))];
}

type StrategyInput = Omit<StrategyData, 'sortOrder' | 'parameters'> & {
  parameters: Record<string, string | number | boolean>;
};

/** In the order of evaluation; with the default strategy if the flag is on and none is enabled. */
function inputsFor(
  flag: Flag,
  rows: readonly Located<ImportedStrategy>[],
  { target, definitions }: Context,
  problems: Problem[],
): Located<StrategyInput>[] {
  const last = Number.POSITIVE_INFINITY;
  const inputs = rows
    .toSorted((one, other) => compare(one.row.sortOrder ?? last, other.row.sortOrder ?? last))
    .map(({ row, path }) => ({
      row: {
        name: row.name,
        title: row.title ?? null,
        disabled: row.disabled ?? false,
        constraints: row.constraints ?? [],
        variants: row.variants ?? [],
        parameters: row.parameters ?? {},
        segments: translate(flag.name, { row, path }, definitions, problems),
      },
      path,
    }));
  if (!flag.enabled || inputs.some(({ row }) => !row.disabled)) return inputs;
  return [...inputs, { row: { ...target.defaultStrategy, disabled: false }, path: flag.path }];
}

const compare = (one: number, other: number) => (one < other ? -1 : one > other ? 1 : 0);

function translate(
  flag: string,
  { row, path }: Located<ImportedStrategy>,
  { segmentIds }: Definitions,
  problems: Problem[],
): number[] {
  return (row.segments ?? []).flatMap((id, index) => {
    const own = segmentIds.get(id);
    if (own !== undefined) return [own];
    const message = `Segment ${id} is not among the valid segments of the document`;
    problems.push({ item: flag, message, path: `${path}/segments/${index}` });
    return [];
  });
}

function settle(
  flag: string,
  before: StrategyData,
  { name, title, disabled, constraints, variants, parameters, segments }: StrategyInput,
  { target, definitions }: Context,
): StrategyData {
  const input = { name, title, disabled, constraints, variants, parameters, segments };
  const context = {
    project: target.project,
    stickiness: target.stickiness,
    types: target.strategyTypes,
    legalValues: definitions.legalValues,
    segments: definitions.segments,
  };
  return withGroupId(applyStrategyUpdate(before, input, context), flag);
}
