import { type EventFilters, parseEventSearch } from '../audit/event-log/filters.ts';
import { badData, badDataIn, RequestError } from '../platform/errors.ts';
import { testsIn } from '../platform/query-language/criteria.ts';
import { type FlagSearch, parseFlagSearch } from '../search/filters.ts';
import type { View, ViewKind } from './schema.ts';

export const flagSearchOf = (query: string): FlagSearch => parseFlagSearch({ q: query });

export const eventFiltersOf = (query: string): EventFilters =>
  parseEventSearch({ q: query }).filters;

/** What a flag must match to enter the view; refuses a view that nobody can subscribe to. */
export function watchedCriteria({ kind, query, project }: WatchedQuery): FlagSearch['criteria'] {
  if (kind === 'events') throw badData('Only views of flags have subscriptions, not of events.');
  const { criteria } = flagSearchOf(query);
  const tests = criteria.flatMap((criterion) => testsIn(criterion));
  if (project !== null && tests.some(({ on }) => on === 'favorite')) {
    throw badData('A shared view that depends on favourites has no subscriptions.');
  }
  return criteria;
}

type WatchedQuery = Pick<View, 'kind' | 'query' | 'project'>;

const parsers = { flags: flagSearchOf, events: eventFiltersOf };

/** Refuses a query that a search would refuse, with the path of the body. */
export function assertQuery(kind: ViewKind, query: string): void {
  try {
    parsers[kind](query);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const message = error.message.replace(/^q,/, 'query,');
    throw badDataIn(
      message,
      error.details.map((detail) => ({ ...detail, message, path: '/body/query' })),
    );
  }
}
