import {
  type AuthenticatedCaller,
  adminTokenId,
  type Caller,
  type SdkToken,
} from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { findPersonalTokenOwner, touchPersonalToken } from '../personal-tokens/queries.ts';
import { findLiveApiToken, touchApiTokens } from './queries.ts';
import { hashSecret } from './secret.ts';

/** How exact "last seen" is: once in this time, a use of a token is written down. */
const seenEveryMs = 5 * 60_000;

/** Who holds this token now; looked up on every request, so that revoking takes effect at once. */
export async function findByToken(
  db: Db,
  token: string,
): Promise<AuthenticatedCaller | SdkToken | undefined> {
  const hash = hashSecret(token);
  // A project may be called user: its tokens have a dot, personal ones have none.
  return /^user:[^.]*$/.test(token) ? findPersonal(db, hash) : findApiToken(db, hash);
}

/** Without the version of the data, for whoever caches the token. */
export async function findBearer(db: Db, token: string): Promise<Caller | SdkToken | undefined> {
  const found = await findByToken(db, token);
  return found && 'caller' in found ? found.caller : found;
}

async function findPersonal(db: Db, hash: string): Promise<AuthenticatedCaller | undefined> {
  const owner = await findPersonalTokenOwner(db, hash);
  if (!owner) return undefined;
  const { credential, ...authenticated } = owner;
  if (isStale(credential.seenAt)) await touchPersonalToken(db, credential.tokenId);
  return authenticated;
}

async function findApiToken(
  db: Db,
  hash: string,
): Promise<AuthenticatedCaller | SdkToken | undefined> {
  const token = await findLiveApiToken(db, hash);
  if (!token) return undefined;
  if (isStale(token.seenAt)) await touchApiTokens(db, [token.id]);
  if (token.type !== 'admin') {
    return {
      kind: token.type,
      id: token.id,
      name: token.tokenName,
      environment: token.environment,
      projects: token.projects.includes('*') ? undefined : token.projects,
      expiresAt: token.expiresAt,
    };
  }
  return { caller: adminTokenCaller(token.tokenName), dataVersion: token.dataVersion };
}

const adminTokenCaller = (name: string): Caller => ({
  kind: 'admin-token',
  id: adminTokenId,
  name,
  admin: true,
  rootPermissions: ['ADMIN'],
  restricted: false,
});

const isStale = (seenAt: string | null) =>
  seenAt === null || Date.now() - Date.parse(seenAt) > seenEveryMs;
