import { tiesDiffer } from './event-search.ts';
import type { Samples } from './samples.ts';
import { anotherPage, type Scenario } from './scenario.ts';

/** Each request is for another page, so that none is served from a cache of responses. */
export function uncached({ flags, events }: Samples): Scenario[] {
  const pagesOf = (name: string, path: string, rows: number): Scenario => ({
    name,
    group: 'uncached',
    ask: anotherPage(path, Math.max(1, rows - 50)),
    status: 200,
  });
  return [
    pagesOf('flags: another page each time', '/api/admin/search/features', flags),
    {
      ...pagesOf('events: another page each time', '/api/admin/search/events', events),
      differs: tiesDiffer,
    },
  ];
}
