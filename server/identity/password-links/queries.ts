import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { hashSecret } from '../api-tokens/secret.ts';

/** Links stored for a user; a new one deletes the oldest. */
const linksMax = 5;

export type LinkRow = {
  userId: number;
  createdBy: string | null;
  expired: boolean;
  used: boolean;
};

export async function findLink(db: Db, secret: string): Promise<LinkRow | undefined> {
  return selectLinks(db).where('secret_hash', '=', hashSecret(secret)).executeTakeFirst();
}

/** The user must be locked, so that no other transaction uses the link. */
export async function setLinkUsed(tx: Tx, secret: string): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: sql`clock_timestamp()` })
    .where('secret_hash', '=', hashSecret(secret))
    .execute();
}

export async function insertLink(
  tx: Tx,
  link: { userId: number; secret: string; createdBy: string | null; hours: number },
): Promise<void> {
  await tx
    .insertInto('password_links')
    .values({
      user_id: link.userId,
      secret_hash: hashSecret(link.secret),
      created_by: link.createdBy,
      expires_at: sql<string>`clock_timestamp() + make_interval(hours => ${link.hours})`,
    })
    .execute();
  await sql`
    delete from password_links
    where user_id = ${link.userId} and secret_hash in (
      select secret_hash from password_links where user_id = ${link.userId}
      order by created_at desc, secret_hash offset ${linksMax})`.execute(tx);
}

export async function deleteUnusedLinks(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('password_links')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

const selectLinks = (db: Db) =>
  db
    .selectFrom('password_links')
    .select(['user_id as userId', 'created_by as createdBy'])
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('expired'))
    .select(sql<boolean>`used_at is not null`.as('used'));
