import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import { type PreparedQuery, pipelined, settle } from './driver.ts';
import type { Db, Tx } from './open.ts';

/** Raw SQL, a query builder or a prepared statement. */
export type Statement<Row> = { compile: (db: Db) => CompiledQuery<Row> };

type Statements<Rows extends readonly unknown[]> = { [I in keyof Rows]: Statement<Rows[I]> };
type Results<Rows extends readonly unknown[]> = { [I in keyof Rows]: Rows[I][] };

/**
 * Sends the statements one after the other on one connection without waiting for results in between.
 * Each sees the effects of those before it; the first failure fails the call.
 */
export function queryPipelined<Rows extends readonly unknown[]>(
  db: Db,
  statements: Statements<Rows>,
): Promise<Results<Rows>> {
  const queries = statements.map((statement) => statement.compile(db));
  return db.getExecutor().provideConnection(async (connection) => {
    const results = await settle(queries.map((query) => connection.executeQuery(query)));
    return results.map(({ rows }) => rows) as Results<Rows>;
  });
}

/**
 * Sends a write whose result is not read with the next statement of the transaction, or with its
 * commit. If the write fails, that statement fails with its error: never defer a write whose failure
 * the caller handles.
 */
export async function executeDeferred(tx: Tx, statement: Statement<unknown>): Promise<void> {
  const query = statement.compile(tx);
  await tx
    .getExecutor()
    .provideConnection(async (connection) => pipelined(connection).defer(query));
}

/** Sends the last statement of the transaction together with the commit; fails if either fails. */
export async function commitWith(tx: Tx, statement: Statement<unknown>): Promise<void> {
  const query = statement.compile(tx);
  await tx.getExecutor().provideConnection((connection) => pipelined(connection).commitWith(query));
}

export type PreparedStatement<Row> = Statement<Row> & {
  execute: (db: Db) => Promise<QueryResult<Row>>;
};

/**
 * A frequent statement that each connection parses once, and plans once if PostgreSQL finds the generic
 * plan as good as one for the values at hand.
 */
export function prepared<Row>(statement: Statement<Row>): PreparedStatement<Row> {
  const compile = (db: Db): CompiledQuery<Row> & PreparedQuery => ({
    ...statement.compile(db),
    prepared: true,
  });
  return { compile, execute: (db) => db.executeQuery(compile(db)) };
}

/**
 * A value that the planner cannot see. PostgreSQL compares the estimated cost of a custom plan with
 * that of the generic one, and without this would plan a prepared statement with a short list again at
 * each execution, which takes longer than the better plan saves.
 */
export function planOpaque(value: unknown, type: string): RawBuilder<unknown> {
  const cast = sql.raw(`::${type}`);
  // Only a subquery is opaque; the outer cast makes it one value instead of rows.
  return sql`(select ${value}${cast})${cast}`;
}
