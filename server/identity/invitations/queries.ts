import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { hashSecret } from '../api-tokens/secret.ts';
import { accountColumns } from '../users/rules.ts';
import type { InvitationPlan, InvitationRow } from './rules.ts';

export type InvitationKey = { id: number } | { secret: string };

/** Newest first. */
export async function listInvitations(db: Db): Promise<InvitationRow[]> {
  return selectInvitations(db).orderBy('id', 'desc').execute();
}

export async function findInvitation(db: Db, key: InvitationKey) {
  return withKey(selectInvitations(db), key).executeTakeFirst();
}

export async function lockInvitation(tx: Tx, key: InvitationKey) {
  return withKey(selectInvitations(tx), key).forUpdate().executeTakeFirst();
}

/** Until the transaction ends, it cannot be disabled; others may join with it meanwhile. */
export async function lockOpenInvitation(tx: Tx, secret: string) {
  return withKey(selectInvitations(tx), { secret })
    .where('enabled', '=', true)
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .forShare()
    .executeTakeFirst();
}

export async function findOpenInvitation(db: Db, secret: string) {
  return withKey(selectInvitations(db), { secret })
    .where('enabled', '=', true)
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .executeTakeFirst();
}

export async function insertInvitation(
  tx: Tx,
  { name, expiresAt, roleId, createdBy, secret }: InvitationPlan & { secret: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('invitations')
    .values({
      name,
      secret_hash: hashSecret(secret),
      root_role_id: roleId,
      created_by: createdBy,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveInvitation(
  tx: Tx,
  { id, enabled, expiresAt }: Pick<InvitationRow, 'id' | 'enabled' | 'expiresAt'>,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ enabled, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

export async function insertInvitedUser(tx: Tx, invitationId: number, userId: number) {
  await tx
    .insertInto('invitation_users')
    .values({ invitation_id: invitationId, user_id: userId })
    .execute();
}

export async function isInvited(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitation_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Without deleted users, ordered by id. */
export async function listInvitedUsers(db: Db, invitationIds: readonly number[]) {
  return db
    .selectFrom('invitation_users')
    .innerJoin('users', 'users.id', 'invitation_users.user_id')
    .select(accountColumns)
    .select('invitation_users.invitation_id as invitationId')
    .where('invitation_users.invitation_id', '=', sql<number>`any(${invitationIds}::integer[])`)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute();
}

const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .select(['id', 'name', 'enabled', 'root_role_id as roleId', 'created_by as createdBy'])
    .select(['created_at as createdAt', 'expires_at as expiresAt']);

type Selection = ReturnType<typeof selectInvitations>;

const withKey = (query: Selection, key: InvitationKey) =>
  'id' in key
    ? query.where('id', '=', key.id)
    : query.where('secret_hash', '=', hashSecret(key.secret));
