import { beforeEach, describe, expect, test } from 'vitest';
import { changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { anIdentityProvider } from '../../testing/identity-provider.ts';
import { logInAtProvider, sessionOf } from '../../testing/oidc-login.ts';

const publicUrl = 'http://pennon.test';
const path = '/api/admin/auth/oidc/settings';
const provider = await anIdentityProvider(`${publicUrl}/auth/oidc/callback`);
const app = await testApp({ publicUrl });
const { db, get, post } = app;

const complete = {
  enabled: true,
  discoverUrl: provider.issuer,
  clientId: provider.clientId,
  secret: provider.secret,
  autoCreate: true,
  defaultRootRoleId: 2,
  emailDomains: 'a.io, b.io',
};

const checkOf = async (body: object, at = app) => (await at.post(`${path}/test`, body)).body;

beforeEach(async () => {
  await db.updateTable('sign_in_settings').set({ oidc: null, oidc_secret: null }).execute();
});

describe(`POST ${path}`, () => {
  test('enables logins; the secret is encrypted, and in no response and no event', async () => {
    const before = await lastEventId(db);
    provider.setUser({ sub: unique('sub'), email: `${unique('x')}@b.io`, email_verified: true });

    const saved = await post(path, complete);
    const again = await get(path);
    const login = await logInAtProvider(app);

    expect(saved.status).toBe(200);
    expect(saved.body).toEqual(again.body);
    expect(saved.body).toMatchObject({
      enabled: true,
      discoverUrl: provider.issuer,
      clientId: provider.clientId,
      emailDomains: 'a.io,b.io',
      hasSecret: true,
      configuredThroughEnv: false,
      redirectUri: `${publicUrl}/auth/oidc/callback`,
    });
    expect(sessionOf(login)).toBeDefined();
    const events = await changesSince(db, before);
    const rows = await db.selectFrom('sign_in_settings').selectAll().execute();
    expect(JSON.stringify([saved, again, events, rows])).not.toContain(provider.secret);
    expect(events[0]).toMatchObject({
      type: 'setting-updated',
      data: { id: 'auth.oidc', enabled: true, secretChanged: true },
    });
  });

  test('the same settings again change nothing', async () => {
    await post(path, complete);
    const before = await lastEventId(db);
    const { secret: _, ...without } = complete;

    await post(path, complete);
    await post(path, without);

    expect(await changesSince(db, before)).toEqual([]);
    expect((await get(path)).body.hasSecret).toBe(true);
  });

  test('another provider needs the secret again, so that no other host gets it', async () => {
    await post(path, complete);
    const { secret: _, ...without } = { ...complete, discoverUrl: 'https://evil.example' };

    expect(await post(path, without)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/secret' }] },
    });
    expect((await post(path, { ...without, secret: null })).body.hasSecret).toBe(false);
  });

  test.each([
    ['discoverUrl', { discoverUrl: null }],
    ['discoverUrl', { discoverUrl: 'ftp://a.example' }],
    ['clientId', { clientId: ' ' }],
    ['rootRole', { defaultRootRoleId: 99 }],
    ['groupJsonPath', { enableGroupSyncing: true }],
    ['idTokenSigningAlgorithm', { idTokenSigningAlgorithm: 'none' }],
  ])('an invalid %s is 400', async (member, changed) => {
    expect(await post(path, { ...complete, ...changed })).toMatchObject({
      status: 400,
      body: { details: [{ path: `/body/${member}` }] },
    });
  });

  test('without an encryption key no secret can be stored', async () => {
    const keyless = await app.withConfig({ publicUrl }, { encryptionKeys: [] });

    expect(await keyless.post(path, complete)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('ENCRYPTION_KEY') },
    });
  });

  test('with OIDC_ISSUER the settings cannot be changed', async () => {
    const environment = { publicUrl, oidcIssuer: provider.issuer, oidcClientId: 'x' };
    const configured = await app.withConfig(environment);

    expect((await configured.post(path, complete)).status).toBe(409);
    expect((await configured.get(path)).body.configuredThroughEnv).toBe(true);
  });
});

describe(`POST ${path}/test`, () => {
  test('the right settings pass, and nothing is stored', async () => {
    expect(await checkOf(complete)).toEqual({
      ok: true,
      checks: [
        { name: 'Provider', ok: true, message: `Found issuer ${provider.issuer}` },
        { name: 'Client id and secret', ok: true, message: 'Accepted' },
      ],
    });
    expect((await get(path)).body.enabled).toBe(false);
  });

  test('uses the stored secret for the stored provider only', async () => {
    await post(path, complete);
    const { secret: _, ...without } = complete;

    expect((await checkOf(without)).ok).toBe(true);
    expect((await checkOf({ ...without, discoverUrl: `${provider.issuer}/` })).ok).toBe(false);
  });

  test.each([
    ['a wrong secret', { secret: 'wrong' }, 'Refused: invalid_client'],
    ['an unknown client', { clientId: 'unknown' }, 'Refused: invalid_client'],
    ['a host that does not respond', { discoverUrl: 'http://127.0.0.1:9' }, 'No configuration'],
    ['another issuer', { discoverUrl: `${provider.issuer}/realms/x` }, 'No configuration'],
    ['http on a public host', { discoverUrl: 'http://a.example' }, 'http is not allowed'],
  ])('%s is found', async (_, changed, message) => {
    const { ok, checks } = await checkOf({ ...complete, ...changed });

    expect(ok).toBe(false);
    expect(checks.at(-1).message).toContain(message);
    expect(JSON.stringify(checks)).not.toContain(provider.secret);
  });

  test.each([
    'https://127.0.0.1:1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://10.0.0.1',
  ])('an Admin cannot reach %s without INTEGRATIONS_ALLOWED_HOSTS', async (discoverUrl) => {
    const strict = await app.withConfig({ publicUrl, integrationsAllowedHosts: [] });

    const { ok, checks } = await checkOf({ ...complete, discoverUrl }, strict);

    expect(ok).toBe(false);
    expect(checks[0].message).toContain('not allowed');
  });
});
