import { parseDayFilter } from '../../platform/http/days.ts';
import { badFilter, parseSetFilter } from '../../platform/http/set-filter.ts';
import { type Criterion, testsIn } from '../../platform/query-language/criteria.ts';
import type { TimeBound } from '../../platform/query-language/times.ts';
import type { DeprecatedEventSearch, EventFilterQuery } from './schema.ts';
import { idsOf, isInteger, parseEventTerms, tagJson } from './terms.ts';

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
  /** Usernames and e-mails of creators in lower case, beside the ids. */
  names?: readonly string[];
};

export type EventTest =
  | ({ on: 'set' } & ColumnFilter)
  | { on: 'text'; text: string }
  /** All bounds must hold. */
  | { on: 'time'; bounds: readonly TimeBound[] };

/** An event must match all filters. */
export type EventFilters = {
  sets: readonly ColumnFilter[];
  /** Inclusive days in UTC. */
  from?: string;
  to?: string;
  /** Text in the payloads; `everywhere` includes type and creator, for the deprecated search. */
  text?: { text: string; everywhere: boolean };
  /** What of a query cannot be expressed by the other members. */
  criteria?: readonly Criterion<EventTest>[];
};

type EventQuery = EventFilterQuery & { q?: string };

/** A conjunction in the query gives the same filters as parameters do. */
export function parseEventSearch(query: EventQuery, now = Date.now()) {
  const { criteria, oldestFirst } = parseEventTerms(query.q ?? '', now);
  return { filters: criteria.reduce(withCriterion, parseParameters(query)), oldestFirst };
}

/** For lists that have an order of their own. */
export function parseEventFilters(query: EventQuery): EventFilters {
  const { filters, oldestFirst } = parseEventSearch(query);
  if (oldestFirst === undefined) return filters;
  throw badFilter('q', query.q ?? '', ['a query without sort:']);
}

/** The names of all creators that are not ids. */
export const creatorsIn = ({ sets, criteria = [] }: EventFilters): string[] =>
  [...sets, ...criteria.flatMap((criterion) => testsIn(criterion))].flatMap((set) =>
    'names' in set ? (set.names ?? []) : [],
  );

function withCriterion(filters: EventFilters, criterion: Criterion<EventTest>): EventFilters {
  const residual = { ...filters, criteria: [...(filters.criteria ?? []), criterion] };
  if (!('on' in criterion)) return residual;
  if (criterion.on === 'set') {
    const { on, ...set } = criterion;
    return { ...filters, sets: [...filters.sets, set] };
  }
  if (criterion.on === 'text') {
    if (filters.text !== undefined) return residual;
    return { ...filters, text: { text: criterion.text, everywhere: false } };
  }
  return criterion.bounds.reduce(withBound, filters);
}

/** The day of the bound selects a range of ids; a bound within a day is also compared. */
function withBound(filters: EventFilters, bound: TimeBound): EventFilters {
  const wholeDay = bound.time.endsWith('T00:00:00.000Z');
  const rest: EventFilters = wholeDay
    ? filters
    : { ...filters, criteria: [...(filters.criteria ?? []), { on: 'time', bounds: [bound] }] };
  if (!bound.before) {
    const from = bound.time.slice(0, 10);
    return filters.from !== undefined && filters.from >= from ? rest : { ...rest, from };
  }
  // JavaScript cannot read the year 10000.
  const end = Date.parse(bound.time) || Date.UTC(10_000, 0);
  const to = new Date(end - 1).toISOString().slice(0, 10);
  return filters.to !== undefined && filters.to <= to ? rest : { ...rest, to };
}

/** An empty text is ignored. */
function parseParameters(query: EventFilterQuery): EventFilters {
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
  if (!values.every(isInteger)) throw badFilter(param, text, ['ids, which are integers']);
  return { column, exclude, values: idsOf(param, values) };
}

function tagOf(text: string, tag: string): string {
  const json = tagJson(tag);
  if (json === undefined) throw badFilter('tag', text, ['tags as type:value']);
  return json;
}

const parseDay = (param: string, text: string) =>
  parseDayFilter(param, text, ['IS']).day.start.slice(0, 10);
