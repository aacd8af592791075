import {
  type Authentication,
  adminTokenId,
  type Caller,
  type SdkToken,
} from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { findPersonalTokenOwner, setPersonalTokenSeen } from '../personal-tokens/queries.ts';
import { findLiveApiToken, setApiTokensSeen } from './queries.ts';
import { hashSecret } from './secret.ts';

/** The resolution of `seen_at`: it is written at most once in this interval. */
const seenEveryMs = 5 * 60_000;

/** Queried on every request, so that a revoked token is refused immediately. */
export async function findByToken(
  db: Db,
  token: string,
): Promise<Authentication | SdkToken | undefined> {
  const hash = hashSecret(token);
  // A project may be named user: its tokens have a dot, personal tokens have none.
  return /^user:[^.]*$/.test(token) ? findPersonal(db, hash) : findApiToken(db, hash);
}

/** Without the data version, for callers that cache the token. */
export async function findBearer(db: Db, token: string): Promise<Caller | SdkToken | undefined> {
  const found = await findByToken(db, token);
  return found && 'caller' in found ? found.caller : found;
}

async function findPersonal(db: Db, hash: string): Promise<Authentication | undefined> {
  const owner = await findPersonalTokenOwner(db, hash);
  if (!owner) return undefined;
  const { credential, caller, ...rest } = owner;
  const { tokenId, seenAt, expiresAt } = credential;
  if (isStale(seenAt)) await setPersonalTokenSeen(db, tokenId);
  if (expiresAt === null) return { caller, ...rest };
  return { caller: { ...caller, tokenExpiresAt: expiresAt }, ...rest };
}

async function findApiToken(db: Db, hash: string): Promise<Authentication | SdkToken | undefined> {
  const token = await findLiveApiToken(db, hash);
  if (!token) return undefined;
  if (isStale(token.seenAt)) await setApiTokensSeen(db, [token.id]);
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
  const { tokenName, dataVersion, maintenance } = token;
  return { caller: adminTokenCaller(tokenName), dataVersion, maintenance };
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
