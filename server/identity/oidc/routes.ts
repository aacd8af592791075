import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { conflict, found, RequestError } from '../../platform/errors.ts';
import { sessionCookie } from '../../platform/http/auth.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import {
  type AllowedHosts,
  isAllowedAddress,
  isAllowedName,
  isPublicAddress,
  parseAllowedHosts,
} from '../../platform/outbound/addresses.ts';
import { createOutbound } from '../../platform/outbound/client.ts';
import { readAttempt, writeAttempt } from './attempts.ts';
import { createOidcClient } from './client.ts';
import { logIn, saveSettings } from './commands.ts';
import { environmentProvider, findStoredProvider } from './providers.ts';
import { findOidcSettings } from './queries.ts';
import { LoginRefused } from './refusal.ts';
import { localPath, type Provider, personOf, planSettings, storedProvider } from './rules.ts';
import {
  LoginQuery,
  OidcCheck,
  OidcSettings,
  OidcSettingsInput,
  type OidcValues,
  SignInOptions,
} from './schema.ts';

const attemptCookie = 'pennon_oidc';
const attemptSeconds = 600;

/** Who sets environment variables may reach every host; who is an Admin only those of integrations. */
const everyHost = ['0.0.0.0/0', '::/0'];

export const oidcRoutes: FastifyPluginAsync = async (app) => {
  const { baseUriPath, publicUrl, authType, sessionHours, loginsPerMinute } = app.settings;
  const fromEnvironment = environmentProvider(app.settings);
  const allowed = parseAllowedHosts(app.settings.integrationsAllowedHosts);
  const outbound = createOutbound(fromEnvironment ? parseAllowedHosts(everyHost) : allowed);
  app.addHook('onClose', outbound.close);
  const redirectUri = `${publicUrl}${baseUriPath}/auth/oidc/callback`;
  const client = createOidcClient({
    outbound,
    redirectUri,
    allowsHttp: ({ hostname }) => fromEnvironment !== undefined || isAllowedHost(allowed, hostname),
  });
  const findProvider = async () =>
    fromEnvironment ?? (await findStoredProvider(app.db, app.encryption));
  const secure = publicUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure } as const;
  const attemptPath = `${baseUriPath}/auth/oidc`;
  // Several users may have the same address.
  const rateLimit = { max: 10 * loginsPerMinute, timeWindow: '1 minute' };
  const redirect = { access: 'public', status: 302, response: Type.Null(), rateLimit } as const;
  const { read, route } = routesFor(app, { tag: 'Auth', schemas: [OidcSettings] });

  /** The sign-in page shows the refusal; the log has the reason under the id. */
  async function refusable(
    request: FastifyRequest,
    reply: FastifyReply,
    action: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await action();
    } catch (error) {
      const refused = asRefused(error);
      if (!refused) throw error;
      const { refusal, message } = refused;
      request.log.warn({ refusal, reason: message }, 'login with OpenID Connect refused');
      const query = new URLSearchParams({ refusal, reference: request.id });
      return reply.redirect(`${baseUriPath}/sign-in?${query}`);
    }
  }

  async function configuredProvider() {
    const provider = await findProvider();
    if (!provider) throw new LoginRefused('not-configured', 'there is no provider');
    return provider;
  }

  read('GET /auth/sign-in-options', {
    access: 'public',
    operationId: 'getSignInOptions',
    summary: 'Get how users can log in',
    response: SignInOptions,
    handler: async () => {
      const provider = await findProvider();
      return {
        password: authType !== 'oidc',
        oidc: provider !== undefined,
        singleLogout: provider?.singleLogout ?? false,
      };
    },
  });

  route('GET /auth/oidc/login', {
    ...redirect,
    operationId: 'oidcLogin',
    summary: 'Log in with OpenID Connect',
    description: 'Redirects to the provider, or to the sign-in page with the reason of a refusal.',
    querystring: LoginQuery,
    handler: (request, reply) =>
      refusable(request, reply, async () => {
        const { next } = request.query;
        const { url, attempt } = await client.begin(await configuredProvider(), localPath(next));
        return reply
          .setCookie(attemptCookie, writeAttempt(attempt), {
            ...cookie,
            path: attemptPath,
            maxAge: attemptSeconds,
          })
          .redirect(url.href);
      }),
  });

  route('GET /auth/oidc/callback', {
    ...redirect,
    operationId: 'oidcCallback',
    summary: 'Complete a login with OpenID Connect',
    description: 'The provider redirects to it. Creates a session and redirects to the console.',
    handler: (request, reply) =>
      refusable(request, reply, async () => {
        void reply.clearCookie(attemptCookie, { ...cookie, path: attemptPath });
        const query = request.url.split('?', 2)[1] ?? '';
        const attempt = readAttempt(request.cookies[attemptCookie], query);
        const provider = await configuredProvider();
        const { account, claims } = await client.finish(provider, query, attempt);
        const login = { account, person: personOf(claims, provider), provider };
        const device = { address: request.ip, userAgent: request.headers['user-agent'] };
        const { secret } = await app.inTransaction((tx) =>
          logIn(tx, login, { hours: sessionHours, device }),
        );
        return reply
          .setCookie(sessionCookie, secret, {
            ...cookie,
            path: baseUriPath || '/',
            maxAge: sessionHours * 3600,
          })
          .redirect(baseUriPath + attempt.next);
      }),
  });

  route('GET /auth/oidc/logout', {
    ...redirect,
    operationId: 'oidcLogout',
    summary: 'End the session at the OpenID Connect provider',
    description: 'POST /logout redirects to it, if single logout is configured.',
    handler: (request, reply) =>
      refusable(request, reply, async () => {
        const provider = await findProvider();
        const start = `${publicUrl}${baseUriPath}/`;
        const url = provider?.singleLogout ? await client.logoutUrl(provider, start) : undefined;
        return reply.redirect(url?.href ?? `${baseUriPath}/sign-in`);
      }),
  });

  async function enteredProvider(input: OidcSettingsInput): Promise<Provider> {
    const values = planSettings({ ...input, enabled: true });
    const stored = await findOidcSettings(app.db);
    const isStored = stored.values?.discoverUrl === values.discoverUrl;
    const encrypted = isStored ? stored.encryptedSecret : null;
    const secret = input.secret || (encrypted ? app.encryption?.decrypt(encrypted) : undefined);
    return found(storedProvider(values, secret), 'Provider');
  }

  const view = (values: OidcValues | null, encryptedSecret: string | null): OidcSettings => ({
    ...(values ?? { enabled: false }),
    hasSecret: encryptedSecret !== null,
    configuredThroughEnv: fromEnvironment !== undefined,
    redirectUri,
  });

  read('GET /api/admin/auth/oidc/settings', {
    access: ['ADMIN'],
    operationId: 'getOidcSettings',
    summary: 'Get the settings of OpenID Connect',
    description:
      'Those that an Admin entered. The environment variable OIDC_ISSUER overrides them.',
    response: ref(OidcSettings),
    handler: async (db) => {
      const { values, encryptedSecret } = await findOidcSettings(db);
      return view(values, encryptedSecret);
    },
  });

  route('POST /api/admin/auth/oidc/settings', {
    access: ['ADMIN'],
    operationId: 'setOidcSettings',
    summary: 'Set the settings of OpenID Connect',
    description: 'Replaces all settings but the secret, which is stored encrypted.',
    body: OidcSettingsInput,
    response: ref(OidcSettings),
    handler: async ({ caller, body }) => {
      if (fromEnvironment) throw conflict('OpenID Connect is configured by OIDC_ISSUER.');
      const { values, encryptedSecret } = await app.inTransaction((tx) =>
        saveSettings(tx, caller, body, app.encryption),
      );
      return view(values, encryptedSecret);
    },
  });

  route('POST /api/admin/auth/oidc/settings/test', {
    access: ['ADMIN'],
    operationId: 'testOidcSettings',
    summary: 'Test settings of OpenID Connect',
    description:
      'Stores nothing. Reads the configuration of the provider and sends it the client id and the ' +
      'secret. Without a secret, the stored one is used if discoverUrl is the stored one.',
    rateLimit: { max: loginsPerMinute, timeWindow: '1 minute' },
    body: OidcSettingsInput,
    response: OidcCheck,
    handler: async ({ body }) => {
      const checks = await client.check(fromEnvironment ?? (await enteredProvider(body)));
      return { ok: checks.every(({ ok }) => ok), checks };
    },
  });
};

/** Invalid names from the provider are refused like its other errors. */
function asRefused(error: unknown): LoginRefused | undefined {
  if (error instanceof LoginRefused) return error;
  if (!(error instanceof RequestError) || error.status !== 400) return undefined;
  return new LoginRefused('invalid-response', error.message);
}

/** Named in INTEGRATIONS_ALLOWED_HOSTS, so that the network between is known to be private. */
const isAllowedHost = (allowed: AllowedHosts, host: string) =>
  isAllowedName(allowed, host) || (!isPublicAddress(host) && isAllowedAddress(allowed, host));
