import { sql } from 'kysely';
import { chainStart, sealedContent } from '../../events/chain.ts';
import type { Db } from '../../platform/db/open.ts';
import type { ChainEnd, ChainLink } from './rules.ts';

/** The head of a log without events. */
export const noEvent: ChainEnd = { id: 0, hash: chainStart };

/**
 * The events after the given one, or from the first one. Hashes are computed in the database, so
 * that contents of any size are not transferred.
 */
export async function listChainLinks(
  db: Db,
  after: ChainEnd | undefined,
  limit: number,
): Promise<ChainLink[]> {
  // Ids start at 1, but a forged event may have any id.
  const { id, hash } = after ?? { id: Number.MIN_SAFE_INTEGER, hash: chainStart };
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
    select sealed.id as "eventId", sealed.hash, sealed.content, previous.id as "previousEventId",
      coalesce(encode(previous.hash, 'hex'), ${chainStart}) as "previousHash"
    from (
      select id, encode(hash, 'hex') as hash, ${sealedContent} as content
      from events where id = ${id}
    ) as sealed
    left join lateral (
      select id, hash from events where events.id < sealed.id order by events.id desc limit 1
    ) as previous on true`.execute(db);
  return rows[0];
}
