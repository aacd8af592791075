import type { Caller } from '../access/caller.ts';
import { subjectsOf, suspendTouched } from '../change-request-schedules/suspension.ts';
import type { Db, Tx } from '../db/open.ts';
import { assertMayWriteDirectly } from '../protection/checks.ts';
import {
  appendAndCommit,
  releaseSavepoint,
  rollBackToSavepoint,
  schedulesWait,
  setSavepoint,
} from './queries.ts';
import type { NewEvent, ToldEvent } from './types.ts';

const pending = new WeakMap<Tx, ToldEvent[]>();

/** Ways in which PostgreSQL asks for a transaction to be tried again. */
const retryable = new Set(['40001', '40P01']);
const attemptsMax = 3;

/**
 * Runs `work` in a transaction whose last act is to append its events, so that a change and its
 * events cannot part and ids become visible in commit order. A made-up history says when it was.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  at?: string,
): Promise<T> {
  let careful = false;
  for (let failures = 0; ; ) {
    try {
      return await runOnce(db, work, { at, careful });
    } catch (error) {
      // Schedules are rare; only a write that meets one is done over, with an eye on them.
      if (!careful && codeOf(error) === schedulesWait) {
        careful = true;
        continue;
      }
      failures += 1;
      if (failures === attemptsMax || !asksForRetry(error)) throw error;
    }
  }
}

/** Hands an event to the transaction; it is written when the transaction ends, or not at all. */
export function recordEvent(tx: Tx, caller: Caller, event: NewEvent): void {
  eventsOf(tx).push({ ...event, createdBy: caller.name, createdByUserId: caller.id, caller });
}

/** Does the work, keeps what it returns, and takes back everything it did, its events too. */
export async function rehearse<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
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

/** Does the work or, when it fails, nothing at all: the transaction goes on with the error. */
export async function attempt(tx: Tx, work: () => Promise<void>): Promise<Error | undefined> {
  const events = eventsOf(tx);
  const before = events.length;
  await setSavepoint(tx);
  try {
    await work();
    await releaseSavepoint(tx);
    return undefined;
  } catch (error) {
    if (asksForRetry(error)) throw error;
    await rollBackToSavepoint(tx);
    events.length = before;
    return error as Error;
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const asksForRetry = (error: unknown) => retryable.has(codeOf(error));

function eventsOf(tx: Tx): ToldEvent[] {
  const events = pending.get(tx);
  if (!events) throw new Error('recordEvent needs a transaction opened by inTransaction');
  return events;
}

type Manner = { at: string | undefined; careful: boolean };

function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, { at, careful }: Manner): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const events: ToldEvent[] = [];
    pending.set(tx, events);
    const result = await work(tx);
    if (events.length > 0) {
      await assertMayWriteDirectly(tx, events);
      const { flags, more } = subjectsOf(events);
      const looks = careful || more;
      const told = looks ? [...events, ...(await suspendTouched(tx, events))] : events;
      const dated = told.map((event) => ({ ...event, createdAt: at }));
      await appendAndCommit(tx, dated, looks ? [] : flags);
    }
    return result;
  });
}
