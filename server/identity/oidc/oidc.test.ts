import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aGroup, aUser, eventsSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { anIdentityProvider, type ProviderUser } from '../../testing/identity-provider.ts';
import { comeBack, goToProvider, logInAtProvider, sessionOf } from '../../testing/oidc-login.ts';

const publicUrl = 'http://pennon.test';
const provider = await anIdentityProvider(`${publicUrl}/auth/oidc/callback`);
const plain = await testApp({ publicUrl });
const { db, get } = plain;
const environment = {
  publicUrl,
  oidcIssuer: provider.issuer,
  oidcClientId: provider.clientId,
  oidcClientSecret: provider.secret,
  oidcDefaultRole: 'Editor',
  oidcGroupsClaim: 'groups',
  oidcScopes: ['email', 'profile', 'groups'],
};
const app = await plain.withConfig(environment);

const aPerson = (input: Partial<ProviderUser> = {}): ProviderUser => {
  const sub = unique('sub');
  return { sub, name: 'Ann Lee', email: `${sub}@example.com`, email_verified: true, ...input };
};

const me = async (headers: { cookie: string }) =>
  (await get('/api/admin/user', { token: null, headers })).body;

const emailed = async (email: unknown) =>
  db.selectFrom('users').selectAll().where('email', '=', String(email)).executeTakeFirst();

const groupNamesOf = async (userId: number) => {
  const rows = await db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select('name')
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

/** No session, and a redirect to the page with the reason. */
function expectRefused({ status, headers }: Awaited<ReturnType<typeof comeBack>>, reason: string) {
  const url = new URL(String(headers.location), publicUrl);
  expect([status, url.pathname, url.searchParams.get('refusal')]).toEqual([
    302,
    '/sign-in',
    reason,
  ]);
  expect(url.searchParams.get('reference')).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(headers['set-cookie'] ?? '')).not.toContain('pennon_session');
}

beforeEach(() => provider.setToken(undefined));

describe('a login with OpenID Connect', () => {
  test('creates the user with the default role, and returns to the page', async () => {
    const person = aPerson();
    provider.setUser(person);
    const before = await lastEventId(db);

    const response = await logInAtProvider(app);

    expect([response.status, response.headers.location]).toEqual([302, '/flags']);
    const { user } = await me(sessionOf(response));
    expect(user).toMatchObject({ name: 'Ann Lee', email: person.email });
    expect((await emailed(person.email))?.root_role_id).toBe(2);
    const events = await eventsSince(db, before);
    expect(events.map(({ type }) => type)).toEqual(['user-created']);
    expect(events[0]?.data).toMatchObject({ email: person.email, rootRole: 2 });
  });

  test('finds the user by subject, also after the e-mail changed, and follows the name', async () => {
    const person = aPerson();
    provider.setUser(person);
    const first = await me(sessionOf(await logInAtProvider(app)));
    provider.setUser({ ...person, email: `${unique('new')}@example.com`, name: 'Ann Smith' });
    const before = await lastEventId(db);

    const { user } = await me(sessionOf(await logInAtProvider(app)));

    expect(user).toMatchObject({ id: first.user.id, email: person.email, name: 'Ann Smith' });
    const types = (await eventsSince(db, before)).map(({ type }) => type);
    expect(types).toEqual(['user-updated']);
  });

  test('finds an existing user by verified e-mail, case-insensitive', async () => {
    const email = `${unique('Ann')}@Example.com`;
    const { id } = await aUser(db, { email });
    provider.setUser(aPerson({ email: email.toLowerCase() }));

    expect((await me(sessionOf(await logInAtProvider(app)))).user.id).toBe(id);
  });

  test('groups follow their SSO mappings, joining and leaving, with events', async () => {
    const [red, blue, own] = [unique('red'), unique('blue'), unique('own')];
    await aGroup(db, { name: red, mappingsSSO: [red, 'other'] });
    await aGroup(db, { name: blue, mappingsSSO: [blue] });
    await aGroup(db, { name: own });
    const person = aPerson({ groups: [red, own, 'unknown'] });
    provider.setUser(person);
    const { user } = await me(sessionOf(await logInAtProvider(app)));
    const before = await lastEventId(db);
    const joined = await groupNamesOf(user.id);
    provider.setUser({ ...person, groups: [blue] });

    await logInAtProvider(app);

    expect(joined).toEqual([red]);
    expect(await groupNamesOf(user.id)).toEqual([blue]);
    const events = await eventsSince(db, before);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'group-user-added',
      'group-user-removed',
    ]);
    expect(events.find(({ type }) => type === 'group-user-added')?.data).toMatchObject({
      groupName: blue,
      userId: user.id,
    });
  });

  test('without the claim the user leaves mapped groups, and remains in others', async () => {
    const [mapped, own] = [unique('mapped'), unique('own')];
    const person = aPerson({ groups: [mapped] });
    provider.setUser(person);
    await aGroup(db, { name: mapped, mappingsSSO: [mapped] });
    const { user } = await me(sessionOf(await logInAtProvider(app)));
    await aGroup(db, { name: own, members: [user.id] });
    const { groups: _, ...without } = person;
    provider.setUser(without as ProviderUser);

    await logInAtProvider(app);

    expect(await groupNamesOf(user.id)).toEqual([own]);
  });

  test('a list that Microsoft Entra ID omits, because it is too long, changes nothing', async () => {
    const mapped = unique('mapped');
    const person = aPerson({ groups: [mapped] });
    provider.setUser(person);
    await aGroup(db, { name: mapped, mappingsSSO: [mapped] });
    const { user } = await me(sessionOf(await logInAtProvider(app)));
    provider.setToken(({ header, claims: { groups: _, ...claims } }) => ({
      header,
      claims: { ...claims, _claim_names: { groups: 'src1' } },
    }));

    await logInAtProvider(app);

    expect(await groupNamesOf(user.id)).toEqual([mapped]);
  });

  test('follows a new key of the provider', async () => {
    provider.setUser(aPerson());
    await logInAtProvider(app);
    provider.rotateKey();

    expect(sessionOf(await logInAtProvider(app))).toBeDefined();
  });

  test('allows a clock that differs by less than 30 seconds', async () => {
    provider.setUser(aPerson());
    const now = Math.floor(Date.now() / 1000);
    provider.setToken(({ header, claims }) => ({ header, claims: { ...claims, exp: now - 15 } }));

    expect(sessionOf(await logInAtProvider(app))).toBeDefined();
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'flags', '/a\nb'])(
    'does not return to %j',
    async (next) => {
      provider.setUser(aPerson());

      const response = await comeBack(app, await goToProvider(app, next));

      expect(response.headers.location).toBe('/');
    },
  );
});

describe('a login is refused', () => {
  const now = Math.floor(Date.now() / 1000);

  test.each([
    ['a wrong audience', { aud: 'another-client' }],
    ['a wrong nonce', { nonce: 'another-nonce' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expired ID token', { exp: now - 120 }],
    ['several audiences of which this is not the authorized party', { aud: ['x', 'pennon'] }],
  ])('for %s', async (_, changed) => {
    const person = aPerson();
    provider.setUser(person);
    provider.setToken(({ header, claims }) => ({ header, claims: { ...claims, ...changed } }));

    expectRefused(await logInAtProvider(app), 'invalid-response');
    expect(await emailed(person.email)).toBeUndefined();
  });

  test('for an ID token without signature', async () => {
    provider.setUser(aPerson());
    provider.setToken(({ claims }) => ({ header: { alg: 'none' }, claims, key: null }));

    expectRefused(await logInAtProvider(app), 'invalid-response');
  });

  test.each([
    ['of the same name', {}],
    ['of another name', { kid: 'another' }],
  ])('for a signature by another key %s', async (_, named) => {
    provider.setUser(aPerson());
    const key = provider.newKey();
    provider.setToken(({ header, claims }) => ({ header: { ...header, ...named }, claims, key }));

    expectRefused(await logInAtProvider(app), 'invalid-response');
  });

  test('for a response of a mixed-up issuer', async () => {
    provider.setUser(aPerson());
    const { callback, cookie } = await goToProvider(app);
    const mixedUp = callback.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');

    expectRefused(await comeBack(app, { callback: mixedUp, cookie }), 'invalid-response');
  });

  test('for a replayed code', async () => {
    provider.setUser(aPerson());
    const returned = await goToProvider(app);
    sessionOf(await comeBack(app, returned));

    expectRefused(await comeBack(app, returned), 'expired');
  });

  test('for an expired code', async () => {
    provider.setUser(aPerson());
    const returned = await goToProvider(app);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());

    expectRefused(await comeBack(app, returned), 'expired');
  });

  test.each([
    ['without the cookie of the browser that began it', (_: string) => ''],
    ['with the cookie of another login', async () => (await goToProvider(app)).cookie],
    ['with a malformed cookie', () => 'pennon_oidc=bnVsbA'],
  ])('%s', async (_, cookieOf) => {
    provider.setUser(aPerson());
    const { callback, cookie } = await goToProvider(app);

    const response = await comeBack(app, { callback, cookie: await cookieOf(cookie) });

    expectRefused(response, 'expired');
  });

  test('if the provider returns an error', async () => {
    const { callback, cookie } = await goToProvider(app);
    const cancelled = callback.replace(/code=[^&]+/, 'error=access_denied');

    expectRefused(await comeBack(app, { callback: cancelled, cookie }), 'cancelled');
  });

  test.each([
    ['an e-mail that is not verified', { email_verified: false }],
    ['an e-mail without a statement', { email_verified: undefined }],
    ['no e-mail', { email: undefined }],
  ])('for %s', async (_, claims) => {
    provider.setUser(aPerson(claims));

    expectRefused(await logInAtProvider(app), 'unverified-email');
  });

  test('for another account at the provider with the same e-mail', async () => {
    const person = aPerson();
    provider.setUser(person);
    await logInAtProvider(app);
    provider.setUser({ ...person, sub: unique('sub') });

    expectRefused(await logInAtProvider(app), 'other-account');
  });

  test('for a deactivated user', async () => {
    const person = aPerson();
    provider.setUser(person);
    await logInAtProvider(app);
    await db
      .updateTable('users')
      .set({ deactivated_at: new Date().toISOString() })
      .where('email', '=', String(person.email))
      .execute();

    expectRefused(await logInAtProvider(app), 'deactivated');
  });

  test('for names that cannot be stored', async () => {
    provider.setUser(aPerson({ email: 'no-at-sign' }));

    expectRefused(await logInAtProvider(app), 'invalid-response');
  });

  test('without a provider, and without a reachable one', async () => {
    const unreachable = await plain.withConfig({
      ...environment,
      oidcIssuer: 'http://127.0.0.1:9',
    });

    expectRefused(await plain.get('/auth/oidc/login', { token: null }), 'not-configured');
    expectRefused(await unreachable.get('/auth/oidc/login', { token: null }), 'provider');
  });

  test('for a wrong client secret', async () => {
    const wrong = await plain.withConfig({ ...environment, oidcClientSecret: 'wrong' });
    provider.setUser(aPerson());

    expectRefused(await logInAtProvider(wrong), 'provider');
  });
});

describe('settings', () => {
  test('only allowed domains may log in, also known users', async () => {
    const strict = await plain.withConfig({ ...environment, oidcAllowedDomains: ['Example.com'] });
    const person = aPerson();
    provider.setUser(person);
    sessionOf(await logInAtProvider(strict));

    for (const email of ['a@evil.com', 'a@sub.example.com', 'a@example.com.evil', undefined]) {
      provider.setUser({ ...person, email });
      expectRefused(await logInAtProvider(strict), 'domain');
    }
  });

  test('OIDC_AUTO_CREATE=false refuses unknown users', async () => {
    const closed = await plain.withConfig({ ...environment, oidcAutoCreate: false });
    const person = aPerson();
    provider.setUser(person);
    expectRefused(await logInAtProvider(closed), 'no-account');
    await aUser(db, { email: String(person.email) });

    expect(sessionOf(await logInAtProvider(closed))).toBeDefined();
  });

  test('OIDC_TRUST_EMAIL accepts an e-mail without a statement, not a false one', async () => {
    const trusting = await plain.withConfig({ ...environment, oidcTrustEmail: true });
    provider.setUser(aPerson({ email_verified: undefined }));
    sessionOf(await logInAtProvider(trusting));
    provider.setUser(aPerson({ email_verified: false }));

    expectRefused(await logInAtProvider(trusting), 'unverified-email');
  });

  test('AUTH_TYPE=oidc refuses passwords; personal tokens are accepted', async () => {
    const only = await plain.withConfig({ ...environment, authType: 'oidc' });

    const refused = await only.post(
      '/auth/simple/login',
      { username: 'root', password: 'x' },
      { token: null },
    );

    expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    const optionsOf = async ({ get }: Pick<typeof plain, 'get'>) =>
      (await get('/auth/sign-in-options', { token: null })).body;
    expect(await optionsOf(only)).toEqual({ password: false, oidc: true, singleLogout: false });
    expect(await optionsOf(plain)).toEqual({ password: true, oidc: false, singleLogout: false });
    expect((await only.get('/api/admin/user')).status).toBe(200);
  });

  test('OIDC_SINGLE_LOGOUT continues the logout at the provider', async () => {
    const single = await plain.withConfig({ ...environment, oidcSingleLogout: true });
    provider.setUser(aPerson());
    const session = sessionOf(await logInAtProvider(single));

    const { headers } = await single.post('/logout', undefined, { token: null, headers: session });
    const there = await single.get(String(headers.location), { token: null });
    const elsewhere = await app.get('/auth/oidc/logout', { token: null });

    expect(headers.location).toBe('/auth/oidc/logout');
    const url = new URL(String(there.headers.location));
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`);
    expect(elsewhere.headers.location).toBe('/sign-in');
  });

  test('OIDC_ISSUER without OIDC_CLIENT_ID stops the start', async () => {
    const { oidcClientId: _, ...without } = environment;

    await expect(plain.withConfig(without)).rejects.toThrow('OIDC_ISSUER needs OIDC_CLIENT_ID.');
  });
});

test('deleting a user deletes its account, so that a login creates a new user', async () => {
  const person = aPerson();
  provider.setUser(person);
  const { user } = await me(sessionOf(await logInAtProvider(app)));
  await app.del(`/api/admin/user-admin/${user.id}`);

  expect((await me(sessionOf(await logInAtProvider(app)))).user.id).not.toBe(user.id);
});
