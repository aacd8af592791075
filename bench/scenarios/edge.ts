import { get, type Scenario } from './scenario.ts';

const shared = { group: 'edge', request: get('/api/client/features') } as const;

/** The user of the target is a page, because an edge has no other users. */
export const edgeScenarios: Scenario[] = [
  { ...shared, name: 'client features, 304', as: 'client', status: 304, revalidates: true },
  { ...shared, name: 'client features, 200', as: 'client', status: 200 },
  {
    ...shared,
    name: 'frontend, another user each time',
    status: 200,
    request: (n) => ({ method: 'GET', path: `/api/frontend?userId=${n % 10_000}` }),
  },
];
