import type { Samples } from './samples.ts';
import { get, type Scenario } from './scenario.ts';

const path = '/api/admin/search/events';

/** Explains differences on pages of the newest events. */
export const unorderedTies =
  'Thousands of the newest events, of flags past the lifetime of their type, have the same millisecond. ' +
  'Pennon orders by id; the peer orders by time alone, and which of them a page has is chance.';

export function eventSearches({ project, flag, rareText, events }: Samples): Scenario[] {
  const types = 'IS_ANY_OF:feature-created,feature-archived';
  const queries: Record<string, Record<string, string>> = {
    'default page': {},
    'rare text': { query: rareText },
    'frequent text': { query: 'flexibleRollout' },
    feature: { feature: `IS:${flag}` },
    'project + types': { project: `IS:${project}`, type: types },
    'date range': { from: 'IS:2025-03-01', to: 'IS:2025-03-31' },
    'deep offset': { offset: String(Math.floor(events * 0.9)) },
    'limit=1000': { limit: '1000' },
  };
  const searches = Object.entries(queries).map(
    ([name, query]): Scenario => ({
      name,
      group: 'events',
      request: get(path, query),
      status: 200,
      ...(isNewest(query) ? { differs: unorderedTies } : {}),
    }),
  );
  return [
    ...searches,
    {
      name: 'recent events',
      group: 'events',
      request: get('/api/admin/events'),
      status: 200,
      differs: unorderedTies,
    },
  ];
}

/** Whether the query has no filters. */
const isNewest = (query: Record<string, string>) =>
  Object.keys(query).every((name) => name === 'limit');
