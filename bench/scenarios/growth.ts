import { letters } from './flag-search.ts';
import { anotherPage, get, type Scenario } from './scenario.ts';

const flags = '/api/admin/search/features';
const events = '/api/admin/search/events';

/** Pages that the smallest size has, too. */
const pages = 700;

/** Asked of every size alike, so nothing in them depends on the data. */
export const growthScenarios: Scenario[] = [
  ['flags: default page', get(flags)],
  ['flags: another page each time', anotherPage(flags, pages)],
  ['flags: three letters', get(flags, { query: letters })],
  ['events: default page', get(events)],
  ['events: another page each time', anotherPage(events, pages)],
  ['events: text without a match', get(events, { query: 'there is no such text' })],
].map(([name, ask]) => ({
  name: name as string,
  group: 'growth',
  ask: ask as Scenario['ask'],
  status: 200,
}));
