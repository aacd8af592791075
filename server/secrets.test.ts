import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeNow } from './identity/second-factors/rules.ts';
import { sessionCookie } from './platform/http/auth.ts';
import { unique } from './testing/a.ts';
import { type CallOptions, type Method, type TestResponse, testApp } from './testing/app.ts';
import { fromBase32 } from './testing/base32.ts';
import { anIdentityProvider } from './testing/identity-provider.ts';
import { aMailServer, sendStoredMails, settingsFor } from './testing/mail-server.ts';
import { goToProvider, sessionOf } from './testing/oidc-login.ts';

/** A walk over the routes with secrets, which must not appear anywhere else. */

const smtpPassword = 'Smtp-Secret-77';
const [firstPassword, newPassword, joinPassword] = [
  'First-Word-11',
  'New-Word-222',
  'Join-Word-333',
];

const scimPassword = 'Scim-Word-4444';

const lines: string[] = [];
const server = await aMailServer({ onAuth: (_, __, done) => done(null, { user: 'pennon' }) });
const base = await testApp();
const single = await base.withConfig(
  {
    ...settingsFor(server),
    emailUser: 'pennon',
    emailPassword: smtpPassword,
    logLevel: 'trace',
    loginsPerMinute: 1_000_000,
  },
  { log: { write: (line) => lines.push(line) } },
);
const { app, call, db, config } = single;

const responses: string[] = [];

/** Records the response without the members that show a secret on purpose. */
async function send(
  method: Method,
  url: string,
  { shows = [], ...options }: CallOptions & { shows?: string[] } = {},
): Promise<TestResponse> {
  const response = await call(method, url, options);
  expect(response.status, `${method} ${url} ${JSON.stringify(response.body)}`).toBeLessThan(500);
  const { 'set-cookie': _, ...headers } = response.headers;
  const others = Object.entries(response.body ?? {}).filter(([name]) => !shows.includes(name));
  responses.push(JSON.stringify({ headers, body: Object.fromEntries(others) }));
  return response;
}

const open = (body?: object) => ({ token: null, ...(body && { body }) });
const secretOf = (link: string) => new URL(link).searchParams.values().next().value ?? '';

async function walkLinks(email: string): Promise<string[]> {
  const { body: user } = await send('POST', '/api/admin/user-admin', {
    body: { email, rootRole: 'Viewer' },
  });
  const { body: other } = await send('POST', '/api/admin/user-admin', {
    body: { username: unique('user'), rootRole: 'Viewer' },
    shows: ['inviteLink'],
  });
  await send('POST', '/auth/reset/password-email', open({ email }));
  const { body: reset } = await send('POST', '/api/admin/user-admin/reset-password', {
    body: { id: user.id },
    shows: ['resetPasswordUrl'],
  });
  await sendStoredMails(app);
  const links = server.received.map(({ link }) => link);
  const tokens = [other.inviteLink, reset.resetPasswordUrl, ...links].map(secretOf);
  const [token = '', spare = ''] = tokens.slice(1);
  for (const each of tokens) {
    await send('GET', `/auth/reset/validate?token=${each}`, { ...open(), shows: ['token'] });
    await send('GET', `/reset-password?token=${each}`, {
      ...open(),
      headers: { accept: 'text/html' },
    });
  }
  await send('POST', '/auth/reset/validate-password', open({ password: firstPassword }));
  await send('POST', '/auth/reset/password', open({ token, password: 'weak' }));
  await send('POST', '/auth/reset/password', open({ token, password: firstPassword }));
  await send('POST', '/auth/reset/password', open({ token, password: newPassword }));
  await send('POST', '/auth/reset/password', open({ token: spare, password: newPassword }));
  return tokens;
}

async function walkInvitations(): Promise<string[]> {
  const path = '/api/admin/invite-link/tokens';
  const { body } = await send('POST', path, {
    body: { name: 'Team', expiresAt: '2100-01-01T00:00:00.000Z' },
    shows: ['secret', 'url'],
  });
  const person = { email: `${unique('bo')}@example.com`, name: 'Bo', password: joinPassword };
  await send('GET', `/invite/${body.secret}/validate`, open());
  await send('POST', `/invite/${body.secret}/signup`, open(person));
  await send('POST', `/invite/${body.secret}/signup`, open({ ...person, password: 'weak' }));
  await send('GET', path);
  await send('GET', `${path}/${body.secret}`);
  await send('PUT', `${path}/${body.secret}`, { body: { enabled: false } });
  await send('POST', `/invite/${body.secret}/signup`, open(person));
  return [body.secret];
}

async function walkSecondFactor(username: string): Promise<string[]> {
  const credentials = { username, password: firstPassword };
  const started = await send('POST', '/auth/second-factor/start', {
    ...open(credentials),
    shows: ['secret', 'uri'],
  });
  const secret: string = started.body.secret;
  const code = codeNow(fromBase32(secret), Date.now());
  const confirmed = await send('POST', '/auth/second-factor/confirm', {
    ...open({ ...credentials, code }),
    shows: ['recoveryCodes'],
  });
  const codes: string[] = confirmed.body.recoveryCodes;
  await send('POST', '/auth/simple/login', open(credentials));
  await send('POST', '/auth/simple/login', open({ ...credentials, code: 'wrong' }));
  const login = await send('POST', '/auth/simple/login', open({ ...credentials, code: codes[0] }));
  const session = /=([^;]+)/.exec(String(login.headers['set-cookie']))?.[1] ?? '';
  const headers = { cookie: `${sessionCookie}=${session}` };
  await send('GET', '/api/admin/user/second-factor', { token: null, headers });
  await send('GET', '/api/admin/user/sessions', { token: null, headers });
  await send('GET', `/api/admin/user-admin/${login.body.id}/sessions`);
  await send('DELETE', '/api/admin/user/sessions', { token: null, headers });
  await send('POST', '/auth/second-factor/remove', open({ ...credentials, code: codes[1] }));
  await send('DELETE', `/api/admin/user-admin/${login.body.id}/second-factor`);
  await send('DELETE', `/api/admin/user-admin/${login.body.id}/sessions`);
  return [secret, fromBase32(secret).toString('base64'), session, ...codes];
}

async function walkSingleSignOn(): Promise<string[]> {
  const provider = await anIdentityProvider(`${config.publicUrl}/auth/oidc/callback`);
  const { issuer: discoverUrl, clientId, secret } = provider;
  const path = '/api/admin/auth/oidc/settings';
  const body = { enabled: true, discoverUrl, clientId, secret, autoCreate: true };
  await send('POST', path, { body });
  await send('GET', path);
  await send('POST', `${path}/test`, { body });
  await send('GET', '/auth/sign-in-options', open());
  provider.setUser({ sub: 'cy', email: `${unique('cy')}@example.com`, email_verified: true });
  const { callback, cookie } = await goToProvider(single);
  const headers = { cookie };
  const login = await send('GET', callback, { ...open(), headers });
  const session = sessionOf(login).cookie.split('=')[1] ?? '';
  await send('GET', callback, { ...open(), headers });
  await send('GET', '/api/admin/user/sessions', { token: null, headers: sessionOf(login) });
  await send('POST', '/logout', { token: null, headers: sessionOf(login) });
  const code = new URLSearchParams(callback.split('?')[1]).get('code') ?? '';
  return [secret, session, code];
}

async function walkProvisioning(): Promise<string[]> {
  const settings = '/api/admin/scim-settings';
  await send('POST', settings, { body: { enabled: true } });
  const { body } = await send('POST', `${settings}/generate-new-token`, { shows: ['token'] });
  await send('GET', settings);
  const token = `Bearer ${body.token}`;
  const userName = `${unique('di')}@example.com`;
  const password = scimPassword;
  const { body: user } = await send('POST', '/scim/v2/Users', {
    token,
    body: { userName, active: true, password },
  });
  await send('PUT', `/scim/v2/Users/${user.id}`, {
    token,
    body: { userName, active: false, password },
  });
  for (const list of ['Users', 'Groups', 'Schemas', 'ServiceProviderConfig']) {
    await send('GET', `/scim/v2/${list}`, { token });
  }
  await send('GET', '/scim/v2/Users', { token: `${token}x` });
  return [body.token, password];
}

/** Every row of every table as text. */
async function storedRows(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const texts = await Promise.all(
    tables.map(({ name }) => sql`select t::text from ${sql.table(name)} as t`.execute(db)),
  );
  return JSON.stringify(texts.map(({ rows }) => rows));
}

test('secrets of accounts are in no event, no row, no log line and no other response', async () => {
  const email = `${unique('ann')}@example.com`;

  const secrets = [
    ...(await walkLinks(email)),
    ...(await walkInvitations()),
    ...(await walkSecondFactor(email)),
    ...(await walkSingleSignOn()),
    ...(await walkProvisioning()),
    smtpPassword,
    firstPassword,
    newPassword,
    joinPassword,
  ];
  const texts = { rows: await storedRows(), log: lines.join(''), responses: responses.join('\n') };

  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.every((secret) => secret.length > 9)).toBe(true);
  expect(texts.rows).toContain(email);
  expect(texts.log).toContain('/auth/reset/validate');
  for (const [place, text] of Object.entries(texts)) {
    expect(
      secrets.filter((secret) => text.includes(secret)),
      place,
    ).toEqual([]);
  }
});
