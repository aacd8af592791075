import type { Caller } from '../access/caller.ts';
import type { Db, Tx } from '../db/open.ts';
import { appendingOf } from './queries.ts';
import type { NewEvent, PendingEvent } from './types.ts';

const pending = new WeakMap<Tx, PendingEvent[]>();

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
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work, at);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (attempt === attemptsMax || !retryable.has(code)) throw error;
    }
  }
}

/** Hands an event to the transaction; it is written when the transaction ends, or not at all. */
export function recordEvent(tx: Tx, caller: Caller, event: NewEvent): void {
  const events = pending.get(tx);
  if (!events) throw new Error('recordEvent needs a transaction opened by inTransaction');
  events.push({ ...event, createdBy: caller.name, createdByUserId: caller.id });
}

function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, at?: string): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const events: PendingEvent[] = [];
    pending.set(tx, events);
    const result = await work(tx);
    if (events.length > 0) {
      await appendingOf(events.map((event) => ({ ...event, createdAt: at }))).execute(tx);
    }
    return result;
  });
}
