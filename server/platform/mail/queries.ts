import { sql } from 'kysely';
import { timeIn } from '../db/clock.ts';
import type { Db, Tx } from '../db/open.ts';

export type StoredMail = {
  id: string;
  template: string;
  recipient: string;
  failures: number;
  lease: string;
  /** Since it was stored. */
  ageMs: number;
};

/** Sent after the transaction is committed. */
export async function insertMail(
  tx: Tx,
  { template, recipient }: Pick<StoredMail, 'template' | 'recipient'>,
): Promise<void> {
  await tx.insertInto('mails').values({ template, recipient }).execute();
}

/** Leases mails that are due, unless another process has the lease. */
export async function claimMails(
  db: Db,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<StoredMail[]> {
  const { rows } = await sql<StoredMail>`
    update mails
    set lease = gen_random_uuid(), leased_until = ${timeIn(leaseMs)}
    where id in (
      select id from mails
      where next_attempt_at <= clock_timestamp()
        and (leased_until is null or leased_until <= clock_timestamp())
      order by next_attempt_at, id
      limit ${limit}
      for update skip locked)
    returning id, template, recipient, failures, lease,
      extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as "ageMs"`.execute(db);
  return rows;
}

type Leased = Pick<StoredMail, 'id' | 'lease'>;

/** After it was sent, or if it never will be. */
export async function deleteMail(db: Db, { id, lease }: Leased): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).where('lease', '=', lease).execute();
}

export async function saveFailure(db: Db, { id, lease }: Leased, delayMs: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      failures: sql<number>`failures + 1`,
      next_attempt_at: timeIn(delayMs),
      lease: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}
