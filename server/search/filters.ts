import { parseDayFilter } from '../platform/http/days.ts';
import { parseLimit, parseOffset } from '../platform/http/paging.ts';
import {
  badFilter,
  parseOperation,
  parseSetFilter,
  type SetFilter,
} from '../platform/http/set-filter.ts';
import { testsIn } from '../platform/query-language/criteria.ts';
import type { Criterion } from './criteria.ts';
import { type Cursor, readCursor } from './cursor.ts';
import { type FacetName, type FlagSearchQuery, facetNames } from './schema.ts';
import { parseTerms, type QuerySort, stages, states, tagOf } from './terms.ts';

export type SortKey = 'createdAt' | 'name' | 'type' | 'project' | 'lastSeenAt';
export type Sort = { favoritesFirst: boolean; descending: boolean } & (
  | { by: SortKey | 'stale' }
  | { by: 'environment'; environment: string }
);

export type FlagSearch = {
  /** A flag must match all of them. */
  criteria: readonly Criterion[];
  sort: Sort;
  limit: number;
  offset: number;
  after: Cursor | undefined;
  facets: readonly FacetName[];
};

/** Parses the query string strictly; an invalid value is 400 with the allowed values. */
export function parseFlagSearch(query: FlagSearchQuery, now = Date.now()): FlagSearch {
  const fromQuery = parseTerms(query.q ?? '', now);
  const sort = parseSort(query, fromQuery.sort);
  if (query.cursor !== undefined && query.offset !== undefined) {
    throw badFilter('offset', query.offset, ['omitted if there is a cursor']);
  }
  return {
    criteria: withoutArchived([...parseParameters(query), ...fromQuery.criteria]),
    sort,
    limit: parseLimit(query.limit, 50),
    offset: parseOffset(query.offset),
    after: query.cursor === undefined ? undefined : readCursor(query.cursor, sort),
    facets: parseFacets(query.facets),
  };
}

function parseParameters(query: FlagSearchQuery): Criterion[] {
  const terms = termsOf(query.query);
  const status = [...(query.status ?? []), ...(query['status[]'] ?? [])];
  return [
    given(query.archived, (text) => ({ on: 'archived', value: parseArchived(text) })),
    given(query.project, (text) => isIn('project', parseSetFilter('project', text))),
    given(query.type, (text) => isIn('type', parseSetFilter('type', text))),
    given(query.lifecycle, (text) => isIn('stage', oneOf('lifecycle', text, stages))),
    status.length === 0 ? undefined : { on: 'switch' as const, values: status.map(parseStatus) },
    terms.length === 0 ? undefined : { on: 'text' as const, values: terms },
    given(query.createdBy, (text) => isIn('creator', parseSetFilter('createdBy', text))),
    given(query.state, (text) => isIn('state', oneOf('state', text, states))),
    given(query.tag, parseTags),
    given(query.segment, (text) => isLabelled('segment', parseLabels('segment', text))),
    given(query.favorite, parseFavorite),
    given(query.createdAt, (text) => parseTime('created', 'createdAt', text)),
    given(query.lastSeenAt, (text) => parseTime('seen', 'lastSeenAt', text)),
  ].filter((criterion) => criterion !== undefined);
}

/** Archived flags are left out, unless a criterion is about that or selects stages. */
function withoutArchived(criteria: readonly Criterion[]): readonly Criterion[] {
  const mentioned = criteria.some(
    (criterion) =>
      testsIn(criterion).some(({ on }) => on === 'archived') || selectsStages(criterion),
  );
  return mentioned ? criteria : [{ on: 'archived', value: false }, ...criteria];
}

function selectsStages(criterion: Criterion, negated = false): boolean {
  if ('on' in criterion) return criterion.on === 'stage' && !negated;
  if ('not' in criterion) return selectsStages(criterion.not, !negated);
  const parts = 'every' in criterion ? criterion.every : criterion.some;
  return parts.some((part) => selectsStages(part, negated));
}

const unless = (exclude: boolean, criterion: Criterion): Criterion =>
  exclude ? { not: criterion } : criterion;

const isIn = (on: 'project' | 'type' | 'stage' | 'creator' | 'state', filter: SetFilter) =>
  unless(filter.exclude, { on, values: filter.values });

const given = (text: string | undefined, parse: (text: string) => Criterion) =>
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

/** Flags with any or, if `all`, all of the labels; `exclude` negates the condition. */
type LabelFilter = { all: boolean; exclude: boolean; values: readonly string[] };

const isLabelled = (on: 'tag' | 'segment', { exclude, all, values }: LabelFilter) =>
  unless(exclude, { on, all, values });

function parseLabels(param: string, text: string): LabelFilter {
  const { operator, values } = parseOperation(param, text, labelOperators);
  return {
    all: operator === 'INCLUDE_ALL_OF' || operator === 'EXCLUDE_ALL',
    exclude: !operator.startsWith('INCLUDE'),
    values,
  };
}

function parseTags(text: string): Criterion {
  const { values, ...operation } = parseLabels('tag', text);
  const tags = values.map((value) => {
    const tag = tagOf(value);
    if (tag !== undefined) return tag;
    throw badFilter('tag', text, ['tags of the form type:value']);
  });
  return isLabelled('tag', { ...operation, values: [...new Set(tags)] });
}

function parseStatus(text: string): string {
  if (/^[^:]+:(enabled|disabled)$/.test(text)) return text;
  throw badFilter('status', text, ['<environment>:enabled or <environment>:disabled']);
}

function parseFavorite(text: string): Criterion {
  const { operator, values } = parseOperation('favorite', text, ['IS', 'IS_ANY_OF']);
  if (operator && values.every((value) => value === 'true' || value === 'false')) {
    return { some: values.map((value) => ({ on: 'favorite', value: value === 'true' })) };
  }
  throw badFilter('favorite', text, ['IS:true or IS:false']);
}

function parseArchived(text: string): boolean {
  const [, value] = /^(?:IS:)?(true|false)$/.exec(text) ?? [];
  if (value !== undefined) return value === 'true';
  throw badFilter('archived', text, ['true, false, IS:true or IS:false']);
}

function parseTime(on: 'created' | 'seen', param: string, text: string): Criterion {
  const { operator, day } = parseDayFilter(param, text, ['IS_BEFORE', 'IS_ON_OR_AFTER']);
  return { on, bounds: [{ before: operator === 'IS_BEFORE', time: day.start }] };
}

const sortKeys = ['createdAt', 'name', 'type', 'project', 'stale', 'lastSeenAt'] as const;

/** An empty parameter means the default. */
function parseSort(query: FlagSearchQuery, fromQuery: QuerySort | undefined): Sort {
  if (fromQuery && (query.sortBy || query.sortOrder)) {
    throw badFilter('sortBy', query.sortBy ?? '', ['omitted if q contains sort:']);
  }
  const favoritesFirst = parseBoolean('favoritesFirst', query.favoritesFirst);
  const sortBy = fromQuery?.by ?? (query.sortBy || 'createdAt');
  const sortOrder = query.sortOrder || 'asc';
  if (sortOrder !== 'asc' && sortOrder !== 'desc') {
    throw badFilter('sortOrder', sortOrder, ['asc or desc']);
  }
  const order = { descending: fromQuery?.descending ?? sortOrder === 'desc', favoritesFirst };
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
