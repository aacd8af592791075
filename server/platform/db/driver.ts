import { createHash } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** A statement that each connection parses once. */
export type PreparedQuery = CompiledQuery & { readonly prepared?: boolean };

/** Observes each failed statement, and returns the error to throw; and each write. */
export type Observer = { failed: (error: unknown) => unknown; wrote: () => void };

/** Statements, for tracing. */
export const statements = tracingChannel<unknown, { text: string }>('pennon.statement');

type Pool = { connect: () => Promise<pg.PoolClient>; end: () => Promise<void> };

/** Kysely over a pool whose clients are in pipeline mode: see docs/adr/0024. */
export const pipelinedDialect = (pool: Pool, observer: Observer): Dialect => ({
  createDriver: () => pipelinedDriver(pool, observer),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/** Narrows a connection that Kysely provides to one of this driver. */
export function pipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection;
  throw new Error('The connection does not belong to the pipelined driver');
}

function pipelinedDriver(pool: Pool, observer: Observer): Driver {
  const shared = { nameOf: createNaming(), observer };
  return {
    init: async () => {},
    acquireConnection: async () => new PipelinedConnection(await pool.connect(), shared),
    beginTransaction: async (connection, settings) => pipelined(connection).begin(settings),
    commitTransaction: (connection) => pipelined(connection).commit(),
    rollbackTransaction: (connection) => pipelined(connection).rollback(),
    releaseConnection: async (connection) => pipelined(connection).release(),
    destroy: () => pool.end(),
  };
}

/** A pooled client, the state of its transaction, and deferred statements, sent with the next one. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #nameOf: NameOf;
  readonly #observer: Observer;
  #transaction: 'none' | 'open' | 'committed' = 'none';
  /** Undefined after it was sent. */
  #begin: CompiledQuery | undefined;
  #deferred: CompiledQuery[] = [];

  constructor(client: pg.PoolClient, { nameOf, observer }: { nameOf: NameOf; observer: Observer }) {
    this.#client = client;
    this.#nameOf = nameOf;
    this.#observer = observer;
  }

  /** Sends nothing: a transaction without statements never reaches the database. */
  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const level = isolationLevel && `isolation level ${isolationLevel}`;
    this.#begin = CompiledQuery.raw(['begin', level, accessMode].filter(Boolean).join(' '));
    this.#transaction = 'open';
  }

  async executeQuery<Row>(query: PreparedQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === 'committed') throw new Error('The transaction is already committed');
    const [result] = await this.#send([query]);
    return resultOf(result);
  }

  defer(query: PreparedQuery): void {
    this.#assertOpen();
    this.#deferred.push(query);
  }

  async commitWith(query: PreparedQuery): Promise<void> {
    this.#assertOpen();
    const sent = this.#send([query, commit]);
    this.#transaction = 'committed';
    await sent;
  }

  async commit(): Promise<void> {
    const isEmpty = this.#begin !== undefined && this.#deferred.length === 0;
    const sent = this.#transaction === 'open' && !isEmpty ? this.#send([commit]) : undefined;
    this.#reset();
    await sent;
  }

  /** Drops deferred statements; a failed commit has already ended the transaction. */
  async rollback(): Promise<void> {
    const isNeeded = this.#transaction === 'open' && this.#begin === undefined;
    this.#reset();
    if (isNeeded) await this.#send([rollback]);
  }

  streamQuery(): never {
    throw new Error('A cursor would occupy the connection: read page by page instead');
  }

  release(): void {
    this.#client.release();
  }

  /** Returns the results of these queries; unsent statements are sent before them. */
  async #send(queries: readonly PreparedQuery[]): Promise<pg.QueryResult[]> {
    const unsent = this.#begin ? [this.#begin, ...this.#deferred] : this.#deferred;
    this.#begin = undefined;
    this.#deferred = [];
    const inTransaction = this.#transaction !== 'none';
    const sent = [...unsent, ...queries].map((query) => this.#sendOne(query, inTransaction));
    try {
      const results = await settle(sent);
      if (results.some(isWrite)) this.#observer.wrote();
      return results.slice(unsent.length);
    } catch (cause) {
      const error = this.#observer.failed(cause);
      // The stack of the caller is more useful than that of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #sendOne(query: PreparedQuery, inTransaction: boolean): Promise<pg.QueryResult> {
    const send = () =>
      this.#client.query({
        text: query.sql,
        values: [...query.parameters],
        name: this.#nameOf(query, inTransaction),
      });
    return statements.hasSubscribers ? statements.tracePromise(send, { text: query.sql }) : send();
  }

  #reset(): void {
    this.#transaction = 'none';
    this.#begin = undefined;
    this.#deferred = [];
  }

  #assertOpen(): void {
    if (this.#transaction !== 'open') throw new Error('No transaction is open');
  }
}

const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

/** Waits for all, so that the connection is free again; the first failure caused the others. */
export async function settle<T>(sent: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

/** A text of several statements returns a list of results, which no caller reads. */
function resultOf<Row>({ command = '', rowCount, rows = [] }: Partial<pg.QueryResult> = {}) {
  const result: QueryResult<Row> = { rows };
  return writes.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const isWrite = ({ command, rowCount }: pg.QueryResult) => writes.has(command) && rowCount !== 0;

type NameOf = (query: PreparedQuery, inTransaction: boolean) => string | undefined;

/** Each connection caches a plan for every name, and texts that spell out a list are unlimited. */
const [textsMax, textLengthMax] = [500, 4000];

/**
 * Names the statements that are prepared: marked ones, and those of transactions, which find rows by
 * key, so that one plan serves all values. Unprepared, a write takes 10% to 27% more CPU time.
 */
function createNaming(): NameOf {
  const names = new Map<string, string>();
  return ({ sql: text, parameters, prepared }, inTransaction) => {
    const named = names.get(text);
    if (named !== undefined && (prepared || inTransaction)) return named;
    const fits = names.size < textsMax && text.length <= textLengthMax;
    if (!prepared && !(inTransaction && parameters.length > 0 && fits)) return undefined;
    // A digest, so that a name never refers to two texts, even if a proxy shares connections.
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}
