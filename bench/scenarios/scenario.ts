/** A kind of request that is sent to every server. */
export type Scenario = {
  name: string;
  group: Group;
  /** The n-th request; reads repeat the same one. */
  request: (n: number) => BenchRequest;
  status: number;
  /** The kind of token; that of a user when absent. */
  as?: 'admin' | 'client';
  /** Sends the etag of the first response. */
  revalidates?: boolean;
  /** Explains a difference between Pennon and the peer. */
  differs?: string;
  /** Sent at a fixed rate while the scenario is measured. */
  background?: readonly BackgroundLoad[];
};

export type BackgroundLoad = {
  perSecond: number;
  as: 'admin' | 'client';
  request: (n: number) => BenchRequest;
  status: number;
};

export type BenchRequest = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown };

export type Group =
  | 'live'
  | 'flag search'
  | 'events'
  | 'uncached'
  | 'pages'
  | 'writes'
  | 'SDKs'
  | 'edge'
  | 'growth';

/** Another page for each request; after all pages, other page sizes. */
export function pageSequence(path: string, pages: number): Scenario['request'] {
  return (n) => ({
    method: 'GET',
    path: `${path}?offset=${(n * 53) % pages}&limit=${50 + (Math.floor(n / pages) % 10)}`,
  });
}

export function get(path: string, query: Record<string, string> = {}): () => BenchRequest {
  const request = getOf(path, query);
  return () => request;
}

export function getOf(path: string, query: Record<string, string> = {}): BenchRequest {
  const text = new URLSearchParams(query).toString();
  return { method: 'GET', path: text === '' ? path : `${path}?${text}` };
}

export const isRead = (scenario: Scenario) => scenario.request(0).method === 'GET';

/** Whether measuring it changes data, so that afterwards the data of the servers differ. */
export const changesData = (scenario: Scenario) =>
  scenario.background !== undefined || (scenario.group === 'writes' && !isRead(scenario));
