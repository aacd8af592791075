import { threeLetters } from './flag-search.ts';
import { get, pageSequence, type Scenario } from './scenario.ts';

const flags = '/api/admin/search/features';
const events = '/api/admin/search/events';

/** The smallest size also has this many pages. */
const pages = 700;

/** Independent of the data, so that they are the same at every size. */
export const growthScenarios: Scenario[] = [
  ['flags: default page', get(flags)],
  ['flags: another page each time', pageSequence(flags, pages)],
  ['flags: three letters', get(flags, { query: threeLetters })],
  ['events: default page', get(events)],
  ['events: another page each time', pageSequence(events, pages)],
  ['events: text without a match', get(events, { query: 'there is no such text' })],
].map(([name, request]) => ({
  name: name as string,
  group: 'growth',
  request: request as Scenario['request'],
  status: 200,
}));
