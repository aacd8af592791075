import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { accountColumns, adminRoleId, type UserNames, type UserRow } from './rules.ts';

export type AccountType = UserRow['accountType'];

/** Keys of advisory locks, unique in this server. */
const namesLock = 7_366_010;
const adminsLock = 7_366_011;
const firstUserLock = 7_366_012;

/** Stored former passwords; the current password is refused in addition. */
const formerPasswordsMax = 4;

/** Without service accounts, ordered by id. */
export async function listUsers(db: Db) {
  return selectUsers(db)
    .select(
      sql<number>`(
        select count(*) from sessions where user_id = users.id and expires_at > now()
      )`.as('activeSessions'),
    )
    .where('users.account_type', '=', 'User')
    .orderBy('users.id')
    .execute();
}

export async function findUser(db: Db, id: number, accountType: AccountType) {
  return selectUsers(db)
    .where('users.id', '=', id)
    .where('users.account_type', '=', accountType)
    .executeTakeFirst();
}

/** Until the transaction ends, no other one can change, delete or log in this user. */
export async function lockUser(tx: Tx, id: number, accountType: AccountType) {
  return selectUsers(tx)
    .select('users.password_hash as passwordHash')
    .where('users.id', '=', id)
    .where('users.account_type', '=', accountType)
    .forUpdate()
    .executeTakeFirst();
}

/** A username has precedence over an e-mail. */
export async function findUserToLogIn(db: Db, usernameOrEmail: string) {
  return selectUsers(db)
    .select('users.password_hash as passwordHash')
    .where('users.account_type', '=', 'User')
    .where(
      sql<boolean>`(
        lower(users.username) = lower(${usernameOrEmail})
        or lower(users.email) = lower(${usernameOrEmail})
      )`,
    )
    .orderBy(sql`lower(users.username) = lower(${usernameOrEmail}) desc nulls last`)
    .orderBy('users.id')
    .executeTakeFirst();
}

export async function findUserByEmail(db: Db, email: string) {
  return selectUsers(db)
    .where('users.account_type', '=', 'User')
    .where(sql<boolean>`lower(users.email) = lower(${email})`)
    .executeTakeFirst();
}

const searchLimit = 100;

/** Users whose name, username or e-mail contains the text. */
export async function searchUsers(db: Db, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return selectUsers(db)
    .where('users.account_type', '=', 'User')
    .where(({ eb, or }) =>
      or([
        eb('users.name', 'ilike', pattern),
        eb('users.username', 'ilike', pattern),
        eb('users.email', 'ilike', pattern),
      ]),
    )
    .orderBy('users.id')
    .limit(searchLimit)
    .execute();
}

/** Users and service accounts. */
export async function listAccounts(db: Db) {
  return selectUsers(db).orderBy('users.id').execute();
}

export async function listGroupSizes(db: Db) {
  return db
    .selectFrom('groups')
    .leftJoin('group_members', 'group_members.group_id', 'groups.id')
    .select(['groups.id', 'groups.name'])
    .select(({ fn }) => fn.count<number>('group_members.user_id').as('userCount'))
    .groupBy('groups.id')
    .orderBy('groups.id')
    .execute();
}

/** Without users who have the role through a group. */
export async function countAdmins(db: Db) {
  const { rows } = await sql<{ password: number; noPassword: number; service: number }>`
    select
      count(*) filter (where account_type = 'User' and password_hash is not null) as password,
      count(*) filter (where account_type = 'User' and password_hash is null) as "noPassword",
      count(*) filter (where account_type = 'Service Account') as service
    from users
    where root_role_id = ${adminRoleId} and deleted_at is null`.execute(db);
  return rows[0] ?? { password: 0, noPassword: 0, service: 0 };
}

export async function listRootRoles(db: Db) {
  return selectRootRoles(db).orderBy('id').execute();
}

/** By id, by id as text, or by name, case-insensitive. */
export async function findRootRole(db: Db, reference: number | string) {
  const id = /^\d{1,9}$/.test(String(reference)) ? Number(reference) : undefined;
  return id === undefined
    ? selectRootRoles(db).where(sql<boolean>`lower(name) = lower(${reference})`).executeTakeFirst()
    : selectRootRoles(db).where('id', '=', id).executeTakeFirst();
}

/** Until the transaction ends, no other one can change usernames or e-mails. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${namesLock})`.execute(tx);
}

/** A name is taken if it is the username or the e-mail of another user. */
export async function findTakenNames(
  tx: Tx,
  { username, email }: Pick<UserNames, 'username' | 'email'>,
  exceptId: number,
): Promise<{ username: boolean; email: boolean }> {
  const taken = (name: string | null) => sql<boolean>`exists (
    select from users
    where deleted_at is null and id <> ${exceptId}
      and (lower(username) = lower(${name}::text) or lower(email) = lower(${name}::text))
  )`;
  const { rows } = await sql<{ username: boolean; email: boolean }>`
    select ${taken(username)} as username, ${taken(email)} as email`.execute(tx);
  return rows[0] ?? { username: false, email: false };
}

/** Whether another Admin has a password or a valid token; serializes changes of Admins. */
export async function lockOtherAdmin(tx: Tx, userId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${adminsLock})`.execute(tx);
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('root_role_id', '=', adminRoleId)
    .where('deleted_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .where('id', '<>', userId)
    .where(
      sql<boolean>`(password_hash is not null or exists (
        select from personal_tokens where personal_tokens.user_id = users.id
          and (expires_at is null or expires_at > now())
      ))`,
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether there is or was an Admin; serializes the creation of the first one. */
export async function lockFirstAdmin(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${firstUserLock})`.execute(tx);
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('root_role_id', '=', adminRoleId)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

export async function insertUser(
  tx: Tx,
  user: UserNames & {
    accountType: AccountType;
    rootRole: number;
    passwordHash: string | null;
    mustChangePassword: boolean;
  },
): Promise<UserRow> {
  const { id } = await tx
    .insertInto('users')
    .values({
      account_type: user.accountType,
      username: user.username,
      email: user.email,
      name: user.name,
      root_role_id: user.rootRole,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return selectUsers(tx).where('users.id', '=', id).executeTakeFirstOrThrow();
}

export async function saveUser(
  tx: Tx,
  { id, name, email, rootRole }: Pick<UserRow, 'id' | 'name' | 'email' | 'rootRole'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, email, root_role_id: rootRole })
    .where('id', '=', id)
    .execute();
}

export async function saveNames(
  tx: Tx,
  { id, username, email, name }: Pick<UserRow, 'id'> & UserNames,
): Promise<void> {
  await tx.updateTable('users').set({ username, email, name }).where('id', '=', id).execute();
}

export async function saveActive(tx: Tx, id: number, active: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deactivated_at: active ? null : sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Newest first. */
export async function listFormerPasswordHashes(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('former_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(formerPasswordsMax)
    .execute();
  return rows.map(({ password_hash }) => password_hash);
}

/** Adds the previous hash to the former passwords. */
export async function savePassword(
  tx: Tx,
  userId: number,
  password: { hash: string; formerHash: string | null; mustChange: boolean },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: password.hash, must_change_password: password.mustChange })
    .where('id', '=', userId)
    .execute();
  if (password.formerHash === null) return;
  await tx
    .insertInto('former_passwords')
    .values({ user_id: userId, password_hash: password.formerHash })
    .execute();
  await sql`
    delete from former_passwords
    where user_id = ${userId} and password_hash not in (
      select password_hash from former_passwords
      where user_id = ${userId} order by created_at desc limit ${formerPasswordsMax}
    )`.execute(tx);
}

/** For another hash of the same password. */
/** Null: the user has no password. */
export async function replacePasswordHash(
  tx: Tx,
  userId: number,
  hash: string | null,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

export async function setSeen(tx: Tx, userId: number): Promise<string> {
  const { seenAt } = await tx
    .updateTable('users')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', userId)
    .returning('seen_at as seenAt')
    .executeTakeFirstOrThrow();
  return seenAt ?? '';
}

/** Retains the row for references, without personal data and credentials. */
export async function anonymizeUser(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: `Deleted user ${userId}`,
      username: null,
      email: null,
      password_hash: null,
      must_change_password: false,
      deleted_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', userId)
    .execute();
  await tx.deleteFrom('former_passwords').where('user_id', '=', userId).execute();
}

function selectRootRoles(db: Db) {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type', sql<null>`null`.as('project')])
    .where('type', 'in', ['root', 'root-custom']);
}

function selectUsers(db: Db) {
  return db.selectFrom('users').select(accountColumns).where('users.deleted_at', 'is', null);
}
