import * as oidc from 'openid-client';
import type { Outbound } from '../../platform/outbound/client.ts';
import type { Account } from './queries.ts';
import { LoginRefused } from './refusal.ts';
import { type Claims, type Provider, valueAt } from './rules.ts';
import type { OidcCheck } from './schema.ts';

/** What the browser retains between the redirect to the provider and the one back. */
export type Attempt = { state: string; nonce: string; verifier: string; next: string };

export type Identity = { account: Account; claims: Claims };

type Options = {
  outbound: Pick<Outbound, 'fetch'>;
  redirectUri: string;
  /** Whether the address may use http. */
  allowsHttp: (url: URL) => boolean;
};

const timeoutSeconds = 10;

export type OidcClient = ReturnType<typeof createOidcClient>;

/**
 * The configuration and the keys of the provider are read for every login, so that a change of either
 * is effective immediately.
 */
export function createOidcClient({ outbound, redirectUri, allowsHttp }: Options) {
  const fetch: oidc.CustomFetch = (url, { method, headers, body, signal }) =>
    outbound.fetch(url, { method, headers, body, signal });

  async function discover(provider: Provider): Promise<oidc.Configuration> {
    const url = new URL(provider.discoverUrl);
    const algorithm = provider.signingAlgorithm;
    if (url.protocol === 'http:' && !allowsHttp(url)) throw new Error('http is not allowed');
    return oidc.discovery(
      url,
      provider.clientId,
      algorithm === undefined ? {} : { id_token_signed_response_alg: algorithm },
      authentication(provider.secret),
      {
        [oidc.customFetch]: fetch,
        timeout: timeoutSeconds,
        execute: [
          // Otherwise the signature of an ID token from the token endpoint is not verified.
          oidc.enableNonRepudiationChecks,
          ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  }

  /** The address of the provider at which the user logs in. */
  async function begin(provider: Provider, next: string): Promise<{ url: URL; attempt: Attempt }> {
    const configuration = await refusing('provider', () => discover(provider));
    const attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      next,
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(provider.acrValues !== undefined && { acr_values: provider.acrValues }),
    });
    return { url, attempt };
  }

  /** `query` is that of the redirect from the provider. */
  async function finish(provider: Provider, query: string, attempt: Attempt): Promise<Identity> {
    const configuration = await refusing('provider', () => discover(provider));
    const { issuer } = configuration.serverMetadata();
    const tokens = await refusing('invalid-response', () =>
      oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims();
    if (!claims) throw new LoginRefused('invalid-response', 'there is no ID token');
    const account = { issuer, clientId: provider.clientId, subject: claims.sub };
    if (isComplete(claims, provider) || !configuration.serverMetadata().userinfo_endpoint) {
      return { account, claims };
    }
    const more = await refusing('invalid-response', () =>
      oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub),
    );
    return { account, claims: { ...more, ...claims } };
  }

  /** Undefined if the provider has no single logout. */
  async function logoutUrl(provider: Provider, returnTo: string): Promise<URL | undefined> {
    const configuration = await refusing('provider', () => discover(provider));
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo });
  }

  /** Without a login: reads the configuration, and sends a code that cannot exist. */
  async function check(provider: Provider): Promise<OidcCheck['checks']> {
    const configuration = await discover(provider).catch((error: unknown) => messageOf(error));
    if (typeof configuration === 'string') {
      return [{ name: 'Provider', ok: false, message: `No configuration: ${configuration}` }];
    }
    const metadata = configuration.serverMetadata();
    const found = { name: 'Provider', ok: true, message: `Found issuer ${metadata.issuer}` };
    const lacks = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
      (name) => metadata[name] === undefined,
    );
    if (lacks.length > 0) {
      return [found, { name: 'Endpoints', ok: false, message: `Missing: ${lacks.join(', ')}` }];
    }
    return [found, await checkClient(configuration, redirectUri)];
  }

  return { begin, finish, logoutUrl, check };
}

const isComplete = (claims: Claims, { groupsClaim }: Provider) =>
  claims.email !== undefined &&
  (groupsClaim === undefined || valueAt(claims, groupsClaim) !== undefined);

/** As the provider prefers; the default of the standard is Basic. */
function authentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  return (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const kind = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic
      : oidc.ClientSecretPost;
    return kind(secret)(server, client, body, headers);
  };
}

async function refusing<T>(
  refusal: 'provider' | 'invalid-response',
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new LoginRefused(refusalOf(error) ?? refusal, messageOf(error), error);
  }
}

function refusalOf(error: unknown) {
  if (error instanceof oidc.AuthorizationResponseError) return 'cancelled';
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'provider';
  // The code has expired or was used, or the provider does not know this client.
  if (error instanceof oidc.ResponseBodyError) {
    return error.error === 'invalid_grant' ? 'expired' : 'provider';
  }
  return undefined;
}

/** Without tokens and codes: only what kind of error it is. */
function messageOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError) return error.error;
  if (error instanceof oidc.AuthorizationResponseError) return error.error;
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'invalid_client';
  const { message, cause } = error as Error;
  const reason = cause instanceof Error && cause.message !== message ? ` (${cause.message})` : '';
  return `${message}${reason}`.slice(0, 300);
}

async function checkClient(configuration: oidc.Configuration, redirectUri: string) {
  const name = 'Client id and secret';
  try {
    await oidc.genericGrantRequest(configuration, 'authorization_code', {
      code: 'a-code-that-does-not-exist',
      redirect_uri: redirectUri,
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
  } catch (error) {
    const reason = messageOf(error);
    if (reason === 'invalid_grant') return { name, ok: true, message: 'Accepted' };
    return { name, ok: false, message: `Refused: ${reason}` };
  }
  return { name, ok: false, message: 'The provider accepts codes that do not exist' };
}
