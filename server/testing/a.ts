import { randomBytes } from 'node:crypto';
import { hashSecret, randomSecret } from '../identity/api-tokens/secret.ts';
import { hashPassword } from '../identity/users/passwords.ts';
import type { Db } from '../platform/db/open.ts';
import { sessionCookie } from '../platform/http/auth.ts';

/** Builders of rows: a test names only what it is about, the rest is filled in. */

const rootRoles = { Admin: 1, Editor: 2, Viewer: 3 };
const projectRoles = { Owner: 4, Member: 5 };

export type TestUser = { id: number; username: string; token: string };

/** A name nothing else in this run has. */
export const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString('hex')}`;

export async function aUser(
  db: Db,
  wish: {
    username?: string;
    name?: string;
    email?: string;
    rootRole?: keyof typeof rootRoles | number;
    passwordHash?: string;
    accountType?: 'User' | 'Service Account';
    deletedAt?: string;
  } = {},
): Promise<TestUser> {
  const username = wish.username ?? unique('user');
  const role = wish.rootRole ?? 'Viewer';
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      name: wish.name ?? null,
      email: wish.email ?? null,
      password_hash: wish.passwordHash ?? null,
      account_type: wish.accountType ?? 'User',
      root_role_id: typeof role === 'number' ? role : rootRoles[role],
      deleted_at: wish.deletedAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, username, token: await aPersonalToken(db, id) };
}

const password = { text: 'Hurdy-Gurdy-7', hash: '' };

/** A password that passes every rule, hashed once for the whole run, for hashing is slow. */
export async function aPassword(): Promise<{ text: string; hash: string }> {
  password.hash ||= await hashPassword(password.text);
  return password;
}

/** Returns the headers of a request made in the session. */
export async function aSession(
  db: Db,
  userId: number,
  wish: { expiresAt?: string; createdAt?: string } = {},
): Promise<{ cookie: string }> {
  const secret = randomSecret();
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      secret_hash: hashSecret(secret),
      expires_at: wish.expiresAt ?? '2100-01-01T00:00:00.000Z',
      ...(wish.createdAt === undefined ? {} : { created_at: wish.createdAt }),
    })
    .execute();
  return { cookie: `${sessionCookie}=${secret}` };
}

/** Returns the secret, which is stored nowhere. */
export async function aPersonalToken(
  db: Db,
  userId: number,
  wish: { expiresAt?: string } = {},
): Promise<string> {
  const secret = `user:${randomSecret()}`;
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: userId,
      description: unique('token'),
      secret_hash: hashSecret(secret),
      expires_at: wish.expiresAt ?? '2100-01-01T00:00:00.000Z',
      seen_at: new Date().toISOString(),
    })
    .execute();
  return secret;
}

/** Returns the secret, which is stored nowhere. */
export async function anApiToken(
  db: Db,
  wish: {
    type?: 'admin' | 'client' | 'frontend';
    projects?: string[];
    environment?: string;
    expiresAt?: string;
    name?: string;
  } = {},
): Promise<string> {
  const { type = 'client', projects = [] } = wish;
  const environment = type === 'admin' ? null : (wish.environment ?? 'development');
  const secret = `${projects[0] ?? '*'}:${environment ?? '*'}.${randomSecret()}`;
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      name: wish.name ?? unique('token'),
      type,
      environment,
      all_projects: projects.length === 0,
      secret_hash: hashSecret(secret),
      expires_at: wish.expiresAt ?? null,
      seen_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const project of projects) {
    await db.insertInto('api_token_projects').values({ token_id: id, project }).execute();
  }
  return secret;
}

/** A project with both environments of a fresh install, unless others are named. */
export async function aProject(
  db: Db,
  wish: {
    id?: string;
    name?: string;
    mode?: 'open' | 'protected' | 'private';
    archivedAt?: string;
    environments?: string[];
    flagLimit?: number;
    naming?: { pattern: string; example?: string };
  } = {},
): Promise<string> {
  const id = wish.id ?? unique('project');
  const { environments = ['development', 'production'] } = wish;
  await db
    .insertInto('projects')
    .values({
      id,
      name: wish.name ?? id,
      mode: wish.mode ?? 'open',
      archived_at: wish.archivedAt ?? null,
      flag_limit: wish.flagLimit ?? null,
      naming_pattern: wish.naming?.pattern ?? null,
      naming_example: wish.naming?.example ?? null,
    })
    .execute();
  await db
    .insertInto('project_environments')
    .values(environments.map((environment) => ({ project: id, environment })) as never)
    .execute();
  return id;
}

export async function anEnvironment(
  db: Db,
  wish: {
    name?: string;
    type?: string;
    enabled?: boolean;
    protected?: boolean;
    sortOrder?: number;
    requiredApprovals?: number;
  } = {},
): Promise<string> {
  const name = wish.name ?? unique('env');
  await db
    .insertInto('environments')
    .values({
      name,
      type: wish.type ?? 'test',
      enabled: wish.enabled ?? true,
      protected: wish.protected ?? false,
      sort_order: wish.sortOrder ?? 9999,
      required_approvals: wish.requiredApprovals ?? null,
    })
    .execute();
  return name;
}

/** Gives a user or a group a role in a project. */
export async function aGrant(
  db: Db,
  wish: {
    project: string;
    role?: keyof typeof projectRoles | number;
    userId?: number;
    groupId?: number;
  },
): Promise<void> {
  const role = wish.role ?? 'Member';
  await db
    .insertInto('role_grants')
    .values({
      project: wish.project,
      role_id: typeof role === 'number' ? role : projectRoles[role],
      user_id: wish.userId ?? null,
      group_id: wish.groupId ?? null,
    })
    .execute();
}

export async function aGroup(
  db: Db,
  wish: { name?: string; members?: number[]; rootRole?: keyof typeof rootRoles | null } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('groups')
    .values({
      name: wish.name ?? unique('group'),
      root_role_id: wish.rootRole ? rootRoles[wish.rootRole] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const userId of wish.members ?? []) {
    await db.insertInto('group_members').values({ group_id: id, user_id: userId }).execute();
  }
  return id;
}

export async function aRole(
  db: Db,
  wish: {
    name?: string;
    type?: 'root-custom' | 'custom';
    permissions?: { permission: string; environment?: string }[];
  } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('roles')
    .values({ name: wish.name ?? unique('role'), description: '', type: wish.type ?? 'custom' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { permission, environment = null } of wish.permissions ?? []) {
    await db
      .insertInto('role_permissions')
      .values({ role_id: id, permission, environment })
      .execute();
  }
  return id;
}

/** A flag without strategies, off in every environment of its project. */
export async function aFlag(
  db: Db,
  wish: {
    name?: string;
    project?: string;
    type?: string;
    description?: string;
    stale?: boolean;
    impressionData?: boolean;
    createdAt?: string;
    createdByUserId?: number;
    archivedAt?: string;
    /** Where it is on. */
    enabled?: string[];
  } = {},
): Promise<string> {
  const name = wish.name ?? unique('flag');
  const project = wish.project ?? 'default';
  await db
    .insertInto('flags')
    .values({
      name,
      project,
      type: wish.type ?? 'release',
      description: wish.description ?? null,
      stale: wish.stale ?? false,
      impression_data: wish.impressionData ?? false,
      created_by_user_id: wish.createdByUserId ?? null,
      archived_at: wish.archivedAt ?? null,
      ...(wish.createdAt === undefined ? {} : { created_at: wish.createdAt }),
    })
    .execute();
  const environments = await db
    .selectFrom('project_environments')
    .select('environment')
    .where('project', '=', project)
    .execute();
  for (const { environment } of environments) {
    const enabled = wish.enabled?.includes(environment) ?? false;
    await db.insertInto('flag_environments').values({ flag: name, environment, enabled }).execute();
  }
  const entered = wish.archivedAt === undefined ? ['initial'] : ['initial', 'archived'];
  for (const stage of entered as ('initial' | 'archived')[]) {
    await db.insertInto('flag_stages').values({ flag: name, stage }).execute();
  }
  return name;
}

export async function aTagType(
  db: Db,
  wish: { name?: string; color?: string } = {},
): Promise<string> {
  const name = wish.name ?? unique('type');
  await db
    .insertInto('tag_types')
    .values({ name, color: wish.color ?? null })
    .execute();
  return name;
}

/** A tag that no flag has yet. */
export async function aTag(db: Db, wish: { type?: string; value?: string } = {}) {
  const tag = { type: wish.type ?? 'simple', value: wish.value ?? unique('tag') };
  await db
    .insertInto('tags')
    .values(tag)
    .onConflict((clash) => clash.doNothing())
    .execute();
  return tag;
}

/** A tag on a flag; returns the tag. */
export async function aTagging(db: Db, wish: { flag: string; type?: string; value?: string }) {
  const { flag, ...rest } = wish;
  const tag = await aTag(db, rest);
  await db
    .insertInto('flag_tags')
    .values({ flag, ...tag })
    .execute();
  return tag;
}

export async function aDependency(
  db: Db,
  wish: { child: string; parent: string; enabled?: boolean; variants?: string[] },
): Promise<void> {
  await db.insertInto('dependencies').values(wish).execute();
}

/** The events recorded after the given id, oldest first. */
export async function eventsSince(db: Db, id: number) {
  return db
    .selectFrom('events')
    .select([
      'id',
      'type',
      'project',
      'environment',
      'created_by as createdBy',
      'created_by_user_id as createdByUserId',
      'data',
      'pre_data as preData',
    ])
    .where('id', '>', id)
    .orderBy('id')
    .execute();
}

/** What the events recorded after the given id tell, oldest first: all but number, time and actor. */
export async function changesSince(db: Db, id: number) {
  return db
    .selectFrom('events')
    .select(['type', 'project', 'environment', 'feature_name as featureName'])
    .select(['data', 'pre_data as preData'])
    .where('id', '>', id)
    .orderBy('id')
    .execute();
}

export async function lastEventId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
