import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { watchDiskFull } from './disk-full.ts';
import { pipelinedDialect } from './driver.ts';
import { createHosts } from './hosts.ts';
import { type Listen, type Listener, listenOnPostgres } from './listen.ts';
import type { Tables } from './tables.ts';

/** The pool or an open transaction. Queries take this. */
export type Db = Kysely<Tables>;
/** An open transaction. Commands take this, so that they compose and are atomic. */
export type Tx = Transaction<Tables>;

/** The use of the pool, for the metrics. */
export type PoolUse = { total: number; idle: number; waiting: number };

export type OpenDb = {
  db: Db;
  poolUse: () => PoolUse;
  listen: Listen;
  /** True if the last write failed because the disk is full. */
  isDiskFull: () => boolean;
  close: () => Promise<void>;
};

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoText);

/** Turns a timestamp as PostgreSQL prints it into ISO 8601, UTC, with milliseconds. */
export function isoText(text: string): string {
  // The usual form, which needs no parsing.
  if (text[10] === ' ' && text.endsWith('+00')) {
    const fraction = text.slice(19, -3) || '.';
    const milliseconds = fraction.padEnd(4, '0').slice(0, 4);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}${milliseconds}Z`;
  }
  // ISO text first: Date reads the year 0049 of any other format as 2049.
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

export type PoolLimits = { poolMax: number; connectTimeoutMs: number; statementTimeoutMs: number };

/** With `readOnly`, also a standby is accepted. */
export function openPostgres(
  connectionString: string,
  limits: PoolLimits,
  { readOnly = false } = {},
): OpenDb {
  const hosts = createHosts(connectionString);
  const pool = new pg.Pool({
    max: limits.poolMax,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    application_name: 'pennon',
    pipeline: true,
    // JIT compilation takes 10 to 40 ms, more than it saves for any of our statements. The default
    // cost of a random page is that of a disk with heads: PostgreSQL would scan 10,000 rows instead
    // of looking up 50. Set by a statement, because proxies refuse options; the pool waits for it.
    onConnect: async (client) => {
      await client.query('set jit = off; set random_page_cost = 1.1');
      if (!readOnly) await hosts.assertPrimary(client);
    },
  });
  const connect = () =>
    hosts.tryEach((url) => {
      // New connections read the options of the pool.
      pool.options.connectionString = url;
      return pool.connect();
    });
  return fromPool(pool, listenOnPostgres(hosts), { connect });
}

type PoolOptions = {
  connect?: () => Promise<pg.PoolClient>;
  /** Replaces an error of the database by a clearer one. */
  explain?: (error: unknown) => unknown;
  afterClose?: () => Promise<void>;
};

/** All statements go through one pool. */
export function fromPool(
  pool: pg.Pool,
  listener: Listener,
  { connect = () => pool.connect(), explain = (error) => error, afterClose }: PoolOptions = {},
): OpenDb {
  // Without a listener, a connection that dies while idle would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // So would one that dies between two statements of a transaction; the next one will fail.
    client.on('error', () => {});
  });
  const diskFull = watchDiskFull(explain);
  const db: Db = new Kysely({
    dialect: pipelinedDialect({ connect, end: () => pool.end() }, diskFull),
  });
  return {
    db,
    poolUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: listener.listen,
    isDiskFull: diskFull.isFull,
    close: async () => {
      await listener.close();
      await db.destroy();
      await afterClose?.();
    },
  };
}
