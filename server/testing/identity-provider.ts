/// <reference path="./oidc-provider.d.ts" />

import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { atEnd } from './cleanup.ts';

/** Who logs in next; `sub` identifies it at the provider. */
export type ProviderUser = { sub: string } & Record<string, unknown>;

type Token = { header: Record<string, unknown>; claims: Record<string, unknown> };

export type IdentityProvider = {
  issuer: string;
  clientId: string;
  secret: string;
  /** Logs this user in without a form. */
  setUser: (user: ProviderUser) => void;
  /** Changes each ID token, which is then signed with the key, or not at all. */
  setToken: (change: ((token: Token) => Token & { key?: KeyObject | null }) | undefined) => void;
  /** The provider has a new key, and only that. */
  rotateKey: () => void;
  newKey: () => KeyObject;
};

const clientId = 'pennon';
const secret = 'a-secret-of-the-client-of-32-chars';

/** `oidc-provider` on a loopback port, closed when the test file ends. */
export async function anIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const state = {
    user: { sub: 'nobody' } as ProviderUser,
    change: undefined as Parameters<IdentityProvider['setToken']>[0],
    key: newKey(),
    kid: randomUUID(),
  };
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => listener(request, response));
  // Otherwise it closes a connection that is used again after the process was busy for five seconds.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const start = () => {
    const provider = new Provider(issuer, {
      ...configurationOf(redirectUri),
      jwks: {
        keys: [
          { ...state.key.export({ format: 'jwk' }), kid: state.kid, use: 'sig', alg: 'RS256' },
        ],
      },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ ...state.user, sub }),
      }),
      loadExistingGrant: async ({ oidc }: { oidc: GrantContext }) => {
        const { session, client } = oidc;
        const grant = new provider.Grant({
          accountId: session?.accountId,
          clientId: client?.clientId,
        });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const { id_token: idToken } = context.body ?? {};
      if (!state.change || context.path !== '/token' || typeof idToken !== 'string') return;
      const { key = state.key, ...token } = state.change(decode(idToken));
      context.body.id_token = encode(token, key);
    });
    const handle = provider.callback();
    listener = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return handle(request, response);
      void provider.interactionFinished(request, response, {
        login: { accountId: state.user.sub, remember: false },
      });
    };
  };
  start();
  return {
    issuer,
    clientId,
    secret,
    newKey,
    setUser: (user) => {
      state.user = user;
    },
    setToken: (change) => {
      state.change = change;
    },
    rotateKey: () => {
      state.key = newKey();
      state.kid = randomUUID();
      start();
    },
  };
}

type GrantContext = { session?: { accountId?: string }; client?: { clientId: string } };

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const configurationOf = (redirectUri: string) => ({
  clients: [
    {
      client_id: clientId,
      client_secret: secret,
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [new URL('../../', redirectUri).href],
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name'],
    groups: ['groups'],
  },
  scopes: ['openid', 'email', 'profile', 'groups'],
  // All claims in the ID token, as most providers do.
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  cookies: { keys: ['a key of the cookies'] },
  pkce: { required: () => true },
  ttl: { AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
});

const decode = (jwt: string): Token => {
  const [header = '', claims = ''] = jwt.split('.');
  return { header: parse(header), claims: parse(claims) };
};

const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

function encode({ header, claims }: Token, key: KeyObject | null): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (key === null) return `${text}.`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}
