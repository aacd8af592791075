import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/*
 * How statements travel on a connection. A write is a handful of small ones, and on the way to the
 * database and back each costs more than its work: see docs/adr/0019.
 */

const keptMark = '/* kept */';
const laterMark = '/* later */';
const lastMark = '/* last */';

/**
 * Begins a hot statement whose text is always the same: each connection parses it once, and plans it
 * once where PostgreSQL finds that one plan is as good for all values.
 */
export const kept = sql.raw(keptMark);

/**
 * A value that a kept statement is planned without looking at. Plans are compared by their guessed
 * cost, and one for a short list always seems to beat the plan for all lists, whatever planning takes.
 */
export function unforeseen(value: unknown, type: string): RawBuilder<unknown> {
  const cast = sql.raw(`::${type}`);
  // Only a subquery is opaque; the outer cast says that it is one value and not rows.
  return sql`(select ${value}${cast})${cast}`;
}

/** Begins a write whose answer nobody reads: it goes with the next statement, and fails that one. */
export const later = sql.raw(laterMark);

/** Begins the last statement of a transaction: the commit goes with it, and fails where it fails. */
export const last = sql.raw(lastMark);

/** Waits for all, so that the connection is free again; the first that failed is why others did. */
export async function allDone(asked: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(asked)) {
    if (each.status === 'rejected') throw each.reason;
  }
}

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;
type Statement = { text: string; values: unknown[] };

const begin: Statement = { text: 'begin', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };
const nothing: Answer = { command: '', rowCount: null, rows: [] };

/** Puts all of this between a connection and whoever asks it. */
export function shortenTrips(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<Answer>;
  const ask = gathering(corking(client, keepingPlans(asking(query))));
  client.query = ((first: unknown, ...rest: unknown[]) =>
    typeof first === 'string' && Array.isArray(rest[0])
      ? ask({ text: first, values: rest[0] })
      : query(first, ...rest)) as typeof client.query;
}

type Ask = (statement: Statement) => Promise<Answer>;

/**
 * A transaction begins with its first statement, writes that nobody waits for go with the next one,
 * and the commit goes with the last. A transaction that asks nothing never reaches the database.
 */
function gathering(send: Ask): Ask {
  let waiting: Statement[] = [];
  let within = false;
  let over = false;

  return async (statement) => {
    const { text } = statement;
    if (text === begin.text || (within && text.startsWith(laterMark))) {
      assertNotOver(over);
      within = true;
      waiting.push(statement);
      return nothing;
    }
    const before = waiting;
    waiting = [];
    if (text === commit.text || text === rollback.text) {
      const isNeeded = !over && isUnderWay(text, before);
      within = false;
      over = false;
      if (!isNeeded) return nothing;
      // What would be taken back at once need not be done.
      if (text === rollback.text) return send(statement);
    }
    assertNotOver(over);
    over = within && text.startsWith(lastMark);
    const asked = [...before, statement, ...(over ? [commit] : [])].map(send);
    await allDone(asked);
    return asked[before.length] ?? nothing;
  };
}

function assertNotOver(over: boolean): void {
  if (over) throw new Error('A statement came after the last of its transaction');
}

/** Whether the database has, or is about to be sent, anything that has to be ended. */
function isUnderWay(end: string, [first, ...rest]: readonly Statement[]): boolean {
  if (first?.text !== begin.text) return true;
  return end === commit.text && rest.length > 0;
}

/** What is asked in one moment travels in one packet; the embedded database has no packets. */
function corking(client: pg.PoolClient, ask: Ask): Ask {
  const { stream } = (client as unknown as Connected).connection;
  return (statement) => {
    stream.cork?.();
    process.nextTick(() => stream.uncork?.());
    return ask(statement);
  };
}

type Connected = { connection: { stream: { cork?: () => void; uncork?: () => void } } };

/**
 * A statement with a name is parsed once on a connection, and mostly planned once: those that are
 * marked, and those of transactions, which find rows by their keys whatever the values are.
 */
function keepingPlans(ask: Asking): Ask {
  let within = false;
  return ({ text, values }) => {
    if (text === begin.text) within = true;
    if (text === commit.text || text === rollback.text) within = false;
    const keeps = text.startsWith(keptMark) || (within && values.length > 0 && hasRoomFor(text));
    return ask(text, values, keeps ? nameOf(text) : undefined);
  };
}

type Asking = (text: string, values: unknown[], name: string | undefined) => Promise<Answer>;

/** Hands over a query that is ready: made from an object, each would cost a copy of it, 10 µs. */
const asking =
  (submit: (query: pg.Query) => unknown): Asking =>
  async (text, values, name) => {
    try {
      return await new Promise((resolve, reject) => {
        const query = new pg.Query(text, values, (error, answer) =>
          error ? reject(error) : resolve(answer as unknown as Answer),
        );
        if (name !== undefined) Object.assign(query, { name });
        submit(query);
      });
    } catch (error) {
      // Where it was asked says more than where the answer was read.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };

const names = new Map<string, string>();

/** What a list makes long is as manifold as lists are; a connection would keep a plan of each. */
const [namesMax, lengthMax] = [500, 4000];

const hasRoomFor = (text: string): boolean =>
  names.has(text) || (names.size < namesMax && text.length <= lengthMax);

/** The same text always has the same name. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
