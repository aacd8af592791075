import { parseDayFilter } from '../platform/http/days.ts';
import { parseLimit, parseOffset } from '../platform/http/paging.ts';
import {
  badFilter,
  parseOperation,
  parseSetFilter,
  type SetFilter,
} from '../platform/http/set-filter.ts';
import { type Cursor, readCursor } from './cursor.ts';
import { type FacetName, type FlagSearchQuery, facetNames } from './schema.ts';

/** Flags with any or, if `all`, all of the labels; `exclude` negates the condition. */
export type LabelFilter = { all: boolean; exclude: boolean; values: readonly string[] };

/** Before the time, or at or after it. */
export type TimeFilter = { before: boolean; time: string };

export type SortKey = 'createdAt' | 'name' | 'type' | 'project' | 'lastSeenAt';
export type Sort = { favoritesFirst: boolean; descending: boolean } & (
  | { by: SortKey | 'stale' }
  | { by: 'environment'; environment: string }
);

/** The conditions of a search, without page and order. */
export type FlagFilter = {
  /** Alternatives; every flag matches if empty. */
  terms: readonly string[];
  project?: SetFilter | undefined;
  state?: SetFilter | undefined;
  type?: SetFilter | undefined;
  createdBy?: SetFilter | undefined;
  lifecycle?: SetFilter | undefined;
  tag?: LabelFilter | undefined;
  segment?: LabelFilter | undefined;
  /** As environment:enabled or environment:disabled; alternatives. */
  status?: readonly string[] | undefined;
  favorite?: readonly boolean[] | undefined;
  archived?: boolean | undefined;
  createdAt?: TimeFilter | undefined;
  lastSeenAt?: TimeFilter | undefined;
};

export type FlagSearch = {
  filter: FlagFilter;
  sort: Sort;
  limit: number;
  offset: number;
  after: Cursor | undefined;
  facets: readonly FacetName[];
};

const states = ['active', 'stale', 'potentially-stale'];
const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'];

/** Parses the query string strictly; an invalid value is 400 with the allowed values. */
export function parseFlagSearch(query: FlagSearchQuery): FlagSearch {
  const sort = parseSort(query);
  if (query.cursor !== undefined && query.offset !== undefined) {
    throw badFilter('offset', query.offset, ['omitted if there is a cursor']);
  }
  return {
    filter: parseFilter(query),
    sort,
    limit: parseLimit(query.limit, 50),
    offset: parseOffset(query.offset),
    after: query.cursor === undefined ? undefined : readCursor(query.cursor, sort),
    facets: parseFacets(query.facets),
  };
}

function parseFilter(query: FlagSearchQuery): FlagFilter {
  const status = [...(query.status ?? []), ...(query['status[]'] ?? [])];
  return {
    terms: termsOf(query.query),
    project: given(query.project, (text) => parseSetFilter('project', text)),
    state: given(query.state, (text) => oneOf('state', text, states)),
    type: given(query.type, (text) => parseSetFilter('type', text)),
    createdBy: given(query.createdBy, (text) => parseSetFilter('createdBy', text)),
    lifecycle: given(query.lifecycle, (text) => oneOf('lifecycle', text, stages)),
    tag: given(query.tag, parseTags),
    segment: given(query.segment, (text) => parseLabels('segment', text)),
    status: status.length === 0 ? undefined : status.map(parseStatus),
    favorite: given(query.favorite, parseFavorite),
    archived: given(query.archived, parseArchived),
    createdAt: given(query.createdAt, (text) => parseTime('createdAt', text)),
    lastSeenAt: given(query.lastSeenAt, (text) => parseTime('lastSeenAt', text)),
  };
}

const given = <T>(text: string | undefined, parse: (text: string) => T): T | undefined =>
  text === undefined ? undefined : parse(text);

const termsOf = (text = '') => [
  ...new Set(
    text
      .split(',')
      .map((term) => term.trim())
      .filter((term) => term !== ''),
  ),
];

function oneOf(param: string, text: string, known: readonly string[]): SetFilter {
  const filter = parseSetFilter(param, text);
  if (filter.values.every((value) => known.includes(value))) return filter;
  throw badFilter(param, text, [`a list of ${known.join(', ')}`]);
}

const labelOperators = [
  'INCLUDE',
  'DO_NOT_INCLUDE',
  'INCLUDE_ALL_OF',
  'INCLUDE_ANY_OF',
  'EXCLUDE_IF_ANY_OF',
  'EXCLUDE_ALL',
] as const;

function parseLabels(param: string, text: string): LabelFilter {
  const { operator, values } = parseOperation(param, text, labelOperators);
  return {
    all: operator === 'INCLUDE_ALL_OF' || operator === 'EXCLUDE_ALL',
    exclude: !operator.startsWith('INCLUDE'),
    values,
  };
}

/** Each tag is split at its first colon; whitespace around type and value is ignored. */
function parseTags(text: string): LabelFilter {
  const { values, ...operation } = parseLabels('tag', text);
  const tags = values.map((value) => {
    const colon = value.indexOf(':');
    const type = value.slice(0, Math.max(colon, 0)).trim();
    const tag = value.slice(colon + 1).trim();
    if (type !== '' && tag !== '') return `${type}:${tag}`;
    throw badFilter('tag', text, ['tags of the form type:value']);
  });
  return { ...operation, values: [...new Set(tags)] };
}

function parseStatus(text: string): string {
  if (/^[^:]+:(enabled|disabled)$/.test(text)) return text;
  throw badFilter('status', text, ['<environment>:enabled or <environment>:disabled']);
}

function parseFavorite(text: string): boolean[] {
  const { operator, values } = parseOperation('favorite', text, ['IS', 'IS_ANY_OF']);
  if (operator && values.every((value) => value === 'true' || value === 'false')) {
    return values.map((value) => value === 'true');
  }
  throw badFilter('favorite', text, ['IS:true or IS:false']);
}

function parseArchived(text: string): boolean {
  const [, value] = /^(?:IS:)?(true|false)$/.exec(text) ?? [];
  if (value !== undefined) return value === 'true';
  throw badFilter('archived', text, ['true, false, IS:true or IS:false']);
}

function parseTime(param: string, text: string): TimeFilter {
  const { operator, day } = parseDayFilter(param, text, ['IS_BEFORE', 'IS_ON_OR_AFTER']);
  return { before: operator === 'IS_BEFORE', time: day.start };
}

const sortKeys = ['createdAt', 'name', 'type', 'project', 'stale', 'lastSeenAt'] as const;

/** An empty parameter means the default. */
function parseSort(query: FlagSearchQuery): Sort {
  const sortBy = query.sortBy || 'createdAt';
  const sortOrder = query.sortOrder || 'asc';
  if (sortOrder !== 'asc' && sortOrder !== 'desc') {
    throw badFilter('sortOrder', sortOrder, ['asc or desc']);
  }
  const order = {
    descending: sortOrder === 'desc',
    favoritesFirst: parseBoolean('favoritesFirst', query.favoritesFirst),
  };
  const by = sortKeys.find((key) => key === sortBy);
  if (by !== undefined) return { by, ...order };
  const [, environment] = /^environment:(.+)$/s.exec(sortBy) ?? [];
  if (environment !== undefined) return { by: 'environment', environment, ...order };
  throw badFilter('sortBy', sortBy, [`${sortKeys.join(', ')} or environment:<name>`]);
}

function parseBoolean(param: string, text = 'false'): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw badFilter(param, text, ['true or false']);
}

function parseFacets(text = ''): FacetName[] {
  const names = text === '' ? [] : text.split(',').map((name) => name.trim());
  const known = facetNames.filter((name) => names.includes(name));
  if (known.length === new Set(names).size) return known;
  throw badFilter('facets', text, [`a list of ${facetNames.join(', ')}`]);
}
