/** One question, put to every server in the same words. */
export type Scenario = {
  name: string;
  group: Group;
  /** The n-th request of this kind; reads ask the same each time. */
  ask: (n: number) => Ask;
  status: number;
  /** Who asks; a person unless said otherwise. */
  as?: 'admin' | 'client';
  /** Sends back the etag that the first answer carried. */
  revalidates?: boolean;
  /** Why answers differ between Pennon and the peer, where it is known that they do. */
  differs?: string;
};

export type Ask = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown };

export type Group = 'flag search' | 'events' | 'uncached' | 'pages' | 'writes' | 'SDKs' | 'growth';

/** Another page each time, out of so many; once all were asked for, pages of another length. */
export function anotherPage(path: string, pages: number): Scenario['ask'] {
  return (n) => ({
    method: 'GET',
    path: `${path}?offset=${(n * 53) % pages}&limit=${50 + (Math.floor(n / pages) % 10)}`,
  });
}

/** The address with its query, in the order given. */
export function get(path: string, query: Record<string, string> = {}): () => Ask {
  const text = new URLSearchParams(query).toString();
  const ask: Ask = { method: 'GET', path: text === '' ? path : `${path}?${text}` };
  return () => ask;
}

export const isRead = (scenario: Scenario) => scenario.ask(0).method === 'GET';
