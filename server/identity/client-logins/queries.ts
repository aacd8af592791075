import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { findOwner } from '../access/queries.ts';
import type { ClientLogin } from './schema.ts';

/** Logins per user that are allowed and not used yet. */
const loginsMax = 5;

type NewClientLogin = ClientLogin & { userId: number; expiresAt: string; tokenExpiresAt: string };

/**
 * Also deletes the oldest of the user beyond the limit. False if another user has allowed the same
 * login. The transaction must have locked the user.
 */
export async function saveClientLogin(tx: Tx, login: NewClientLogin): Promise<boolean> {
  const { challenge, userId, host, expiresAt, tokenExpiresAt } = login;
  const { numAffectedRows = 0n } = await sql`
    insert into client_logins (challenge, user_id, host, expires_at, token_expires_at)
    values (${challenge}, ${userId}, ${host}, ${expiresAt}, ${tokenExpiresAt})
    on conflict (challenge) do update
    set host = excluded.host, created_at = excluded.created_at,
      expires_at = excluded.expires_at, token_expires_at = excluded.token_expires_at
    where client_logins.user_id = excluded.user_id`.execute(tx);
  await sql`
    delete from client_logins
    where user_id = ${userId} and challenge not in (
      select challenge from client_logins where user_id = ${userId}
      order by created_at desc, challenge limit ${loginsMax}
    )`.execute(tx);
  return numAffectedRows > 0n;
}

/** The user who has allowed the login; undefined if it has expired, or the user is gone. */
export async function findClientLogin(db: Db, challenge: string) {
  return findOwner(
    db,
    sql`select user_id as "userId" from client_logins
      where challenge = ${challenge} and expires_at > now()`,
  );
}

/** Undefined if another request has deleted it. */
export async function deleteClientLogin(tx: Tx, challenge: string) {
  return tx
    .deleteFrom('client_logins')
    .where('challenge', '=', challenge)
    .returning(['challenge', 'host', 'token_expires_at as tokenExpiresAt'])
    .executeTakeFirst();
}

export async function deleteClientLoginsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('client_logins').where('user_id', '=', userId).execute();
}
