import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/open.ts';
import { commitWith, prepared } from '../platform/db/pipeline.ts';
import { storableJson } from '../platform/db/records.ts';
import type { PendingEvent } from './types.ts';

/** Starts the part of the transaction that can be rolled back. */
export async function setSavepoint(tx: Tx): Promise<void> {
  await sql`savepoint trial`.execute(tx);
}

/** Also releases the locks taken since the savepoint. */
export async function rollBackToSavepoint(tx: Tx): Promise<void> {
  await sql`rollback to savepoint trial`.execute(tx);
  await releaseSavepoint(tx);
}

export async function releaseSavepoint(tx: Tx): Promise<void> {
  await sql`release savepoint trial`.execute(tx);
}

/** An event of a generated history, with its own time. */
export type PastEvent = PendingEvent & { createdAt: string };

/**
 * An event of another installation, of any type. It gets its id there if that is higher than all ids in
 * the log, else the next one.
 */
export type ImportedEvent = Omit<PastEvent, 'type' | 'createdByUserId'> & {
  id: number;
  type: string;
  createdByUserId: number | null;
};

type NewEvents = readonly (
  | (PendingEvent & { createdAt?: string | undefined; id?: undefined })
  | ImportedEvent
)[];

/**
 * One statement that appends any number of events to the log: takes the lock of the log, numbers them
 * as listed, and seals each with the hash of the previous one. No other transaction can append until
 * the commit, so the rows of flag search are refreshed before, and no transaction waits for a flag
 * while it holds the lock of the log.
 */
export const appendingOf = (events: NewEvents): RawBuilder<unknown> =>
  sql`select ${appended(events)}`;

/** Appends, evaluates the checks under the lock of the log, and commits. */
export async function appendAndCommit(
  tx: Tx,
  events: NewEvents,
  checks: readonly RawBuilder<unknown>[],
): Promise<void> {
  await commitWith(tx, sql`select ${sql.join([appended(events), ...checks])}`);
}

/** The SQLSTATE of a check that fails until its locks are taken. */
export const lockFirst = 'PN001';

const appended = (events: NewEvents) => sql`append_events(${rowsOf(events)}::jsonb)`;

/** What users send is storable; what other installations have stored may not be. */
const rowsOf = (events: NewEvents): string =>
  (events[0]?.id === undefined ? JSON.stringify : storableJson)(
    events.map((event) => ({
      ...(event.id === undefined ? {} : { id: event.id }),
      created_at: event.createdAt ?? null,
      type: event.type,
      created_by: event.createdBy,
      created_by_user_id: event.createdByUserId,
      project: event.project ?? null,
      environment: event.environment ?? null,
      feature_name: event.featureName ?? null,
      data: event.data ?? null,
      pre_data: event.preData ?? null,
      tags: event.tags ?? null,
      ...(event.via && { via: event.via }),
    })),
  );

/** Imported events must be in the order of their ids. */
export async function appendEvents(
  tx: Tx,
  events: readonly PastEvent[] | readonly ImportedEvent[],
): Promise<void> {
  await appendingOf(events).execute(tx);
}

/** Events become visible in the order of their ids, so the newest id identifies a state of the log. */
export async function findNewestEventId(db: Db): Promise<number> {
  const { rows } = await prepared(sql<{ id: number | null }>`
    select max(id) as id from events`).execute(db);
  return rows[0]?.id ?? 0;
}
