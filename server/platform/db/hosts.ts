import type pg from 'pg';

/** The hosts of `DATABASE_URL`; connections are made to the one that last accepted writes. */
export type Hosts = {
  /** Calls back with the address of one host after the other until one does not fail. */
  tryEach: <T>(connect: (url: string) => Promise<T>) => Promise<T>;
  /** With several hosts, rejects a connection to a standby, so that the next host is tried. */
  assertPrimary: (client: pg.ClientBase) => Promise<void>;
};

export function createHosts(connectionString: string): Hosts {
  const urls = splitHosts(connectionString);
  let current = 0;

  /** Moves on once, although several connections to the same host fail together. */
  function leave(failed: number): void {
    if (current === failed) current = (failed + 1) % urls.length;
  }

  return {
    tryEach: async (connect) => {
      for (let attempt = 1; ; attempt++) {
        const tried = current;
        try {
          return await connect(urls[tried] as string);
        } catch (error) {
          if (isPoolExhausted(error)) throw error;
          leave(tried);
          if (attempt === urls.length) throw error;
        }
      }
    },
    assertPrimary: async (client) => {
      if (urls.length === 1) return;
      const { rows } = await client.query('show transaction_read_only');
      if (rows[0].transaction_read_only === 'on') throw new StandbyError();
    },
  };
}

/** All connections of the pool are in use; the host may be healthy. */
const isPoolExhausted = (error: unknown) =>
  (error as Error).message === 'timeout exceeded when trying to connect';

/** The code of a PostgreSQL server that accepts no connections at the moment. */
class StandbyError extends Error {
  readonly code = '57P03';

  constructor() {
    super('No host of DATABASE_URL accepts writes');
  }
}

/** `postgres://user@a:1,b:2/name` is `postgres://user@a:1/name` and `postgres://user@b:2/name`. */
export function splitHosts(connectionString: string): string[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(connectionString);
  const [, before = '', hosts = '', after = ''] = parts ?? ['', connectionString];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
