import { parseDayFilter } from '../../platform/http/days.ts';
import { badFilter, parseSetFilter } from '../../platform/http/set-filter.ts';
import type { DeprecatedEventSearch, EventFilterQuery } from './schema.ts';

export const setColumns = {
  feature: 'feature_name',
  createdBy: 'created_by_user_id',
  project: 'project',
  environment: 'environment',
  type: 'type',
  tag: 'tags',
  id: 'id',
} as const;

export type SetColumn = (typeof setColumns)[keyof typeof setColumns];

export type ColumnFilter = {
  column: SetColumn;
  exclude: boolean;
  /** Events without a value match too, as integrations of the peer expect it. */
  orNull?: true;
  values: readonly string[] | readonly number[];
};

/** An event must match all filters. */
export type EventFilters = {
  sets: readonly ColumnFilter[];
  /** Inclusive days in UTC. */
  from?: string;
  to?: string;
  /** Text in the payloads; `everywhere` includes type and creator, for the deprecated search. */
  text?: { text: string; everywhere: boolean };
};

/** An empty text is ignored. */
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

/** The deprecated search has a single value per filter. */
export function deprecatedFilters(search: DeprecatedEventSearch): EventFilters {
  const { project, feature, type, query } = search;
  const values = { project, feature_name: feature, type };
  const sets = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column: column as SetColumn, exclude: false, values: [value] }],
  );
  return {
    sets,
    ...(query ? { text: { text: query, everywhere: true } } : {}),
  };
}

export const only = (column: 'project' | 'feature_name', value: string): EventFilters => ({
  sets: [{ column, exclude: false, values: [value] }],
});

/** The id of the last received event; 0 is before the first. */
export function parseCursor(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d+$/.test(text)) throw badFilter('cursor', text, ['the id of an event']);
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

function parseColumnFilter(param: keyof typeof setColumns, text: string): ColumnFilter {
  const { exclude, values } = parseSetFilter(param, text);
  const column = setColumns[param];
  if (param === 'tag') return { column, exclude, values: values.map((tag) => tagOf(text, tag)) };
  if (param !== 'createdBy' && param !== 'id') return { column, exclude, values };
  if (!values.every((value) => /^-?\d+$/.test(value))) {
    throw badFilter(param, text, ['ids, which are integers']);
  }
  // A number outside the range of the column matches no event.
  const largest = param === 'id' ? Number.MAX_SAFE_INTEGER : 2_147_483_647;
  return {
    column,
    exclude,
    values: values.map(Number).filter((value) => Math.abs(value) <= largest),
  };
}

/** As JSON, like the tags of an event. */
function tagOf(text: string, tag: string): string {
  const colon = tag.indexOf(':');
  if (colon < 1 || colon === tag.length - 1) throw badFilter('tag', text, ['tags as type:value']);
  return JSON.stringify([{ type: tag.slice(0, colon), value: tag.slice(colon + 1) }]);
}

const parseDay = (param: string, text: string) =>
  parseDayFilter(param, text, ['IS']).day.start.slice(0, 10);
