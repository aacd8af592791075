import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  AuthenticatedCaller,
  Authentication,
  Caller,
  Read,
  Scope,
  SdkToken,
} from '../caller.ts';
import type { DataVersion } from '../data-version.ts';
import type { Reads } from '../db/standby.ts';
import {
  maintenanceRefusal,
  missingPermission,
  noAccess,
  notFound,
  unauthenticated,
} from '../errors.ts';
import type { Permission } from '../permissions.ts';
import {
  type FindSdkToken,
  isSdkAccess,
  registerSdkAuthentication,
  type SdkAccess,
  tokenOf,
} from './sdk-auth.ts';
import { withVia } from './via.ts';

/**
 * Who may call a route: all callers, every authenticated caller, SDKs with a token of one kind or of
 * either, the SCIM client, or callers with any one of the permissions.
 */
export type Access =
  | 'public'
  | 'authenticated'
  | SdkAccess
  | 'scim'
  | readonly [Permission, ...Permission[]];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** A change by an administrator or a user, which waits until maintenance has ended. */
    refusedInMaintenance?: true;
  }
  interface FastifyInstance {
    /** Authenticates the request again; throws if its credentials are no longer valid. */
    findCaller: (request: FastifyRequest) => Promise<Caller>;
  }
  interface FastifyRequest {
    /** Set before any handler of a route that is neither public nor for SDKs. */
    caller: Caller;
    /** The version of the data when the caller was read; set with `caller`. */
    dataVersion: DataVersion;
    /** For reads that a standby may serve; set with `caller`. */
    read: Read;
    /** The visible project of the path, or of its flag; set if the path names one. */
    project: string;
  }
}

/** The lookups of authentication; passed in, so that this folder imports no capability. */
export type CallerSource = {
  reads: Reads;
  findByToken: (token: string) => Promise<Authentication | SdkToken | undefined>;
  /** The same, from the cache if possible. */
  findSdkToken: FindSdkToken;
  findBySession: (secret: string) => Promise<Authentication | undefined>;
  findScimClient: (token: string) => Promise<Authentication | undefined>;
  maySeeProject: (authenticated: AuthenticatedCaller, project: string) => Promise<boolean>;
  findProjectOfFlag: (flag: string) => Promise<string | undefined>;
  holdsAny: (caller: Caller, permissions: readonly Permission[], scope: Scope) => Promise<boolean>;
};

export const sessionCookie = 'pennon_session';

/** Checks every request before its body is parsed: credentials, visible project, permission. */
export function registerAuthentication(app: FastifyInstance, source: CallerSource): void {
  app.decorateRequest('caller');
  app.decorateRequest('dataVersion');
  app.decorateRequest('read');
  app.decorateRequest('project');
  app.decorate('findCaller', async (request) => (await authenticate(request, source)).caller);
  app.addHook('onRoute', (route) => {
    // The routes of the OpenAPI page are registered by a library, without `access`.
    if (route.url.includes('/docs/openapi')) route.config = { access: 'public', ...route.config };
    if (!route.config?.access) throw new Error(`${route.url} has no access in its config`);
  });
  registerSdkAuthentication(app, source.findSdkToken);
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    // CORS registers a route for OPTIONS on every path.
    const unknown = request.is404 || url === '*';
    const access = unknown ? unknownPathAccess(request) : config.access;
    if (access === 'public' || isSdkAccess(access)) return;
    const { caller, dataVersion, maintenance } =
      access === 'scim'
        ? await authenticateScim(request, source)
        : await authenticate(request, source);
    if (maintenance && config.refusedInMaintenance) throw maintenanceRefusal();
    request.caller = withVia(caller, request);
    request.dataVersion = dataVersion;
    const onStandby = () => void reply.header('pennon-database', 'standby');
    request.read = (read) => source.reads(dataVersion, read, onStandby);
    if (access === 'scim') return;
    const scope = await findVisibleScope(request, source);
    if (scope.project !== undefined) request.project = scope.project;
    if (access === 'authenticated') return;
    await assertHolds(caller, access ?? ['ADMIN'], scope, source);
  });
}

/** Without credentials, an API path that does not exist is indistinguishable from one that does. */
function unknownPathAccess(request: FastifyRequest): Access {
  return request.url.includes('/api/') ? 'authenticated' : 'public';
}

/** Undefined if the request has a token, which overrides the cookie. */
export const sessionSecretOf = (request: FastifyRequest): string | undefined =>
  tokenOf(request) ? undefined : request.cookies[sessionCookie];

async function authenticate(
  request: FastifyRequest,
  source: CallerSource,
): Promise<Authentication> {
  const token = tokenOf(request);
  if (token) return callerOfToken(token, source);

  const secret = sessionSecretOf(request);
  if (!secret) throw unauthenticated('Send an API token in the authorization header, or log in.');
  assertSameSite(request);
  const authenticated = await source.findBySession(secret);
  if (!authenticated) throw unauthenticated('The session has ended. Log in again.');
  return authenticated;
}

async function callerOfToken(token: string, source: CallerSource): Promise<Authentication> {
  const bearer = await source.findByToken(token);
  if (!bearer) throw unauthenticated('The token is unknown, expired or revoked.');
  if (!('caller' in bearer)) {
    throw noAccess(`A ${bearer.kind} token cannot use the admin API.`, [
      { message: 'Use a personal access token, a service account token or an admin token.' },
    ]);
  }
  return bearer;
}

/** Only by its own token. */
async function authenticateScim(request: FastifyRequest, source: CallerSource) {
  const token = tokenOf(request);
  const client = token ? await source.findScimClient(token) : undefined;
  if (!client) throw unauthenticated('Send the SCIM token, and enable SCIM in the console.');
  return client;
}

/** Browsers send cookies automatically, so a write with a cookie must come from the console. */
export function assertSameSite(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const foreign =
    site !== undefined
      ? site !== 'same-origin' && site !== 'none'
      : origin !== undefined && hostOf(origin) !== request.host;
  if (foreign) throw noAccess('A request from another site cannot use the session of this one.');
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

type PathNames = { projectId?: string; featureName?: string; environment?: string };

/**
 * The scope of a request is defined by its path only: the project it names, or the stored project of
 * its flag. What the caller may not see is not found.
 */
async function findVisibleScope(request: FastifyRequest, source: CallerSource): Promise<Scope> {
  const { projectId, featureName, environment } = (request.params ?? {}) as PathNames;
  const byFlag = projectId === undefined && featureName !== undefined;
  const project = byFlag ? await source.findProjectOfFlag(featureName) : projectId;
  if (project === undefined && !byFlag) return { environment };
  if (project !== undefined && (await source.maySeeProject(request, project))) {
    return { project, environment };
  }
  throw byFlag ? notFound('Flag', featureName) : notFound('Project', projectId);
}

async function assertHolds(
  caller: Caller,
  permissions: readonly Permission[],
  scope: Scope,
  source: CallerSource,
): Promise<void> {
  if (await source.holdsAny(caller, permissions, scope)) return;
  throw missingPermission(permissions, scope);
}
