import { sql } from 'kysely';
import type { Authentication } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { findOwner } from '../access/queries.ts';
import { hashSecret } from '../api-tokens/secret.ts';

/** Sessions per user; a login deletes the oldest beyond this limit. */
const sessionsMax = 100;

/** Undefined if the session has expired or was deleted. */
export async function findCallerBySession(
  db: Db,
  secret: string,
): Promise<Authentication | undefined> {
  return findOwner(
    db,
    sql`select user_id as "userId" from sessions
      where secret_hash = ${hashSecret(secret)} and expires_at > now()`,
  );
}

/** Where a session was opened. */
export type Device = { address: string; userAgent: string | undefined };

const userAgentLengthMax = 300;

export type NewSession = {
  userId: number;
  secret: string;
  hours: number;
  device?: Device;
  /** Whether it began at the OpenID Connect provider. */
  oidc: boolean;
};

/** Also deletes the user's expired sessions, and the oldest beyond the limit. */
export async function insertSession(
  tx: Tx,
  { userId, secret, hours, device, oidc }: NewSession,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      secret_hash: hashSecret(secret),
      expires_at: sql<string>`now() + make_interval(hours => ${hours})`,
      address: device?.address ?? null,
      user_agent: device?.userAgent?.slice(0, userAgentLengthMax) ?? null,
      oidc,
    })
    .execute();
  await sql`
    delete from sessions
    where user_id = ${userId} and secret_hash not in (
      select secret_hash from sessions
      where user_id = ${userId} and expires_at > now()
      order by created_at desc, secret_hash limit ${sessionsMax}
    )`.execute(tx);
}

/** Whether the session began at the OpenID Connect provider. */
export async function deleteSession(tx: Tx, secret: string): Promise<boolean> {
  const session = await tx
    .deleteFrom('sessions')
    .where('secret_hash', '=', hashSecret(secret))
    .returning('oidc')
    .executeTakeFirst();
  return session?.oidc ?? false;
}

/** Newest first; `current` is that of the secret. */
export async function listSessions(db: Db, userId: number, secret = '') {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'expires_at as expiresAt', 'address'])
    .select('user_agent as userAgent')
    .select(sql<boolean>`secret_hash = ${hashSecret(secret)}`.as('current'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** False if the user has no such session. */
export async function deleteSessionOfUser(tx: Tx, userId: number, id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** All sessions of the user, or all but one; returns how many. */
export async function deleteSessionsOfUser(
  tx: Tx,
  userId: number,
  exceptSecret?: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSecret !== undefined, (query) =>
      query.where('secret_hash', '<>', hashSecret(exceptSecret ?? '')),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns the number of deleted sessions, at most `limit`. */
export async function deleteExpiredSessions(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where ctid = any (array(
      select ctid from sessions where expires_at <= now()
      order by expires_at limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
