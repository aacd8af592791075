import { type RawBuilder, sql } from 'kysely';
import { type Authentication, systemCaller } from '../../platform/caller.ts';
import type { DataVersion } from '../../platform/data-version.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { dataVersion, maintenance } from '../access/queries.ts';
import { hashSecret } from '../api-tokens/secret.ts';
import type { Page } from './paging.ts';
import type { GroupResource, UserPlan, UserResource } from './rules.ts';

/** Undefined if SCIM is not enabled or the token is not the current one. */
export async function findScimClient(db: Db, token: string): Promise<Authentication | undefined> {
  const { rows } = await sql<{ dataVersion: DataVersion; maintenance: boolean }>`
    select ${dataVersion}, ${maintenance} from sign_in_settings
    where scim_enabled and scim_token_hash = ${hashSecret(token)}`.execute(db);
  return rows[0] && { caller: { ...systemCaller, name: 'SCIM' }, ...rows[0] };
}

type Condition = RawBuilder<boolean>;
type Found<T> = { total: number; resources: T[] };

/** A page of users, ordered by id. */
export async function searchUsers(
  db: Db,
  condition: Condition,
  page: Page,
): Promise<Found<UserResource>> {
  const resources = await listUsers(db, condition, page);
  return { resources, total: await totalOf(db, usersWith(condition), resources.length, page) };
}

const usersWith = (condition: Condition) =>
  sql`from users left join scim_users as scim on scim.user_id = users.id
    where users.account_type = 'User' and users.deleted_at is null and ${condition}`;

async function listUsers(db: Db, condition: Condition, page: Page): Promise<UserResource[]> {
  const { rows } = await sql<UserResource>`
    select users.id, coalesce(users.username, users.email, '') as "userName", users.email,
      users.name, scim.given_name as "givenName", scim.family_name as "familyName",
      scim.external_id as "externalId", users.deactivated_at is null as active,
      users.created_at as "createdAt",
      coalesce(scim.modified_at, users.created_at) as "modifiedAt",
      coalesce((
        select json_agg(json_build_object('id', groups.id, 'name', groups.name) order by groups.id)
        from group_members join groups on groups.id = group_id
        where group_members.user_id = users.id), '[]') as groups
    ${usersWith(condition)} order by users.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  return rows;
}

type GroupPage = Page & { members: boolean };

/** A page of groups, ordered by id; without their members if they are not wanted. */
export async function searchGroups(
  db: Db,
  condition: Condition,
  page: GroupPage,
): Promise<Found<GroupResource>> {
  const resources = await listGroups(db, condition, page);
  return { resources, total: await totalOf(db, groupsWith(condition), resources.length, page) };
}

const groupsWith = (condition: Condition) =>
  sql`from groups left join scim_groups as scim on scim.group_id = groups.id where ${condition}`;

async function listGroups(db: Db, condition: Condition, page: GroupPage): Promise<GroupResource[]> {
  const members = sql`coalesce((
    select json_agg(json_build_object('id', users.id,
      'name', coalesce(users.name, users.username, users.email)) order by users.id)
    from group_members join users on users.id = user_id
    where group_members.group_id = groups.id and users.deleted_at is null), '[]')`;
  const { rows } = await sql<GroupResource>`
    select groups.id, groups.name as "displayName", scim.external_id as "externalId",
      groups.created_at as "createdAt",
      coalesce(scim.modified_at, groups.created_at) as "modifiedAt",
      ${page.members ? members : sql`'[]'::json`} as members
    ${groupsWith(condition)} order by groups.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** The last page needs no second statement. */
async function totalOf(db: Db, from: RawBuilder<unknown>, found: number, page: Page) {
  if (found > 0 && found < page.limit) return page.offset + found;
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export async function findUserResource(db: Db, id: number): Promise<UserResource | undefined> {
  return (await listUsers(db, sql`users.id = ${id}`, one))[0];
}

export async function findGroupResource(db: Db, id: number): Promise<GroupResource | undefined> {
  return (await listGroups(db, sql`groups.id = ${id}`, { ...one, members: true }))[0];
}

const one = { limit: 1, offset: 0 };

export async function saveScimUser(
  tx: Tx,
  userId: number,
  { externalId, givenName, familyName }: UserPlan,
  { created }: { created: boolean },
): Promise<void> {
  const columns = {
    external_id: externalId,
    given_name: givenName,
    family_name: familyName,
    modified_at: sql<string>`clock_timestamp()`,
  };
  await tx
    .insertInto('scim_users')
    .values({ user_id: userId, created_by_scim: created, ...columns })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(columns))
    .execute();
}

export async function deleteScimUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('scim_users').where('user_id', '=', userId).execute();
}

export async function saveScimGroup(
  tx: Tx,
  groupId: number,
  externalId: string | null,
): Promise<void> {
  const columns = { external_id: externalId, modified_at: sql<string>`clock_timestamp()` };
  await tx
    .insertInto('scim_groups')
    .values({ group_id: groupId, ...columns })
    .onConflict((clash) => clash.column('group_id').doUpdateSet(columns))
    .execute();
}

/** The users that SCIM created, ordered by id. */
export async function listScimUserIds(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('scim_users')
    .select('user_id as id')
    .where('created_by_scim', '=', true)
    .orderBy('user_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A column that filters can use: text without or with case, a boolean, or a time. */
export type Column = {
  type: 'text' | 'exact' | 'boolean' | 'time';
  value: RawBuilder<unknown>;
  /** The condition of equality that an index supports, if it is not that of the value. */
  equals?: (text: string) => Condition;
};

const email = sql`users.email`;
const emailColumns: Record<string, Column> = {
  value: { type: 'text', value: email },
  type: { type: 'text', value: sql`case when users.email is not null then 'work' end` },
  primary: { type: 'boolean', value: sql`case when users.email is not null then true end` },
};

export const userColumns: Record<string, Column> = {
  id: { type: 'exact', value: sql`users.id::text`, equals: (text) => idIs('users.id', text) },
  externalid: { type: 'exact', value: sql`scim.external_id` },
  username: {
    type: 'text',
    value: sql`coalesce(users.username, users.email)`,
    equals: (text) => sql`(lower(users.username) = lower(${text})
      or (users.username is null and lower(users.email) = lower(${text})))`,
  },
  displayname: { type: 'text', value: sql`users.name` },
  'name.formatted': { type: 'text', value: sql`users.name` },
  'name.givenname': { type: 'text', value: sql`scim.given_name` },
  'name.familyname': { type: 'text', value: sql`scim.family_name` },
  active: { type: 'boolean', value: sql`(users.deactivated_at is null)` },
  emails: { type: 'text', value: email },
  'emails.value': { type: 'text', value: email },
  'emails.type': emailColumns.type as Column,
  'emails.primary': emailColumns.primary as Column,
  'meta.created': { type: 'time', value: sql`users.created_at` },
  'meta.lastmodified': {
    type: 'time',
    value: sql`coalesce(scim.modified_at, users.created_at)`,
  },
};

export const groupColumns: Record<string, Column> = {
  id: { type: 'exact', value: sql`groups.id::text`, equals: (text) => idIs('groups.id', text) },
  externalid: { type: 'exact', value: sql`scim.external_id` },
  displayname: { type: 'text', value: sql`groups.name` },
  'meta.created': { type: 'time', value: sql`groups.created_at` },
  'meta.lastmodified': {
    type: 'time',
    value: sql`coalesce(scim.modified_at, groups.created_at)`,
  },
};

/** The attributes of values in brackets, such as `emails[type eq "work"]`. */
export const valueColumns: Record<string, Record<string, Column>> = { emails: emailColumns };

export const memberColumn: Column = { type: 'exact', value: sql`group_members.user_id::text` };

/** Some member of the group matches. */
export const someMember = (condition: Condition): Condition => sql`exists (
  select from group_members join users on users.id = user_id
  where group_members.group_id = groups.id and users.deleted_at is null and ${condition})`;

const idIs = (column: string, text: string): Condition =>
  sql`${sql.ref(column)} = ${/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0}`;

export const both = (one: Condition, other: Condition): Condition => sql`(${one} and ${other})`;
export const either = (one: Condition, other: Condition): Condition => sql`(${one} or ${other})`;
export const not = (condition: Condition): Condition => sql`not ${condition}`;
export const always: Condition = sql`true`;

export const isPresent = ({ type, value }: Column): Condition =>
  type === 'text' || type === 'exact'
    ? sql`coalesce(${value} <> '', false)`
    : sql`(${value} is not null)`;

export const isBoolean = ({ value }: Column, wanted: boolean): Condition =>
  sql`coalesce(${value} = ${wanted}, false)`;

const order = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };
export type Order = keyof typeof order;

/** Times with milliseconds, as they are shown. */
export const compareTime = ({ value }: Column, operator: 'eq' | Order, time: string): Condition =>
  sql`coalesce(${value} ${operator === 'eq' ? sql`=` : order[operator]} ${time}::timestamptz, false)`;

export function compareText(
  { type, value, equals }: Column,
  operator: 'eq' | 'co' | 'sw' | 'ew' | Order,
  text: string,
): Condition {
  if (operator === 'eq' && equals) return sql`coalesce(${equals(text)}, false)`;
  const folded = (part: unknown) => (type === 'exact' ? sql`${part}::text` : sql`lower(${part})`);
  const [left, right] = [folded(value), folded(text)];
  if (operator === 'eq') return sql`coalesce(${left} = ${right}, false)`;
  if (operator === 'co') return sql`coalesce(strpos(${left}, ${right}) > 0, false)`;
  if (operator === 'sw') return sql`coalesce(starts_with(${left}, ${right}), false)`;
  if (operator === 'ew') {
    return sql`coalesce(right(${left}, length(${right})) = ${right}, false)`;
  }
  return sql`coalesce(${left} collate "C" ${order[operator]} ${right} collate "C", false)`;
}
