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
};

export type BenchRequest = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown };

export type Group = 'flag search' | 'events' | 'uncached' | 'pages' | 'writes' | 'SDKs' | 'growth';

/** Another page for each request; after all pages, other page sizes. */
export function pageSequence(path: string, pages: number): Scenario['request'] {
  return (n) => ({
    method: 'GET',
    path: `${path}?offset=${(n * 53) % pages}&limit=${50 + (Math.floor(n / pages) % 10)}`,
  });
}

export function get(path: string, query: Record<string, string> = {}): () => BenchRequest {
  const text = new URLSearchParams(query).toString();
  const request: BenchRequest = { method: 'GET', path: text === '' ? path : `${path}?${text}` };
  return () => request;
}

export const isRead = (scenario: Scenario) => scenario.request(0).method === 'GET';
