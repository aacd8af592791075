import fc from 'fast-check';
import { printQuery } from '../platform/query-language/printer.ts';
import { type Expression, joined, type Operator } from '../platform/query-language/syntax.ts';
import { type Dataset, type ModelFlag, matchesFilters, tagTexts } from './search.ts';

/** Random queries for flag search. */

export type Listed = { operator: string; values: string[] };
export type OnDay = { operator: string; day: string };

export type SearchQuery = {
  terms?: string[] | undefined;
  state?: Listed | undefined;
  type?: Listed | undefined;
  createdBy?: Listed | undefined;
  lifecycle?: Listed | undefined;
  tag?: Listed | undefined;
  segment?: Listed | undefined;
  status?: string[] | undefined;
  favorite?: boolean | undefined;
  archived?: boolean | undefined;
  createdAt?: OnDay | undefined;
  lastSeenAt?: OnDay | undefined;
  sortBy: string;
  descending: boolean;
  favoritesFirst: boolean;
  limit: number;
  byCursor: boolean;
  withoutUser: boolean;
  alsoPastTheEnd: boolean;
  /** Written in the query language instead of parameters. */
  inWords: boolean;
  /** Never empty, as a database contains several datasets. */
  projects: string[];
};

const setOperators = ['IS', 'IS_NOT', 'IS_ANY_OF', 'IS_NONE_OF'];
const labelOperators = [
  'INCLUDE',
  'DO_NOT_INCLUDE',
  'INCLUDE_ALL_OF',
  'INCLUDE_ANY_OF',
  'EXCLUDE_IF_ANY_OF',
  'EXCLUDE_ALL',
];

const listed = (operators: readonly string[], values: readonly string[]) =>
  fc.record({
    operator: fc.constantFrom(...operators),
    values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  });

/** Rarely enough that a query has about two filters and most match some flags. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary, weight: 1 });

const onDay = fc.record({
  operator: fc.constantFrom('IS_BEFORE', 'IS_ON_OR_AFTER'),
  day: fc.integer({ min: 0, max: 90 }).map((days) => {
    const time = new Date(Date.now() - days * 86_400_000).toISOString();
    return `${time.slice(0, 10)}T00:00:00.000Z`;
  }),
});

/** A part of a name or a tag in either case, or a text that no flag contains. */
const term = ({ flags }: Dataset) =>
  fc
    .tuple(
      fc.constantFrom(...flags.map(({ name }) => name), ...tagTexts, 'nowhere', '%', '_', '\\'),
      fc.nat({ max: 10 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
    )
    .map(([text, start, length, upper]) => {
      const piece =
        text
          .replaceAll(',', '')
          .slice(start, start + length)
          .trim() || 'a';
      return upper ? piece.toUpperCase() : piece;
    });

export const searchQuery = (data: Dataset): fc.Arbitrary<SearchQuery> =>
  fc.record({
    terms: sometimes(fc.array(term(data), { minLength: 1, maxLength: 2 })),
    state: sometimes(listed(setOperators, ['active', 'stale', 'potentially-stale'])),
    type: sometimes(listed(setOperators, ['release', 'experiment', 'kill-switch', 'none'])),
    createdBy: sometimes(
      listed(setOperators, [
        ...data.people.map(({ id }) => String(id)),
        ...data.people.map(({ username }) => username.toUpperCase()),
        ...data.people.map(({ email }) => email),
        'unknown',
        '99999999999999',
      ]),
    ),
    lifecycle: sometimes(
      listed(setOperators, ['initial', 'pre-live', 'live', 'completed', 'archived']),
    ),
    tag: sometimes(listed(labelOperators, [...tagTexts, 'simple:nothing'])),
    segment: sometimes(listed(labelOperators, [...data.segments, 'no such segment'])),
    status: sometimes(
      fc.uniqueArray(
        fc.constantFrom(
          'development:enabled',
          'development:disabled',
          'production:enabled',
          'nowhere:enabled',
        ),
        { minLength: 1, maxLength: 2 },
      ),
    ),
    favorite: sometimes(fc.boolean()),
    archived: sometimes(fc.boolean()),
    createdAt: sometimes(onDay),
    lastSeenAt: sometimes(onDay),
    sortBy: fc.constantFrom(
      'createdAt',
      'name',
      'type',
      'project',
      'stale',
      'lastSeenAt',
      'environment:production',
      'environment:nowhere',
    ),
    descending: fc.boolean(),
    favoritesFirst: fc.boolean(),
    limit: fc.integer({ min: 8, max: 60 }),
    byCursor: fc.boolean(),
    withoutUser: fc.boolean(),
    alsoPastTheEnd: fc.nat({ max: 3 }).map((number) => number === 0),
    projects: fc.uniqueArray(fc.constantFrom(...data.projects), { minLength: 1 }),
    inWords: fc.boolean(),
  });

const quoted = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const textOf = ({ operator, values }: Listed) => `${operator}:${values.map(quoted).join(',')}`;
const dayText = ({ operator, day }: OnDay) => `${operator}:${day.slice(0, 10)}`;

export const urlOf = (query: SearchQuery) =>
  `/api/admin/search/features?${query.inWords ? wordsOf(query) : parametersOf(query)}`;

function wordsOf(query: SearchQuery): URLSearchParams {
  const { sortBy, descending, favoritesFirst, limit } = query;
  const key = sortBy.replace('environment:', 'env:').replace(/At$/, '');
  const sort = termOf('sort', `${descending ? '-' : ''}${key}`);
  const q = printQuery([...expressionsOf(query), sort]);
  return new URLSearchParams({ q, favoritesFirst: `${favoritesFirst}`, limit: `${limit}` });
}

const termOf = (key: string, text: string, operator: Operator = ''): Expression => ({
  kind: 'term',
  key,
  operator,
  value: { text, prefix: false },
  at: 0,
  valueAt: 0,
});

const unless = (negated: boolean, part: Expression): Expression =>
  negated ? { kind: 'not', part } : part;

const setTerm = (key: string, { operator, values }: Listed) =>
  unless(
    operator === 'IS_NOT' || operator === 'IS_NONE_OF',
    joined(
      'or',
      values.map((value) => termOf(key, value)),
    ),
  );

const labelTerm = (key: string, { operator, values }: Listed) =>
  unless(
    !operator.startsWith('INCLUDE'),
    joined(
      operator === 'INCLUDE_ALL_OF' || operator === 'EXCLUDE_ALL' ? 'and' : 'or',
      values.map((value) => termOf(key, value)),
    ),
  );

const timeTerm = (key: string, { operator, day }: OnDay) =>
  termOf(key, day.slice(0, 10), operator === 'IS_BEFORE' ? '<' : '>=');

const switchTerm = (status: string) =>
  termOf('env', status.replace(':enabled', '=on').replace(':disabled', '=off'));

/** The filters of a query in the query language; all must match. */
export function expressionsOf(query: Partial<SearchQuery>): Expression[] {
  const { projects, terms, state, type, createdBy, lifecycle, tag, segment, status } = query;
  const { favorite, archived, createdAt, lastSeenAt } = query;
  const anyOf = (parts: Expression[]) => joined('or', parts);
  return [
    projects && anyOf(projects.map((project) => termOf('project', project))),
    terms && anyOf(terms.map((text) => ({ kind: 'text', text, at: 0 }))),
    state && setTerm('is', state),
    type && setTerm('type', type),
    createdBy && setTerm('by', createdBy),
    lifecycle && setTerm('stage', lifecycle),
    tag && labelTerm('tag', tag),
    segment && labelTerm('segment', segment),
    status && anyOf(status.map(switchTerm)),
    favorite === undefined ? undefined : unless(!favorite, termOf('is', 'favorite')),
    archived === undefined ? undefined : unless(!archived, termOf('is', 'archived')),
    createdAt && timeTerm('created', createdAt),
    lastSeenAt && timeTerm('lastSeen', lastSeenAt),
  ].filter((part) => part !== undefined);
}

function parametersOf(query: SearchQuery): URLSearchParams {
  const params = new URLSearchParams();
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) params.append(name, value);
  };
  add('project', `IS_ANY_OF:${query.projects.join(',')}`);
  add('query', query.terms?.join(' , '));
  for (const name of ['state', 'type', 'createdBy', 'lifecycle', 'tag', 'segment'] as const) {
    add(name, query[name] && textOf(query[name]));
  }
  for (const status of query.status ?? []) add('status[]', status);
  add('favorite', query.favorite === undefined ? undefined : `IS:${query.favorite}`);
  add('archived', query.archived === undefined ? undefined : `IS:${query.archived}`);
  add('createdAt', query.createdAt && dayText(query.createdAt));
  add('lastSeenAt', query.lastSeenAt && dayText(query.lastSeenAt));
  add('sortBy', query.sortBy);
  add('sortOrder', query.descending ? 'desc' : 'asc');
  add('favoritesFirst', String(query.favoritesFirst));
  add('limit', String(query.limit));
  return params;
}

/** A filter of a random query, or filters joined and negated, and what it means. */
export type SearchTree = { expression: Expression; matches: (flag: ModelFlag) => boolean };

export const searchTree = (data: Dataset): fc.Arbitrary<SearchTree> =>
  fc.letrec<{ tree: SearchTree; leaf: SearchTree; negation: SearchTree; group: SearchTree }>(
    (tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('negation'), tie('group')),
      leaf: searchQuery(data).map(({ projects: _, ...query }) => ({
        expression: joined('and', [...expressionsOf(query), termOf('created', '0001-01-01', '>')]),
        matches: (flag) => matchesFilters(data, flag, { ...query, withoutUser: false }),
      })),
      negation: tie('tree').map(({ expression, matches }) => ({
        expression: { kind: 'not', part: expression },
        matches: (flag) => !matches(flag),
      })),
      group: fc
        .tuple(fc.boolean(), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
        .map(([all, trees]) => ({
          expression: joined(
            all ? 'and' : 'or',
            trees.map(({ expression }) => expression),
          ),
          matches: (flag) =>
            all
              ? trees.every(({ matches }) => matches(flag))
              : trees.some(({ matches }) => matches(flag)),
        })),
    }),
  ).tree;
