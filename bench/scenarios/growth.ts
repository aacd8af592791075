import { letters } from './flag-search.ts';
import { type Ask, get, type Scenario } from './scenario.ts';

const flags = '/api/admin/search/features';
const events = '/api/admin/search/events';

/** Asked of every size alike, so nothing in them depends on the data. */
export const growthScenarios: Scenario[] = [
  ['flags: default page', get(flags)],
  ['flags: another page each time', anotherPage(flags)],
  ['flags: three letters', get(flags, { query: letters })],
  ['events: default page', get(events)],
  ['events: another page each time', anotherPage(events)],
  ['events: text of nobody', get(events, { query: 'there is no such text' })],
].map(([name, ask]) => ({
  name: name as string,
  group: 'growth',
  ask: ask as Scenario['ask'],
  status: 200,
}));

/** Pages that every size has, each in ten lengths, so that 7,000 requests ask for nothing twice. */
function anotherPage(path: string): Scenario['ask'] {
  return (n): Ask => ({
    method: 'GET',
    path: `${path}?offset=${n % 700}&limit=${50 + (Math.floor(n / 700) % 10)}`,
  });
}
