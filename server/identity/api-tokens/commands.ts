import { recordEvent } from '../../events/record.ts';
import { type Caller, rootRolesAllow } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, missingPermission, notFound } from '../../platform/errors.ts';
import {
  deleteTokenProject,
  deleteTokenRow,
  deleteTokenRows,
  environmentExists,
  insertToken,
  listUnknownProjects,
  lockToken,
  lockTokensOfEnvironment,
  lockTokensOfProject,
  saveTokenExpiry,
  type TokenRow,
} from './queries.ts';
import {
  idOfPlaceholder,
  permissionFor,
  placeholderOf,
  planToken,
  type TokenPlan,
  type TokenType,
  tokenPrefix,
  type Verb,
} from './rules.ts';
import type { ApiToken, NewApiToken } from './schema.ts';
import { hashSecret, randomSecret } from './secret.ts';

/** The secret is replaced by a placeholder that identifies the token. */
export function viewToken({
  shownProjects,
  ...row
}: TokenRow & { shownProjects?: string[] }): ApiToken {
  const { id, projects, environment } = row;
  const prefix = tokenPrefix({ projects: projects.includes('*') ? [] : projects, environment });
  return {
    ...row,
    username: row.tokenName,
    project: (shownProjects ?? projects).join(','),
    projects: shownProjects ?? projects,
    secret: placeholderOf(prefix, id),
  };
}

/** The secret is returned only here. */
export async function createApiToken(tx: Tx, caller: Caller, input: NewApiToken) {
  const plan = planToken(input, new Date().toISOString());
  assertMay(caller, 'CREATE', plan.type);
  return insertPlanned(tx, caller, plan);
}

/** The project of the path replaces the projects of the body. */
export async function createProjectToken(
  tx: Tx,
  caller: Caller,
  project: string,
  input: NewApiToken,
) {
  const plan = planToken({ ...input, projects: [project] }, new Date().toISOString());
  return insertPlanned(tx, caller, plan);
}

/** A token whose text the operator chose; does nothing if it exists. */
export async function ensureApiToken(tx: Tx, caller: Caller, plan: TokenPlan, secret: string) {
  if (await lockToken(tx, { secretHash: hashSecret(secret) })) return;
  await assertScopeExists(tx, plan);
  await insertAndRecord(tx, caller, plan, secret);
}

/** An unknown token is ignored, because there is nothing to update. */
export async function updateApiToken(tx: Tx, caller: Caller, token: string, expiresAt: string) {
  const before = await lockNamedToken(tx, token);
  if (!before) return;
  assertMay(caller, 'UPDATE', before.type);
  const after = { ...before, expiresAt: new Date(expiresAt).toISOString() };
  if (after.expiresAt === before.expiresAt) return;
  await saveTokenExpiry(tx, before.id, after.expiresAt);
  recordEvent(tx, caller, {
    type: 'api-token-updated',
    ...scopeOf(before),
    data: tokenData(after),
    preData: tokenData(before),
  });
}

export async function deleteApiToken(tx: Tx, caller: Caller, token: string): Promise<void> {
  const found = await lockNamedToken(tx, token);
  if (!found) return;
  assertMay(caller, 'DELETE', found.type);
  await removeAndRecord(tx, caller, found);
}

/** Deletes a token of this project; refuses one that is shared with other projects. */
export async function deleteProjectToken(tx: Tx, caller: Caller, project: string, token: string) {
  const found = await lockNamedToken(tx, token);
  if (!found?.projects.includes(project)) throw notFound('Token');
  if (found.projects.length > 1) {
    throw badData('The token is shared with other projects.');
  }
  await removeAndRecord(tx, caller, found);
}

/** For an environment that is about to be deleted; each deletion is recorded. */
export async function deleteTokensOfEnvironment(tx: Tx, caller: Caller, environment: string) {
  await removeAllAndRecord(tx, caller, await lockTokensOfEnvironment(tx, environment));
}

/** For a project that is about to be deleted: shared tokens remain for their other projects. */
export async function releaseTokensOfProject(tx: Tx, caller: Caller, project: string) {
  const rows = await lockTokensOfProject(tx, project);
  const own = rows.filter(({ projects }) => projects.length === 1);
  const shared = rows.filter(({ projects }) => projects.length > 1);
  await removeAllAndRecord(tx, caller, own);
  if (shared.length > 0) await deleteTokenProject(tx, project);
  for (const before of shared) {
    const after = { ...before, projects: before.projects.filter((it) => it !== project) };
    recordEvent(tx, caller, {
      type: 'api-token-updated',
      ...scopeOf(before),
      data: tokenData(after),
      preData: tokenData(before),
    });
  }
}

async function insertPlanned(tx: Tx, caller: Caller, plan: TokenPlan): Promise<ApiToken> {
  await assertScopeExists(tx, plan);
  const secret = `${tokenPrefix(plan)}.${randomSecret()}`;
  const row = await insertAndRecord(tx, caller, plan, secret);
  if (!row) throw new Error('The generated secret already exists.');
  return { ...viewToken(row), secret };
}

async function insertAndRecord(tx: Tx, caller: Caller, plan: TokenPlan, secret: string) {
  const id = await insertToken(tx, plan, hashSecret(secret));
  if (id === undefined) return undefined;
  const row = await lockToken(tx, { id });
  if (!row) throw new Error('The inserted token does not exist.');
  recordEvent(tx, caller, { type: 'api-token-created', ...scopeOf(row), data: tokenData(row) });
  return row;
}

async function removeAndRecord(tx: Tx, caller: Caller, row: TokenRow): Promise<void> {
  await deleteTokenRow(tx, row.id);
  recordRemoval(tx, caller, row);
}

async function removeAllAndRecord(tx: Tx, caller: Caller, rows: readonly TokenRow[]) {
  if (rows.length === 0) return;
  await deleteTokenRows(
    tx,
    rows.map(({ id }) => id),
  );
  for (const row of rows) recordRemoval(tx, caller, row);
}

function recordRemoval(tx: Tx, caller: Caller, row: TokenRow): void {
  recordEvent(tx, caller, {
    type: 'api-token-deleted',
    ...scopeOf(row),
    preData: tokenData(row),
  });
}

async function assertScopeExists(tx: Tx, { environment, projects }: TokenPlan): Promise<void> {
  if (environment !== null && !(await environmentExists(tx, environment))) {
    throw badData(`Environment "${environment}" does not exist.`, '/body/environment');
  }
  const [unknown] = await listUnknownProjects(tx, projects);
  if (unknown !== undefined)
    throw badData(`Project "${unknown}" does not exist.`, '/body/projects');
}

function assertMay(caller: Caller, verb: Verb, type: TokenType): void {
  const permission = permissionFor(verb, type);
  if (rootRolesAllow(caller, [permission], {})) return;
  throw missingPermission([permission]);
}

/** By its text, or by the placeholder that lists return. */
async function lockNamedToken(tx: Tx, token: string): Promise<TokenRow | undefined> {
  const id = idOfPlaceholder(token);
  if (id === undefined) return lockToken(tx, { secretHash: hashSecret(token) });
  const found = await lockToken(tx, { id });
  return found && viewToken(found).secret === token ? found : undefined;
}

/** The event has a project only if the token belongs to exactly one. */
const scopeOf = ({ projects, environment }: TokenRow) => ({
  project: projects.length === 1 && projects[0] !== '*' ? (projects[0] ?? null) : null,
  environment: environment === '*' ? null : environment,
});

/** A token as recorded in events, without the secret. */
const tokenData = ({ id: _, ...row }: TokenRow) => ({
  ...row,
  username: row.tokenName,
  project: row.projects.join(','),
});
