import { assertMayWriteDirectly } from '../approvals/protection/checks.ts';
import { lockWaiting } from '../approvals/schedules/queries.ts';
import type { Subjects } from '../approvals/schedules/rules.ts';
import { schedulesWaitFor, subjectsOf, suspendTouched } from '../approvals/schedules/suspension.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
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
  let awaited: Subjects | undefined;
  for (let failures = 0; ; ) {
    try {
      return await runOnce(db, work, { at, awaited });
    } catch (error) {
      // Schedules are rare; only a write that meets one is done over, with an eye on them.
      if (awaited === undefined && error instanceof SchedulesWait) {
        awaited = error.subjects;
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

/** Schedules wait for what becomes of these. */
class SchedulesWait extends Error {
  readonly subjects: Subjects;

  constructor(subjects: Subjects) {
    super('schedules wait for what this changes');
    this.subjects = subjects;
  }
}

/** `awaited` is what schedules are known to wait for. */
type Manner = { at: string | undefined; awaited: Subjects | undefined };

function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, { at, awaited }: Manner): Promise<T> {
  return db.transaction().execute(async (tx) => {
    // Requests come before flags, as for those who apply them.
    if (awaited) await lockWaiting(tx, awaited);
    const events: ToldEvent[] = [];
    pending.set(tx, events);
    const result = await work(tx);
    if (events.length > 0) {
      await assertMayWriteDirectly(tx, events);
      const told = awaited ? [...events, ...(await suspendTouched(tx, events))] : events;
      const dated = told.map((event) => ({ ...event, createdAt: at }));
      if (awaited) await appendAndCommit(tx, dated, []);
      else await appendUnlessAwaited(tx, dated, subjectsOf(events));
    }
    return result;
  });
}

async function appendUnlessAwaited(
  tx: Tx,
  events: Parameters<typeof appendAndCommit>[1],
  subjects: Subjects,
): Promise<void> {
  if (await schedulesWaitFor(tx, subjects)) throw new SchedulesWait(subjects);
  try {
    await appendAndCommit(tx, events, subjects.flags);
  } catch (error) {
    throw codeOf(error) === schedulesWait ? new SchedulesWait(subjects) : error;
  }
}
