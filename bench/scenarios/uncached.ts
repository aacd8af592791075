import { unorderedTies } from './event-search.ts';
import type { Samples } from './samples.ts';
import { pageSequence, type Scenario } from './scenario.ts';

/** Each request is for another page, so that no response is cached. */
export function uncached({ flags, events }: Samples): Scenario[] {
  const scenario = (name: string, path: string, rows: number): Scenario => ({
    name,
    group: 'uncached',
    request: pageSequence(path, Math.max(1, rows - 50)),
    status: 200,
  });
  return [
    scenario('flags: another page each time', '/api/admin/search/features', flags),
    {
      ...scenario('events: another page each time', '/api/admin/search/events', events),
      differs: unorderedTies,
    },
  ];
}
