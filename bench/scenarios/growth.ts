import { letters } from './flag-search.ts';
import { get, type Scenario } from './scenario.ts';

/** Asked of every size alike, so nothing in them depends on the data. */
export const growthScenarios: Scenario[] = [
  ['flags: default page', get('/api/admin/search/features')],
  ['flags: three letters', get('/api/admin/search/features', { query: letters })],
  ['events: default page', get('/api/admin/search/events')],
  ['events: text of nobody', get('/api/admin/search/events', { query: 'there is no such text' })],
].map(([name, ask]) => ({
  name: name as string,
  group: 'growth',
  ask: ask as Scenario['ask'],
  status: 200,
}));
