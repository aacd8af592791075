import { createHash } from 'node:crypto';
import type { Db, Tx } from '../db/open.ts';
import { RateLimitError } from '../errors.ts';
import { countAttempt, deleteAttempts } from './queries.ts';

/** What is counted: at most `max` attempts in `seconds`. */
export type Limit = { name: string; subject: string | number; max: number; seconds: number };

/** Counts in the database, which all processes share; throws 429 above the limit. */
export async function limitAttempts(db: Db, limit: Limit): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, {
    key: keyOf(limit),
    seconds: limit.seconds,
  });
  if (count > limit.max) throw new RateLimitError(Math.max(1, secondsLeft));
}

/** Attempts with a password or a code, and requests for e-mails, from an address. */
export const countAddress = (db: Db, address: string, max: number) =>
  limitAttempts(db, { name: 'address', subject: address, max, seconds: 60 });

/** After a success, earlier failures no longer count. */
export const clearAttempts = (tx: Tx, limit: Pick<Limit, 'name' | 'subject'>) =>
  deleteAttempts(tx, keyOf(limit));

const keyOf = ({ name, subject }: Pick<Limit, 'name' | 'subject'>) =>
  createHash('sha256').update(`${name} ${subject}`).digest('hex');
