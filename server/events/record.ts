import type { RawBuilder } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import {
  appendAndCommit,
  lockFirst,
  releaseSavepoint,
  rollBackToSavepoint,
  setSavepoint,
} from './queries.ts';
import type { NewEvent, PendingEvent, RecordedEvent } from './types.ts';

type Work<T> = (tx: Tx) => Promise<T>;

/** Runs work in a transaction of one database. */
export type InTransaction = <T>(work: Work<T>, at?: string) => Promise<T>;

/**
 * Runs between the work of a transaction and the append of its events, and throws to refuse them.
 * `locked` means that the transaction runs again with its locks taken first.
 */
export type BeforeAppend = (
  tx: Tx,
  events: readonly RecordedEvent[],
  locked: boolean,
) => Promise<AppendTerms>;

export type AppendTerms = {
  /** Appended after the events of the transaction. */
  events?: readonly PendingEvent[];
  /**
   * An expression of the statement that appends. When it fails with PN001, the transaction runs again,
   * once, with the locks taken before its work.
   */
  check?: { expression: RawBuilder<unknown>; lock: Work<unknown> };
};

/** SQLSTATEs of serialisation failures and deadlocks. */
const retryable = new Set(['40001', '40P01']);
const attemptsMax = 3;

/**
 * Returns the one function that opens transactions. Their last statement appends their events, so a
 * change and its events commit together and ids become visible in commit order. `at` dates the events
 * of a generated history.
 */
export function createTransactions({ beforeAppend }: { beforeAppend: readonly BeforeAppend[] }) {
  return async <T>(db: Db, work: Work<T>, at?: string): Promise<T> => {
    let lock: Work<unknown> | undefined;
    for (let failures = 0; ; ) {
      try {
        return await runOnce(db, work, { beforeAppend, lock, at });
      } catch (error) {
        if (lock === undefined && error instanceof LockFirst) {
          lock = error.lock;
          continue;
        }
        failures += 1;
        if (failures === attemptsMax || !isRetryable(error)) throw error;
      }
    }
  };
}

/** The event is appended when the transaction commits. */
export function recordEvent(tx: Tx, caller: Caller, event: NewEvent): void {
  const { name: createdBy, id: createdByUserId, via } = caller;
  eventsOf(tx).push({ ...event, createdBy, createdByUserId, ...(via && { via }), caller });
}

/** Returns the result of the work and rolls back its changes and events. */
export async function dryRun<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const events = eventsOf(tx);
  const before = events.length;
  await setSavepoint(tx);
  try {
    return await work();
  } finally {
    await rollBackToSavepoint(tx);
    events.length = before;
  }
}

/** On failure, rolls back the work and returns the error; the transaction continues. */
export async function attempt(tx: Tx, work: () => Promise<void>): Promise<Error | undefined> {
  const events = eventsOf(tx);
  const before = events.length;
  await setSavepoint(tx);
  try {
    await work();
    await releaseSavepoint(tx);
    return undefined;
  } catch (error) {
    if (isRetryable(error)) throw error;
    await rollBackToSavepoint(tx);
    events.length = before;
    return error as Error;
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const isRetryable = (error: unknown) => retryable.has(codeOf(error));

const pending = new WeakMap<Tx, RecordedEvent[]>();

function eventsOf(tx: Tx): RecordedEvent[] {
  const events = pending.get(tx);
  if (!events) throw new Error('recordEvent needs a transaction opened by inTransaction');
  return events;
}

class LockFirst extends Error {
  readonly lock: Work<unknown>;

  constructor(lock: Work<unknown>) {
    super('the transaction must take its locks before its work');
    this.lock = lock;
  }
}

type Run = {
  beforeAppend: readonly BeforeAppend[];
  lock: Work<unknown> | undefined;
  at: string | undefined;
};

function runOnce<T>(db: Db, work: Work<T>, run: Run): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await run.lock?.(tx);
    const events: RecordedEvent[] = [];
    pending.set(tx, events);
    const result = await work(tx);
    if (events.length > 0) await append(tx, events, run);
    return result;
  });
}

async function append(
  tx: Tx,
  events: readonly RecordedEvent[],
  { beforeAppend, lock, at }: Run,
): Promise<void> {
  const terms: AppendTerms[] = [];
  for (const hook of beforeAppend) terms.push(await hook(tx, events, lock !== undefined));
  const all = [...events, ...terms.flatMap((term) => term.events ?? [])];
  const checks = terms.flatMap((term) => term.check ?? []);
  try {
    await appendAndCommit(
      tx,
      all.map((event) => ({ ...event, createdAt: at })),
      checks.map(({ expression }) => expression),
    );
  } catch (error) {
    if (codeOf(error) !== lockFirst) throw error;
    throw new LockFirst(async (again) => {
      for (const check of checks) await check.lock(again);
    });
  }
}
