import { randomBytes } from 'node:crypto';
import { hashSecret, randomSecret } from '../identity/api-tokens/secret.ts';
import { hashPassword } from '../identity/users/passwords.ts';
import type { Db } from '../platform/db/open.ts';
import { sessionCookie } from '../platform/http/auth.ts';

/** Builders of rows: a test sets only relevant members, the others have defaults. */

const rootRoles = { Admin: 1, Editor: 2, Viewer: 3 };
const projectRoles = { Owner: 4, Member: 5 };

export type TestUser = { id: number; username: string; token: string };

/** A name that is unique in the test run. */
export const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString('hex')}`;

export async function aUser(
  db: Db,
  input: {
    username?: string;
    name?: string;
    email?: string;
    rootRole?: keyof typeof rootRoles | number;
    passwordHash?: string;
    accountType?: 'User' | 'Service Account';
    deletedAt?: string;
  } = {},
): Promise<TestUser> {
  const username = input.username ?? unique('user');
  const role = input.rootRole ?? 'Viewer';
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      name: input.name ?? null,
      email: input.email ?? null,
      password_hash: input.passwordHash ?? null,
      account_type: input.accountType ?? 'User',
      root_role_id: typeof role === 'number' ? role : rootRoles[role],
      deleted_at: input.deletedAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, username, token: await aPersonalToken(db, id) };
}

const password = { text: 'Hurdy-Gurdy-7', hash: '' };

/** A password that passes every rule, hashed once, as hashing is slow. */
export async function aPassword(): Promise<{ text: string; hash: string }> {
  password.hash ||= await hashPassword(password.text);
  return password;
}

/** Returns the headers of a request in the session. */
export async function aSession(
  db: Db,
  userId: number,
  input: { expiresAt?: string; createdAt?: string } = {},
): Promise<{ cookie: string }> {
  const secret = randomSecret();
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      secret_hash: hashSecret(secret),
      expires_at: input.expiresAt ?? '2100-01-01T00:00:00.000Z',
      ...(input.createdAt === undefined ? {} : { created_at: input.createdAt }),
    })
    .execute();
  return { cookie: `${sessionCookie}=${secret}` };
}

/** Returns the secret, which is not stored. */
export async function aPersonalToken(
  db: Db,
  userId: number,
  input: { expiresAt?: string } = {},
): Promise<string> {
  const secret = `user:${randomSecret()}`;
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: userId,
      description: unique('token'),
      secret_hash: hashSecret(secret),
      expires_at: input.expiresAt ?? '2100-01-01T00:00:00.000Z',
      seen_at: new Date().toISOString(),
    })
    .execute();
  return secret;
}

/** Returns the secret, which is not stored. */
export async function anApiToken(
  db: Db,
  input: {
    type?: 'admin' | 'client' | 'frontend';
    projects?: string[];
    environment?: string;
    expiresAt?: string;
    name?: string;
  } = {},
): Promise<string> {
  const { type = 'client', projects = [] } = input;
  const environment = type === 'admin' ? null : (input.environment ?? 'development');
  const secret = `${projects[0] ?? '*'}:${environment ?? '*'}.${randomSecret()}`;
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      name: input.name ?? unique('token'),
      type,
      environment,
      all_projects: projects.length === 0,
      secret_hash: hashSecret(secret),
      expires_at: input.expiresAt ?? null,
      seen_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const project of projects) {
    await db.insertInto('api_token_projects').values({ token_id: id, project }).execute();
  }
  return secret;
}

/** A project with both environments of a new installation by default. */
export async function aProject(
  db: Db,
  input: {
    id?: string;
    name?: string;
    mode?: 'open' | 'protected' | 'private';
    archivedAt?: string;
    environments?: string[];
    flagLimit?: number;
    naming?: { pattern: string; example?: string };
  } = {},
): Promise<string> {
  const id = input.id ?? unique('project');
  const { environments = ['development', 'production'] } = input;
  await db
    .insertInto('projects')
    .values({
      id,
      name: input.name ?? id,
      mode: input.mode ?? 'open',
      archived_at: input.archivedAt ?? null,
      flag_limit: input.flagLimit ?? null,
      naming_pattern: input.naming?.pattern ?? null,
      naming_example: input.naming?.example ?? null,
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
  input: {
    name?: string;
    type?: string;
    enabled?: boolean;
    protected?: boolean;
    sortOrder?: number;
    requiredApprovals?: number;
  } = {},
): Promise<string> {
  const name = input.name ?? unique('env');
  await db
    .insertInto('environments')
    .values({
      name,
      type: input.type ?? 'test',
      enabled: input.enabled ?? true,
      protected: input.protected ?? false,
      sort_order: input.sortOrder ?? 9999,
      required_approvals: input.requiredApprovals ?? null,
    })
    .execute();
  return name;
}

/** Gives a user or a group a role in a project. */
export async function aGrant(
  db: Db,
  input: {
    project: string;
    role?: keyof typeof projectRoles | number;
    userId?: number;
    groupId?: number;
  },
): Promise<void> {
  const role = input.role ?? 'Member';
  await db
    .insertInto('role_grants')
    .values({
      project: input.project,
      role_id: typeof role === 'number' ? role : projectRoles[role],
      user_id: input.userId ?? null,
      group_id: input.groupId ?? null,
    })
    .execute();
}

export async function aGroup(
  db: Db,
  input: {
    name?: string;
    members?: number[];
    rootRole?: keyof typeof rootRoles | null;
    mappingsSSO?: string[];
  } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('groups')
    .values({
      name: input.name ?? unique('group'),
      root_role_id: input.rootRole ? rootRoles[input.rootRole] : null,
      mappings_sso: input.mappingsSSO ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const userId of input.members ?? []) {
    await db.insertInto('group_members').values({ group_id: id, user_id: userId }).execute();
  }
  return id;
}

export async function aRole(
  db: Db,
  input: {
    name?: string;
    type?: 'root-custom' | 'custom';
    permissions?: { permission: string; environment?: string }[];
  } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('roles')
    .values({ name: input.name ?? unique('role'), description: '', type: input.type ?? 'custom' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { permission, environment = null } of input.permissions ?? []) {
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
  input: {
    name?: string;
    project?: string;
    type?: string;
    description?: string;
    stale?: boolean;
    impressionData?: boolean;
    createdAt?: string;
    createdByUserId?: number;
    archivedAt?: string;
    /** Environments in which it is on. */
    enabled?: string[];
  } = {},
): Promise<string> {
  const name = input.name ?? unique('flag');
  const project = input.project ?? 'default';
  await db
    .insertInto('flags')
    .values({
      name,
      project,
      type: input.type ?? 'release',
      description: input.description ?? null,
      stale: input.stale ?? false,
      impression_data: input.impressionData ?? false,
      created_by_user_id: input.createdByUserId ?? null,
      archived_at: input.archivedAt ?? null,
      ...(input.createdAt === undefined ? {} : { created_at: input.createdAt }),
    })
    .execute();
  const environments = await db
    .selectFrom('project_environments')
    .select('environment')
    .where('project', '=', project)
    .execute();
  for (const { environment } of environments) {
    const enabled = input.enabled?.includes(environment) ?? false;
    await db.insertInto('flag_environments').values({ flag: name, environment, enabled }).execute();
  }
  const entered = input.archivedAt === undefined ? ['initial'] : ['initial', 'archived'];
  for (const stage of entered as ('initial' | 'archived')[]) {
    await db.insertInto('flag_stages').values({ flag: name, stage }).execute();
  }
  return name;
}

export async function aTagType(
  db: Db,
  input: { name?: string; color?: string } = {},
): Promise<string> {
  const name = input.name ?? unique('type');
  await db
    .insertInto('tag_types')
    .values({ name, color: input.color ?? null })
    .execute();
  return name;
}

/** A tag that no flag has yet. */
export async function aTag(db: Db, input: { type?: string; value?: string } = {}) {
  const tag = { type: input.type ?? 'simple', value: input.value ?? unique('tag') };
  await db
    .insertInto('tags')
    .values(tag)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tag;
}

/** A tag on a flag; returns the tag. */
export async function aTagging(db: Db, input: { flag: string; type?: string; value?: string }) {
  const { flag, ...rest } = input;
  const tag = await aTag(db, rest);
  await db
    .insertInto('flag_tags')
    .values({ flag, ...tag })
    .execute();
  return tag;
}

export async function aDependency(
  db: Db,
  input: { child: string; parent: string; enabled?: boolean; variants?: string[] },
): Promise<void> {
  await db.insertInto('dependencies').values(input).execute();
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

/** The events recorded after the given id, oldest first, without id, time and actor. */
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
