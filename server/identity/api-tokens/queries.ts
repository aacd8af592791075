import { type SelectQueryBuilder, sql } from 'kysely';
import { type Caller, rootRolesAllow } from '../../platform/caller.ts';
import type { DataVersion } from '../../platform/data-version.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/pipeline.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { dataVersion, maintenance } from '../access/queries.ts';
import { isVisible } from '../access/visibility.ts';
import { permissionFor, type TokenPlan, type TokenType } from './rules.ts';

export type TokenRow = NonNullable<Awaited<ReturnType<typeof lockToken>>>;

/** Undefined if the token has expired. */
export async function findLiveApiToken(db: Db, secretHash: string): Promise<LiveToken | undefined> {
  const { rows } = await prepared(sql<LiveToken>`
    select id, name as "tokenName", type, coalesce(environment, '*') as environment,
      expires_at as "expiresAt", seen_at as "seenAt", ${dataVersion}, ${maintenance},
      case when all_projects then array['*'] else array(
        select project from api_token_projects where token_id = api_tokens.id order by project
      ) end as projects
    from api_tokens
    where secret_hash = ${secretHash} and (expires_at is null or expires_at > now())`).execute(db);
  return rows[0];
}

type LiveToken = Pick<
  TokenRow,
  'id' | 'tokenName' | 'type' | 'environment' | 'projects' | 'expiresAt' | 'seenAt'
> & { dataVersion: DataVersion; maintenance: boolean };

/** The types the caller may read, ordered by name and id. */
export async function listReadableTokens(db: Db, caller: Caller, name?: string) {
  return selectTokens(db)
    .where('api_tokens.type', 'in', readableTypes(caller))
    .$if(name !== undefined, (query) => query.where('api_tokens.name', '=', name ?? ''))
    .orderBy('api_tokens.name')
    .orderBy('api_tokens.id')
    .execute();
}

/** Without tokens for all projects; `shownProjects` are those the caller may see. */
export async function listProjectTokens(db: Db, caller: Caller, project: string) {
  return selectTokens(db)
    .select(
      sql<string[]>`array(
        select project from api_token_projects
        where token_id = api_tokens.id and ${isVisible(caller, sql.ref('api_token_projects.project'))}
        order by project
      )`.as('shownProjects'),
    )
    .where('api_tokens.id', 'in', (query) =>
      query.selectFrom('api_token_projects').select('token_id').where('project', '=', project),
    )
    .orderBy('api_tokens.name')
    .orderBy('api_tokens.id')
    .execute();
}

function readableTypes(caller: Caller): TokenType[] {
  const types = ['admin', 'client', 'frontend'] as const;
  return types.filter((type) => rootRolesAllow(caller, [permissionFor('READ', type)], {}));
}

export type TokenKey = { id: number } | { secretHash: string };

export async function lockToken(tx: Tx, key: TokenKey) {
  const column = 'id' in key ? 'api_tokens.id' : 'api_tokens.secret_hash';
  return selectTokens(tx)
    .where(column, '=', 'id' in key ? key.id : key.secretHash)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockTokensOfEnvironment(tx: Tx, environment: string) {
  const ids = tx.selectFrom('api_tokens').select('id').where('environment', '=', environment);
  return lockTokens(tx, ids);
}

/** Including tokens that are shared with other projects. */
export async function lockTokensOfProject(tx: Tx, project: string) {
  const ids = tx
    .selectFrom('api_tokens')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('api_token_projects').select('token_id').where('project', '=', project),
    );
  return lockTokens(tx, ids);
}

/** Reads after locking, because the projects may change until the lock is acquired. */
async function lockTokens(
  tx: Tx,
  wanted: SelectQueryBuilder<Tables, 'api_tokens', { id: number }>,
) {
  const locked = await wanted.orderBy('id').forUpdate().execute();
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  return selectTokens(tx)
    .where('api_tokens.id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('api_tokens.id')
    .execute();
}

/** Undefined if the same secret already exists. */
export async function insertToken(
  tx: Tx,
  { tokenName, type, environment, projects, expiresAt }: TokenPlan,
  secretHash: string,
) {
  const inserted = await tx
    .insertInto('api_tokens')
    .values({
      name: tokenName,
      type,
      environment,
      all_projects: projects.length === 0,
      expires_at: expiresAt,
      secret_hash: secretHash,
    })
    .onConflict((clash) => clash.column('secret_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return undefined;
  if (projects.length > 0) {
    await tx
      .insertInto('api_token_projects')
      .values(projects.map((project) => ({ token_id: inserted.id, project })))
      .execute();
  }
  return inserted.id;
}

export async function saveTokenExpiry(tx: Tx, id: number, expiresAt: string): Promise<void> {
  await tx.updateTable('api_tokens').set({ expires_at: expiresAt }).where('id', '=', id).execute();
}

export async function deleteTokenRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('api_tokens').where('id', '=', id).execute();
}

export async function deleteTokenRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('api_tokens').where('id', '=', sql<number>`any(${ids}::integer[])`).execute();
}

/** Removes the project from all tokens. */
export async function deleteTokenProject(tx: Tx, project: string): Promise<void> {
  await tx.deleteFrom('api_token_projects').where('project', '=', project).execute();
}

export async function setApiTokensSeen(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
}

export async function environmentExists(db: Db, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

export async function listUnknownProjects(db: Db, projects: readonly string[]): Promise<string[]> {
  if (projects.length === 0) return [];
  const known = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projects)
    .where('archived_at', 'is', null)
    .execute();
  return projects.filter((project) => !known.some(({ id }) => id === project));
}

function selectTokens(db: Db) {
  return db
    .selectFrom('api_tokens')
    .select([
      'api_tokens.id',
      'api_tokens.name as tokenName',
      'api_tokens.type',
      'api_tokens.alias',
      'api_tokens.expires_at as expiresAt',
      'api_tokens.created_at as createdAt',
      'api_tokens.seen_at as seenAt',
    ])
    .select(sql<string>`coalesce(environment, '*')`.as('environment'))
    .select(
      sql<string[]>`case when all_projects then array['*'] else array(
        select project from api_token_projects where token_id = api_tokens.id order by project
      ) end`.as('projects'),
    );
}
