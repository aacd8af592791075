import { useMemo } from 'react';
import { sortTermOf, withoutSort } from '../../search/query-box/tokens.ts';
import { writtenValue } from '../../search/query-box/written.ts';
import type { Sort } from '../../ui/data-table.tsx';
import type { FlagParams } from './params.ts';

/** The words of `sort:` that differ from the parameter. */
const columns: Readonly<Record<string, string>> = { created: 'createdAt', lastSeen: 'lastSeenAt' };
const environment = /^env:/;

/** Newest first unless a column is selected, or the query has an order. */
export function useSort({ q, sortBy, sortOrder }: FlagParams): Sort {
  const word = sortTermOf(q)?.value;
  const by = word === undefined ? (sortBy ?? 'createdAt') : columnOf(word.replace(/^-/, ''));
  const descending =
    word === undefined ? sortBy === undefined || sortOrder === 'desc' : word.startsWith('-');
  const order = descending ? 'desc' : 'asc';
  return useMemo(() => ({ by, order }), [by, order]);
}

const columnOf = (word: string) => columns[word] ?? word.replace(environment, 'environment:');

/** The API accepts one order: of the query, or of the parameters. */
export const sortParams = (q: string | undefined, { by, order }: Sort) =>
  sortTermOf(q) === undefined ? { sortBy: by, sortOrder: order } : noSort;

const noSort = { sortBy: undefined, sortOrder: undefined };

/** A column replaces the order of the query. */
export const sortedBy = (q: string | undefined, { by, order }: Sort): Partial<FlagParams> => ({
  sortBy: by,
  sortOrder: order,
  q: withoutSort(q) || undefined,
});

/** The order that a view is saved with, as a term; undefined for the default. */
export function savedSort({ q, sortBy, sortOrder }: FlagParams): string | undefined {
  const term = sortTermOf(q);
  if (q !== undefined && term !== undefined) return q.slice(term.start, term.end);
  return sortBy === undefined
    ? undefined
    : sortTerm({ by: sortBy, order: sortOrder === 'desc' ? 'desc' : 'asc' });
}

function sortTerm({ by, order }: Sort): string {
  const [word = by] = Object.entries(columns).find(([, column]) => column === by) ?? [];
  const named = writtenValue(word.replace(/^environment:/, 'env:'));
  return `sort:${order === 'desc' ? '-' : ''}${named}`;
}
