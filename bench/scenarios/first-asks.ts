import { tiesDiffer } from './event-search.ts';
import type { Samples } from './samples.ts';
import { anotherPage, type Scenario } from './scenario.ts';

/**
 * Each request asks for another page, so that none is answered because it was asked before; everything
 * else compares servers on what is asked again and again.
 */
export function firstAsks({ flags, events }: Samples): Scenario[] {
  const asks = (name: string, path: string, rows: number): Scenario => ({
    name,
    group: 'first asks',
    ask: anotherPage(path, Math.max(1, rows - 50)),
    status: 200,
  });
  return [
    asks('flags: another page each time', '/api/admin/search/features', flags),
    {
      ...asks('events: another page each time', '/api/admin/search/events', events),
      differs: tiesDiffer,
    },
  ];
}
