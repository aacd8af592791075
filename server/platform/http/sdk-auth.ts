import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, SdkToken } from '../caller.ts';
import { noAccess, unauthenticated } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Authenticates the SDK again; throws if its token is no longer valid. */
    findSdkToken: (request: FastifyRequest) => Promise<SdkToken>;
  }
  interface FastifyContextConfig {
    /** The token may be the query parameter `token`: a browser cannot add headers to a stream. */
    tokenInQuery?: true;
  }
  interface FastifyRequest {
    /** Set before any handler of a route for SDKs. */
    sdkToken: SdkToken;
  }
}

/** The owner of a token, from the cache if possible; undefined if it is not valid. */
export type FindSdkToken = (
  token: string,
) => Caller | SdkToken | undefined | Promise<Caller | SdkToken | undefined>;

/** Routes for SDKs with a token of one kind, or of either. */
export type SdkAccess = SdkToken['kind'] | 'sdk';

/** Checks the token of every request of an SDK before its body is parsed. */
export function registerSdkAuthentication(app: FastifyInstance, find: FindSdkToken): void {
  app.decorateRequest('sdkToken');
  app.decorate('findSdkToken', (request) => authenticateSdk(request, request.sdkToken.kind, find));
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    // CORS registers a route for OPTIONS on every path.
    if (request.is404 || request.routeOptions.url === '*' || !isSdkAccess(access)) return;
    request.sdkToken = await authenticateSdk(request, access, find);
  });
}

export const isSdkAccess = (access: unknown): access is SdkAccess =>
  access === 'client' || access === 'frontend' || access === 'sdk';

export const tokenOf = (request: FastifyRequest) =>
  request.headers.authorization?.replace(/^bearer\s+/i, '').trim();

/** The header that OpenFeature providers use. */
const apiKeyOf = (request: FastifyRequest) => [request.headers['x-api-key']].flat()[0]?.trim();

const queryTokenOf = ({ query, routeOptions }: FastifyRequest) => {
  const { token } = (query ?? {}) as { token?: unknown };
  return routeOptions.config.tokenInQuery && typeof token === 'string' ? token : undefined;
};

/** The token of a request of an SDK, as it was sent. */
export const sdkTokenOf = (request: FastifyRequest, kind: SdkAccess): string | undefined =>
  tokenOf(request) || (kind === 'sdk' ? apiKeyOf(request) : undefined) || queryTokenOf(request);

/** SDKs authenticate by token only, not by session. */
async function authenticateSdk(
  request: FastifyRequest,
  kind: SdkAccess,
  find: FindSdkToken,
): Promise<SdkToken> {
  const needed = kind === 'sdk' ? 'client or frontend' : kind;
  const token = sdkTokenOf(request, kind);
  if (!token) throw unauthenticated(`Send a ${needed} token in the authorization header.`);
  const bearer = await find(token);
  if (!bearer) throw unauthenticated('The token is unknown, expired or revoked.');
  if ('admin' in bearer || (kind !== 'sdk' && bearer.kind !== kind)) {
    throw noAccess(`You need a ${needed} token, not a ${bearer.kind} token.`);
  }
  return bearer;
}
