import { sql } from 'kysely';
import { chainStart, sealedContent } from '../../events/chain.ts';
import type { Db } from '../../platform/db/open.ts';
import type { ChainEnd, ChainLink } from './rules.ts';

/** The head of a log without events. */
export const noEvent: ChainEnd = { id: 0, hash: chainStart };

/** Precedes every event: ids start at 1, but a forged event may have any id. */
export const beforeAll: ChainEnd = { id: Number.MIN_SAFE_INTEGER, hash: chainStart };

/**
 * The events after an id, of which the first must have been sealed with the hash. Hashes are computed
 * in the database, so that contents of any size are not transferred.
 */
export async function listChainLinks(
  db: Db,
  { id, hash }: ChainEnd,
  limit: number,
): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    select id, encode(hash, 'hex') as hash,
      encode(sha256(convert_to(
        coalesce(encode(lag(hash) over (order by id), 'hex'), ${hash}) || E'\\n'
          || ${sealedContent}, 'UTF8'
      )), 'hex') as expected
    from (select * from events where id > ${id} order by id limit ${limit}) as page
    order by id`.execute(db);
  return rows;
}

/** The end and number of events that were deleted by the setting for retention. */
export type Deletion = ChainEnd & { events: number };

/** All deletions up to the newest one, or undefined if there is none. */
export async function findDeletion(db: Db): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    select (data ->> 'lastId')::bigint as id, data ->> 'lastHash' as hash,
      (data ->> 'totalEvents')::bigint as events
    from events where type = 'events-deleted' order by events.id desc limit 1`.execute(db);
  return rows[0];
}

export async function findEventHash(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from events where id = ${id}`.execute(db);
  return rows[0]?.hash;
}

/** The input of the hash of an event, and the hash. */
export async function findProof(db: Db, id: number) {
  const { rows } = await sql<{
    eventId: number;
    hash: string;
    content: string;
    previousEventId: number | null;
    previousHash: string;
  }>`
    select sealed.id as "eventId", sealed.hash, sealed.content,
      coalesce(previous.id, (deletion.data ->> 'lastId')::bigint) as "previousEventId",
      coalesce(encode(previous.hash, 'hex'), deletion.data ->> 'lastHash', ${chainStart})
        as "previousHash"
    from (
      select id, encode(hash, 'hex') as hash, ${sealedContent} as content
      from events where id = ${id}
    ) as sealed
    left join lateral (
      select id, hash from events where events.id < sealed.id order by events.id desc limit 1
    ) as previous on true
    left join lateral (
      select data from events where type = 'events-deleted' and previous.id is null
      order by events.id desc limit 1
    ) as deletion on true`.execute(db);
  return rows[0];
}
