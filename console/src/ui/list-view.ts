import { useNavigate, useSearch } from '@tanstack/react-router';
import { locale } from '../language.ts';
import type { Column, Sort } from './data-table.tsx';

/** A column of a list that is loaded completely; `value` makes it sortable. */
export type ListColumn<Row> = Omit<Column<Row>, 'sortBy'> & {
  value?: (row: Row) => string | number;
  /** In a file, where the cell has elements and there is no value. */
  text?: (row: Row) => string;
};

/** The query parameters of `listParams`. */
type Params = {
  query?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  offset?: string | undefined;
};

const pageSize = 50;
const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** Filters, sorts and pages a list that is loaded completely; the state is in the URL. */
export function useListView<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly ListColumn<Row>[],
  textOf: (row: Row) => string,
  inUrl: boolean,
) {
  const search = useSearch({ strict: false }) as Params;
  const params = inUrl ? search : {};
  const navigate = useNavigate();
  const change = (next: Params, replace = false) =>
    void navigate({
      to: '.',
      search: (all: object) => ({ ...all, offset: undefined, ...next }),
      replace,
    });
  const query = params.query ?? '';
  const matching = rows?.filter((row) => matches(textOf(row), query));
  const sort = sortOf(params);
  const sorted = matching && sortRows(matching, columns, sort);
  const offset = Math.max(0, Number(params.offset ?? 0) || 0);
  return {
    query,
    sort,
    offset,
    pageSize,
    total: matching?.length ?? 0,
    matching: sorted,
    shown: sorted?.slice(offset, offset + pageSize),
    onQuery: (text: string) => change({ query: text || undefined }, true),
    onSort: ({ by, order }: Sort) => change({ sortBy: by, sortOrder: order }),
    onOffset: (next: number) => change({ offset: next === 0 ? undefined : String(next) }),
  };
}

/** Whether the text contains every term of the query. */
export const matches = (text: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((term) => text.toLowerCase().includes(term));

function sortOf({ sortBy, sortOrder }: Params): Sort | undefined {
  if (sortBy === undefined) return undefined;
  return { by: sortBy, order: sortOrder === 'desc' ? 'desc' : 'asc' };
}

/** Keeps the server's order unless a column is selected. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: Sort | undefined,
): Row[] {
  const value = columns.find(({ id }) => id === sort?.by)?.value;
  if (!value) return [...rows];
  const direction = sort?.order === 'desc' ? -1 : 1;
  return [...rows].sort((one, other) => direction * compare(value(one), value(other)));
}

const compare = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other));
