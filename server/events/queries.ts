import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import type { PendingEvent } from './types.ts';

/** Any number that no other program on the same database uses. */
const eventOrderLock = 7_366_002;

/**
 * Until this transaction ends, no other one can be given an event id. The flags it touched are made
 * ready for search before, so that nobody waits for a flag while others wait for this lock.
 */
export async function lockEventOrder(tx: Tx): Promise<void> {
  await sql`select refresh_then_lock(${eventOrderLock})`.execute(tx);
}

/** An event that happened before it is written; only a history that is made up has such. */
export type PastEvent = PendingEvent & { createdAt: string };

/**
 * One statement for any number of events; their ids follow the order of the list. An event about a
 * flag carries the flag's tags of the moment, unless it says otherwise. Whoever runs it holds the
 * lock on the order.
 */
export function insertionOfEvents(
  events: readonly (PendingEvent & { createdAt?: string | undefined })[],
): RawBuilder<unknown> {
  const rows = events.map((event) => ({
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
  }));
  return sql`
    insert into events
      (created_at, type, created_by, created_by_user_id, project, environment, feature_name, data,
        pre_data, tags)
    select coalesce(created_at, clock_timestamp()), type, created_by, created_by_user_id, project,
      environment, feature_name, data, pre_data,
      coalesce(tags, (
        select jsonb_agg(jsonb_build_object('type', flag_tags.type, 'value', flag_tags.value)
          order by flag_tags.type, flag_tags.value)
        from flag_tags where flag_tags.flag = feature_name
      ), '[]')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (
      created_at timestamptz, type text, created_by text, created_by_user_id integer,
      project text, environment text, feature_name text, data jsonb, pre_data jsonb, tags jsonb
    )`;
}
