import type { Samples } from './samples.ts';
import { anotherPage, type Scenario } from './scenario.ts';

/**
 * Each request asks for another page, so that none is answered because it was asked before; everything
 * else compares servers on what is asked again and again.
 */
export function firstAsks({ flags, events }: Samples): Scenario[] {
  return [
    ['flags: another page each time', '/api/admin/search/features', flags],
    ['events: another page each time', '/api/admin/search/events', events],
  ].map(([name, path, rows]) => ({
    name: name as string,
    group: 'first asks',
    ask: anotherPage(path as string, Math.max(1, (rows as number) - 50)),
    status: 200,
  }));
}
