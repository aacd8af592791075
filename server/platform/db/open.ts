import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { type Listen, type Listener, listenOnPostgres } from './listen.ts';
import type { Tables } from './tables.ts';
import { allDone, shortenTrips } from './trips.ts';

/** Anything that can run a statement: the pool, or an open transaction. Queries take this. */
export type Db = Kysely<Tables>;
/** An open transaction. Commands take this, so that they compose and cannot half-happen. */
export type Tx = Transaction<Tables>;

/** How busy the pool is, for the metrics page. */
export type PoolUse = { total: number; idle: number; waiting: number };

export type OpenDb = {
  db: Db;
  poolUse: () => PoolUse;
  listen: Listen;
  close: () => Promise<void>;
};

/** A statement of any make. */
type Question<Row> = { compile: (db: Db) => CompiledQuery<Row> };
type Questions<Rows extends readonly unknown[]> = { [Place in keyof Rows]: Question<Rows[Place]> };
type Answers<Rows extends readonly unknown[]> = { [Place in keyof Rows]: Rows[Place][] };

/** One after the other on one connection, without waiting for an answer in between. */
export function askAtOnce<Rows extends readonly unknown[]>(
  db: Db,
  questions: Questions<Rows>,
): Promise<Answers<Rows>> {
  const compiled = questions.map((question) => question.compile(db));
  return db.getExecutor().provideConnection(async (connection) => {
    const asked = compiled.map((question) => connection.executeQuery(question));
    await allDone(asked);
    const answers = await Promise.all(asked);
    return answers.map(({ rows }) => rows) as Answers<Rows>;
  });
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoText);

/** A moment as the database writes it, to the millisecond in universal time. */
export function isoText(text: string): string {
  // Nearly all are like this, and what is only put together anew need not be understood.
  if (text[10] === ' ' && text.endsWith('+00')) {
    const fraction = text.slice(19, -3) || '.';
    const milliseconds = fraction.padEnd(4, '0').slice(0, 4);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}${milliseconds}Z`;
  }
  // Made ISO text first: left to guess, Date takes the year 0049 for 2049.
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

type PoolLimits = Pick<Config, 'poolMax' | 'connectTimeoutMs' | 'statementTimeoutMs'>;

export function openPostgres(connectionString: string, limits: PoolLimits): OpenDb {
  const pool = new pg.Pool({
    connectionString,
    max: limits.poolMax,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    application_name: 'pennon',
    pipeline: true,
    // Compiling a statement takes 10 to 40 ms, and none of ours runs long enough to earn it back. Said
    // by a statement, because proxies refuse options; the pool waits for it.
    onConnect: (client) => client.query('set jit = off') as never,
  });
  return fromPool(pool, listenOnPostgres(connectionString), async () => {});
}

/** Everything that asks the database goes through one pool. */
export function fromPool(
  pool: pg.Pool,
  listener: Listener,
  afterClose: () => Promise<void>,
): OpenDb {
  // Without a listener, a connection that dies while idle would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // So would one that dies between two statements of a transaction; the next one will fail.
    client.on('error', () => {});
    shortenTrips(client);
  });
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    poolUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: listener.listen,
    close: async () => {
      await listener.close();
      await db.destroy();
      await afterClose();
    },
  };
}
