import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { hashSecret } from '../api-tokens/secret.ts';

/** Links stored for a user, by e-mail and from Admins each; a new one deletes the oldest. */
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

export type NewLink = {
  userId: number;
  secret: string;
  hours: number;
  /** Who gets the link: an Admin, or the user by this e-mail. */
  source: { createdBy: string } | { mailId: string };
};

/** Replaces the link of an earlier attempt to send the same e-mail. */
export async function insertLink(tx: Tx, { userId, secret, hours, source }: NewLink) {
  const mailId = 'mailId' in source ? source.mailId : null;
  if (mailId !== null)
    await tx.deleteFrom('password_links').where('mail_id', '=', mailId).execute();
  await tx
    .insertInto('password_links')
    .values({
      user_id: userId,
      secret_hash: hashSecret(secret),
      created_by: 'createdBy' in source ? source.createdBy : null,
      mail_id: mailId,
      expires_at: sql<string>`clock_timestamp() + make_interval(hours => ${hours})`,
    })
    .execute();
  await deleteOldLinks(tx, userId, mailId !== null);
}

/** Separately for those by e-mail, so that requests by others leave the links of Admins valid. */
async function deleteOldLinks(tx: Tx, userId: number, byMail: boolean): Promise<void> {
  await sql`
    delete from password_links where secret_hash in (
      select secret_hash from password_links
      where user_id = ${userId} and (mail_id is not null) = ${byMail}
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
