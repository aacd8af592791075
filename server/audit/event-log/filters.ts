import { parseDayFilter } from '../../platform/http/days.ts';
import { badFilter, parseSetFilter } from '../../platform/http/set-filter.ts';
import type { EventFilterQuery, FormerEventSearch } from './schema.ts';

/** The columns of the log that a filter compares with a list of values. */
export const setColumns = {
  feature: 'feature_name',
  createdBy: 'created_by_user_id',
  project: 'project',
  environment: 'environment',
  type: 'type',
  id: 'id',
} as const;

export type SetColumn = (typeof setColumns)[keyof typeof setColumns];

export type ColumnFilter = {
  column: SetColumn;
  exclude: boolean;
  values: readonly string[] | readonly number[];
};

/** What a reader asks of the log; all of it must hold. */
export type EventFilters = {
  sets: readonly ColumnFilter[];
  /** Days in UTC, both whole. */
  from?: string;
  to?: string;
  /** Text in the payloads; the former search looks at type and creator too. */
  text?: { text: string; everywhere: boolean };
};

/** Empty free text asks for nothing in particular. */
export function parseEventFilters(query: EventFilterQuery): EventFilters {
  const sets = (Object.keys(setColumns) as (keyof typeof setColumns)[]).flatMap((param) => {
    const text = query[param];
    return text === undefined ? [] : [parseColumnFilter(param, text)];
  });
  return {
    sets,
    ...(query.from === undefined ? {} : { from: parseDay('from', query.from) }),
    ...(query.to === undefined ? {} : { to: parseDay('to', query.to) }),
    ...(query.query ? { text: { text: query.query, everywhere: false } } : {}),
  };
}

/** The former search compares with one value each. */
export function formerFilters(search: FormerEventSearch): EventFilters {
  const { project, feature, type, query } = search;
  const wanted = { project, feature_name: feature, type };
  const sets = Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column: column as SetColumn, exclude: false, values: [value] }],
  );
  return {
    sets,
    ...(query ? { text: { text: query, everywhere: true } } : {}),
  };
}

/** All events of one project, or of one flag. */
export const only = (column: 'project' | 'feature_name', value: string): EventFilters => ({
  sets: [{ column, exclude: false, values: [value] }],
});

/** The id of an event that was received; 0 is before all of them. */
export function parseCursor(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d+$/.test(text)) throw badFilter('cursor', text, ['the id of an event']);
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

function parseColumnFilter(param: keyof typeof setColumns, text: string): ColumnFilter {
  const { exclude, values } = parseSetFilter(param, text);
  const column = setColumns[param];
  if (param !== 'createdBy' && param !== 'id') return { column, exclude, values };
  if (!values.every((value) => /^-?\d+$/.test(value))) {
    throw badFilter(param, text, ['ids, which are whole numbers']);
  }
  // A number that the column cannot hold is the id of nothing.
  const largest = param === 'id' ? Number.MAX_SAFE_INTEGER : 2_147_483_647;
  return {
    column,
    exclude,
    values: values.map(Number).filter((value) => Math.abs(value) <= largest),
  };
}

const parseDay = (param: string, text: string) =>
  parseDayFilter(param, text, ['IS']).day.start.slice(0, 10);
