import { hash as bcryptHash } from 'bcryptjs';
import { describe, expect, test } from 'vitest';
import { sessionCookie } from '../../platform/http/auth.ts';
import {
  aPassword,
  aPersonalToken,
  aSession,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { transactionsOf } from '../../transactions.ts';
import { hashPassword, noPasswordHash } from '../users/passwords.ts';
import { expiredSessionsJob } from './job.ts';

const { db, get, post, del, config, withConfig } = await testApp();
const mounted = await withConfig({
  baseUriPath: '/flags',
  publicUrl: 'https://flags.example.com',
  sessionHours: 2,
});
const password = await aPassword();

const me = (headers: Record<string, string>) => get('/api/admin/user', { token: null, headers });

const logIn = (username: string, text = password.text) =>
  post('/auth/simple/login', { username, password: text }, { token: null });

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']);

const countSessions = async (userId: number) =>
  (await db.selectFrom('sessions').select('secret_hash').where('user_id', '=', userId).execute())
    .length;

describe('POST /auth/simple/login', () => {
  test('the bcrypt hash of an imported user is replaced by the first login', async () => {
    const passwordHash = await bcryptHash(password.text, 4);
    const user = await aUser(db, { passwordHash });
    const storedHash = async () =>
      (
        await db
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
      ).password_hash;

    expect((await logIn(user.username, 'another')).status).toBe(401);
    expect(await storedHash()).toBe(passwordHash);
    expect((await logIn(user.username)).status).toBe(200);
    expect(await storedHash()).toMatch(/^\$argon2id\$/);
    expect((await logIn(user.username)).status).toBe(200);
    expect((await logIn(user.username, 'another')).status).toBe(401);
  });

  test('the right password creates a session and returns the user', async () => {
    const user = await aUser(db, { name: 'Ann', rootRole: 'Editor', passwordHash: password.hash });
    const before = await lastEventId(db);

    const { status, body, headers } = await logIn(user.username);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: user.id,
      isAPI: false,
      name: 'Ann',
      username: user.username,
      imageUrl: expect.stringMatching(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?/),
      rootRole: 2,
      accountType: 'User',
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      mustChangePassword: false,
    });
    expect(cookieOf(headers)).toMatch(
      new RegExp(`^${sessionCookie}=[0-9a-f]{56}; Max-Age=172800; Path=/; HttpOnly; SameSite=Lax$`),
    );
    const session = { cookie: cookieOf(headers).split(';', 1)[0] ?? '' };
    expect((await me(session)).body.user.id).toBe(user.id);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('only the hash of the secret is stored', async () => {
    const user = await aUser(db, { passwordHash: password.hash });

    const { headers } = await logIn(user.username);

    const [, secret = ''] = /=([0-9a-f]{56});/.exec(cookieOf(headers)) ?? [];
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(secret).not.toBe('');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('with https and a base path, the cookie is Secure and has the path', async () => {
    const user = await aUser(mounted.db, { passwordHash: password.hash });

    const { headers } = await mounted.post(
      '/flags/auth/simple/login',
      { username: user.username, password: password.text },
      { token: null },
    );

    expect(cookieOf(headers)).toMatch(
      /Max-Age=7200; Path=\/flags; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('accepts the username or the e-mail, case-insensitive', async () => {
    const [username, email] = [unique('Ann'), `${unique('Ann')}@Example.com`];
    await aUser(db, { username, email, passwordHash: password.hash });

    expect((await logIn(username.toUpperCase())).status).toBe(200);
    expect((await logIn(email.toLowerCase())).status).toBe(200);
  });

  test.each([
    ['a wrong password', {}, 'Wrong-Password-1'],
    ['a user without a password', { passwordHash: undefined }, password.text],
    ['a service account', { accountType: 'Service Account' as const }, password.text],
    ['a deleted user', { deletedAt: '2020-01-01T00:00:00.000Z' }, password.text],
  ])('%s is 401', async (_, input, text) => {
    const { passwordHash, ...rest } = { passwordHash: password.hash, ...input };
    const user = await aUser(db, { ...rest, ...(passwordHash ? { passwordHash } : {}) });

    const { status, body, headers } = await logIn(user.username, text);

    expect({ status, body }).toMatchObject({
      status: 401,
      body: { name: 'AuthenticationRequired' },
    });
    expect(body.message).toBe('The username or the password is wrong.');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('an unknown user gets the same error as a wrong password', async () => {
    const { status, body } = await logIn(unique('unknown'));

    expect(status).toBe(401);
    expect(body.message).toBe('The username or the password is wrong.');
  });

  test('the hash for unknown users has the same cost as that of a password', async () => {
    const costs = (hash: string) => hash.split('$').slice(0, 4);

    expect(costs(noPasswordHash)).toEqual(costs(await hashPassword('x')));
  });

  test.each([
    ['no password', { username: 'x' }, '/body/password'],
    ['no username', { password: 'x' }, '/body/username'],
    [
      'a password over 128 characters',
      { username: 'x', password: 'x'.repeat(129) },
      '/body/password',
    ],
  ])('%s is refused, and the error names it', async (_, body, path) => {
    const response = await post('/auth/simple/login', body, { token: null });

    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  test('retains the newest 100 sessions and deletes expired ones', async () => {
    const user = await aUser(db, { passwordHash: password.hash });
    const oldest = await aSession(db, user.id, { createdAt: '2001-01-01T00:00:00.000Z' });
    for (let count = 1; count < 100; count++) await aSession(db, user.id);
    await aSession(db, user.id, { expiresAt: '2001-01-02T00:00:00.000Z' });

    await logIn(user.username);

    expect(await countSessions(user.id)).toBe(100);
    expect((await me(oldest)).status).toBe(401);
  });

  test('with fewer than 100 sessions none is deleted', async () => {
    const user = await aUser(db, { passwordHash: password.hash });
    const first = await aSession(db, user.id);

    await logIn(user.username);

    expect(await countSessions(user.id)).toBe(2);
    expect((await me(first)).status).toBe(200);
  });
});

describe('a session', () => {
  test('authenticates the user in the admin API', async () => {
    const user = await aUser(db);
    const session = await aSession(db, user.id);

    expect((await me(session)).body.user.id).toBe(user.id);
    expect((await get('/api/admin/user-admin', { token: null, headers: session })).status).toBe(
      403,
    );
  });

  test('is ignored if the request has a token', async () => {
    const [one, other] = [await aUser(db), await aUser(db)];
    const session = await aSession(db, one.id);

    const { body } = await get('/api/admin/user', { token: other.token, headers: session });

    expect(body.user.id).toBe(other.id);
  });

  test('is not used if the token of the request is unknown', async () => {
    const session = await aSession(db, (await aUser(db)).id);

    const { status } = await get('/api/admin/user', { token: 'user:unknown', headers: session });

    expect(status).toBe(401);
  });

  test.each([
    ['has expired', { expiresAt: new Date(Date.now() - 1000).toISOString() }],
    ['is unknown', undefined],
  ])('that %s is 401', async (_, input) => {
    const { id } = await aUser(db);
    const session = input ? await aSession(db, id, input) : { cookie: `${sessionCookie}=nonsense` };

    expect(await me(session)).toMatchObject({
      status: 401,
      body: { name: 'AuthenticationRequired' },
    });
  });

  test.each([
    ['from another host', { origin: 'https://evil.example' }, 403],
    ['marked cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['marked same-site, another subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['from an opaque origin', { origin: 'null' }, 403],
    ['from our own host', { host: 'flags.example', origin: 'https://flags.example' }, 200],
    ['marked same-origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['without browser headers', {}, 200],
  ])('a write %s', async (_, headers, expected) => {
    const session = await aSession(db, (await aUser(db)).id);

    const { status } = await post(
      '/api/admin/user-admin/validate-password',
      { password: password.text },
      { token: null, headers: { ...session, ...headers } },
    );

    expect(status).toBe(expected);
  });

  test('reads from another site are allowed, and so are writes with a token', async () => {
    const user = await aUser(db);
    const foreign = { origin: 'https://evil.example' };

    const read = await me({ ...(await aSession(db, user.id)), ...foreign });
    const write = await post(
      '/api/admin/user-admin/validate-password',
      { password: password.text },
      { token: await aPersonalToken(db, user.id), headers: foreign },
    );

    expect([read.status, write.status]).toEqual([200, 200]);
  });

  test('ends when its user is deleted', async () => {
    const user = await aUser(db);
    const session = await aSession(db, user.id);

    await del(`/api/admin/user-admin/${user.id}`);

    expect((await me(session)).status).toBe(401);
  });
});

describe('POST /logout', () => {
  const logOut = (headers: Record<string, string>, url = '/logout') =>
    post(url, undefined, { token: null, headers });

  test('ends this session only and redirects to the start page', async () => {
    const user = await aUser(db);
    const [here, there] = [await aSession(db, user.id), await aSession(db, user.id)];

    const { status, headers } = await logOut(here);

    expect(status).toBe(302);
    expect(headers).toMatchObject({ location: '/', 'clear-site-data': '"cookies"' });
    expect(cookieOf(headers)).toMatch(
      new RegExp(`^${sessionCookie}=; .*Path=/; .*Expires=Thu, 01 Jan 1970`),
    );
    expect([(await me(here)).status, (await me(there)).status]).toEqual([401, 200]);
  });

  test('redirects to the start page under the base path', async () => {
    const { status, headers } = await mounted.post('/flags/logout', undefined, { token: null });

    expect([status, headers.location]).toEqual([302, '/flags/']);
  });

  test.each([
    ['no cookie', {}],
    ['an unknown cookie', { cookie: `${sessionCookie}=nonsense` }],
  ])('%s is 302 too', async (_, headers) => {
    expect((await logOut(headers)).status).toBe(302);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
    'a body of type %s is ignored',
    async (type) => {
      const { status } = await post('/logout', 'a=b&{', {
        token: null,
        headers: { 'content-type': type },
      });

      expect(status).toBe(302);
    },
  );

  test('a request from another site is refused, with or without a cookie', async () => {
    const session = await aSession(db, (await aUser(db)).id);
    const foreign = { 'sec-fetch-site': 'cross-site' };

    const withCookie = await logOut({ ...session, ...foreign });
    const without = await logOut(foreign);

    expect([withCookie.status, without.status]).toEqual([403, 403]);
    expect(without.headers['set-cookie']).toBeUndefined();
    expect((await me(session)).status).toBe(200);
  });
});

test('the default lifetime of a session is 48 hours', () => {
  expect(config.sessionHours).toBe(48);
});

test('the job deletes expired sessions only', async () => {
  const { id } = await aUser(db);
  await aSession(db, id, { expiresAt: '2020-01-01T00:00:00.000Z' });
  const { cookie } = await aSession(db, id);

  expect(await expiredSessionsJob(transactionsOf(db)).run()).toBe('done');

  const left = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', '=', id)
    .execute();
  expect(left).toHaveLength(1);
  expect((await me({ cookie })).status).toBe(200);
});
