import type { Flag } from '../../../../server/flags/flags/schema.ts';
import type { Strategy } from '../../../../server/flags/strategies/schema.ts';

type Environment = Pick<Flag['environments'][number], 'enabled' | 'strategies' | 'variants'>;

export type Difference =
  | 'state'
  | 'missing'
  | 'audience'
  | 'conditions'
  | 'variants'
  | 'title'
  | 'disabled';

/** What corresponds to each other, with one cell for each environment. */
export type StrategyRow = { cells: (Strategy | undefined)[]; differences: Difference[] };

export type Comparison = {
  state: Difference[];
  strategies: StrategyRow[];
  variants: Difference[];
  /** Whether strategies that correspond to each other are in another order. */
  reordered: boolean;
};

/** The environments of a flag, from the first to the last. */
export function compareEnvironments(environments: readonly Environment[]): Comparison {
  const rows = rowsOf(environments.map(({ strategies }) => strategies));
  const differ = (read: (environment: Environment) => unknown) => !allSame(environments.map(read));
  return {
    state: differ(({ enabled }) => enabled) ? ['state'] : [],
    strategies: rows.map((cells) => ({ cells, differences: differencesOf(cells) })),
    variants: differ(({ variants }) => variants) ? ['variants'] : [],
    reordered: environments.some(({ strategies }, column) => isReordered(rows, column, strategies)),
  };
}

const members: Partial<Record<Difference, (strategy: Strategy) => unknown>> = {
  audience: ({ name, parameters }) => [name, parameters],
  conditions: ({ segments, constraints }) => [segments, constraints],
  variants: ({ variants }) => variants,
  title: ({ title }) => title || null,
  disabled: ({ disabled }) => disabled,
};

function differencesOf(cells: readonly (Strategy | undefined)[]): Difference[] {
  const present = cells.filter((cell) => cell !== undefined);
  const missing: Difference[] = present.length < cells.length ? ['missing'] : [];
  const differing = Object.entries(members)
    .filter(([, read]) => !allSame(present.map(read)))
    .map(([name]) => name as Difference);
  return [...missing, ...differing];
}

/** Closest first: equal in everything, then in type and title, then in type. */
const likeness: ((strategy: Strategy) => unknown)[] = [
  (strategy) => Object.values(members).map((read) => read(strategy)),
  ({ name, title }) => [name, title || null],
  ({ name }) => name,
];

/** Strategies of later environments join the rows of earlier ones, or begin new ones. */
function rowsOf(columns: readonly (readonly Strategy[])[]): (Strategy | undefined)[][] {
  const rows: (Strategy | undefined)[][] = [];
  columns.forEach((strategies, column) => {
    const left = new Set(strategies);
    for (const read of likeness) {
      for (const strategy of left) {
        const row = rows.find(
          (cells) =>
            cells[column] === undefined &&
            cells.some((cell) => cell && allSame([read(cell), read(strategy)])),
        );
        if (!row) continue;
        row[column] = strategy;
        left.delete(strategy);
      }
    }
    for (const strategy of left) {
      const row = columns.map((): Strategy | undefined => undefined);
      row[column] = strategy;
      rows.push(row);
    }
  });
  return rows;
}

/** Compared with the first environment, which the rows follow. */
function isReordered(
  rows: readonly (Strategy | undefined)[][],
  column: number,
  strategies: readonly Strategy[],
): boolean {
  const common = rows.filter((cells) => cells[0] && cells[column]).map((cells) => cells[column]);
  const inOrder = strategies.filter((strategy) => common.includes(strategy));
  return inOrder.some((strategy, index) => strategy !== common[index]);
}

const allSame = (values: readonly unknown[]) =>
  new Set(values.map((value) => JSON.stringify(value, withSortedKeys))).size <= 1;

/** Parameters with the same values may be stored in another order. */
const withSortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
