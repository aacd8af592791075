import type { Samples } from './samples.ts';
import { get, type Scenario } from './scenario.ts';

const path = '/api/admin/search/features';

/** The start of an area's name; no description, which the peer also searches, contains it. */
export const threeLetters = 'cou';

export function flagSearches(samples: Samples): Scenario[] {
  const { project, creator, tag, otherTag, segment, flags } = samples;
  const queries: Record<string, Record<string, string>> = {
    'default page': {},
    'query of three letters': { query: threeLetters },
    'project + state': { project: `IS:${project}`, state: 'IS:active' },
    'tag INCLUDE by name': { tag: `INCLUDE:${tag}`, sortBy: 'name' },
    'segment INCLUDE': { segment: `INCLUDE:${segment}` },
    'status[] by lastSeenAt desc': {
      'status[]': 'production:enabled',
      sortBy: 'lastSeenAt',
      sortOrder: 'desc',
    },
    'deep offset': { offset: String(Math.floor(flags * 0.9)) },
    'createdAt + favoritesFirst': {
      createdAt: 'IS_ON_OR_AFTER:2025-07-01',
      favoritesFirst: 'true',
    },
    'tag EXCLUDE_ALL': { tag: `EXCLUDE_ALL:${tag},${otherTag}` },
    'type + createdBy': { type: 'IS:release', createdBy: `IS:${creator}` },
  };
  return Object.entries(queries).map(([name, query]) => ({
    name,
    group: 'flag search',
    request: get(path, query),
    status: 200,
  }));
}
