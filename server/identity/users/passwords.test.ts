import { describe, expect, test } from 'vitest';
import {
  anApiToken,
  aPassword,
  aSession,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, admin, withConfig } = await testApp();
const old = await aPassword();

const change = (
  token: string | null,
  password: string,
  { oldPassword = old.text, ...rest }: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  post(
    '/api/admin/user/change-password',
    { password, confirmPassword: password, oldPassword, ...rest },
    { token, headers },
  );

const statusIn = async (session: Record<string, string>) =>
  (await get('/api/admin/user', { token: null, headers: session })).status;

const logIn = async (username: string, password: string) =>
  (await post('/auth/simple/login', { username, password }, { token: null })).status;

describe('POST /api/admin/user/change-password', () => {
  test('the new password works, the old one does not, and other sessions end', async () => {
    const user = await aUser(db, { passwordHash: old.hash });
    const [here, there] = [await aSession(db, user.id), await aSession(db, user.id)];

    const { status } = await change(null, 'Brand-New-Word-1', {}, here);

    expect(status).toBe(200);
    expect([await statusIn(here), await statusIn(there)]).toEqual([200, 401]);
    expect(await logIn(user.username, old.text)).toBe(401);
    expect(await logIn(user.username, 'Brand-New-Word-1')).toBe(200);
  });

  test('a change with a token ends all sessions, even if the request has a session cookie', async () => {
    const user = await aUser(db, { passwordHash: old.hash });
    const session = await aSession(db, user.id);

    await change(user.token, 'Brand-New-Word-1', {}, session);

    expect(await statusIn(session)).toBe(401);
  });

  test('is recorded without a secret and resets mustChangePassword', async () => {
    const username = unique('user');
    const user = await aUser(db, { username, passwordHash: old.hash });
    await db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', user.id)
      .execute();
    const before = await lastEventId(db);

    await change(user.token, 'Brand-New-Word-1');

    const data = { id: user.id, name: null, username, email: null, rootRole: 3 };
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'user-updated',
        createdByUserId: user.id,
        data: { ...data, passwordChanged: true },
        preData: data,
      }),
    ]);
    const { body } = await get('/api/admin/user', { token: user.token });
    expect(body.user.mustChangePassword).toBe(false);
  });

  test('the last five passwords are refused, the sixth last is accepted', async () => {
    const user = await aUser(db, { passwordHash: old.hash });
    const passwords = [old.text, ...[1, 2, 3, 4, 5].map((number) => `Pass-Word-No-${number}`)];
    for (const [index, password] of passwords.slice(1).entries()) {
      const response = await change(user.token, password, { oldPassword: passwords[index] ?? '' });
      expect(response.status).toBe(200);
    }
    const [sixthLast = '', ...lastFive] = passwords;
    const oldPassword = lastFive.at(-1) ?? '';

    for (const password of [lastFive[0] ?? '', oldPassword]) {
      expect(await change(user.token, password, { oldPassword })).toMatchObject({
        status: 400,
        body: { name: 'BadDataError', details: [{ path: '/body/password' }] },
      });
    }
    expect((await change(user.token, sixthLast, { oldPassword })).status).toBe(200);
  });

  test('a weak password is refused with all violated rules', async () => {
    const user = await aUser(db, { passwordHash: old.hash });

    const { status, body } = await change(user.token, 'aaa');

    expect(status).toBe(400);
    expect(body.details).toEqual(
      [
        'must have at least 10 characters',
        'must not repeat a character three times in a row',
        'must contain an upper-case letter',
        'must contain a digit',
        'must contain a symbol',
      ].map((message) => ({ message, path: '/body/password' })),
    );
  });

  test('a different confirmPassword is refused and changes nothing', async () => {
    const user = await aUser(db, { passwordHash: old.hash });
    const before = await lastEventId(db);

    const response = await change(user.token, 'Brand-New-Word-1', {
      confirmPassword: 'Other-Word-12',
    });

    expect(response).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/confirmPassword' }] },
    });
    expect(await eventsSince(db, before)).toEqual([]);
    expect(await logIn(user.username, old.text)).toBe(200);
  });

  test('a wrong old password is 401', async () => {
    const user = await aUser(db, { passwordHash: old.hash });

    const response = await change(user.token, 'Brand-New-Word-1', {
      oldPassword: 'Wrong-Word-123',
    });

    expect(response).toMatchObject({ status: 401, body: { name: 'AuthenticationRequired' } });
  });

  test('a user without a password gets 400', async () => {
    const { token } = await aUser(db);

    expect((await change(token, 'Brand-New-Word-1')).status).toBe(400);
  });

  test.each([
    ['an admin token', () => anApiToken(db, { type: 'admin' })],
    [
      'a service account',
      async () => (await aUser(db, { accountType: 'Service Account', rootRole: 'Admin' })).token,
    ],
  ])('%s has no password to change', async (_, tokenOf) => {
    expect(await change(await tokenOf(), 'Brand-New-Word-1')).toMatchObject({
      status: 403,
      body: { name: 'NoAccessError' },
    });
  });

  test('attempts are limited like logins', async () => {
    const limited = await withConfig({ loginsPerMinute: 3 });
    await db.deleteFrom('attempts').execute();
    const attempt = () =>
      limited.post('/api/admin/user/change-password', {
        password: 'a',
        confirmPassword: 'b',
        oldPassword: 'c',
      });

    const responses = [await attempt(), await attempt(), await attempt(), await attempt()];

    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
    expect(responses.at(-1)?.body.name).toBe('RateLimitError');
  });

  test('of two concurrent requests with the same old password, one succeeds', async () => {
    const user = await aUser(db, { passwordHash: old.hash });

    const responses = await Promise.all([
      change(user.token, 'Brand-New-Word-1'),
      change(user.token, 'Brand-New-Word-2'),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('POST /api/admin/user-admin/:id/change-password', () => {
  const set = (id: number, body: object) =>
    post(`/api/admin/user-admin/${id}/change-password`, body);

  test('sets the password, ends all sessions of the user and is recorded without a secret', async () => {
    const user = await aUser(db, { passwordHash: old.hash });
    const session = await aSession(db, user.id);
    const before = await lastEventId(db);

    const { status } = await set(user.id, { password: 'Brand-New-Word-1' });

    expect(status).toBe(200);
    expect(await statusIn(session)).toBe(401);
    expect(await logIn(user.username, 'Brand-New-Word-1')).toBe(200);
    const data = { id: user.id, name: null, username: user.username, email: null, rootRole: 3 };
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'user-updated',
        createdByUserId: admin.id,
        data: { ...data, passwordChanged: true },
        preData: data,
      }),
    ]);
  });

  test('a password replaced by an admin counts as one of the last five', async () => {
    const user = await aUser(db, { passwordHash: old.hash });
    await set(user.id, { password: 'Brand-New-Word-1', confirmPassword: 'Brand-New-Word-1' });

    const response = await change(user.token, old.text, { oldPassword: 'Brand-New-Word-1' });

    expect(response.status).toBe(400);
  });

  test.each([
    ['a weak password', { password: 'weak' }, '/body/password'],
    ['129 characters', { password: `${'Ab1-'.repeat(32)}x` }, '/body/password'],
    [
      'a different confirmPassword',
      { password: 'Brand-New-Word-1', confirmPassword: 'Other-Word-12' },
      '/body/confirmPassword',
    ],
  ])('%s is refused, and the error names it', async (_, body, path) => {
    const response = await set(admin.id, body);

    expect(response.status).toBe(400);
    expect(response.body.details[0].path).toBe(path);
  });

  test('a service account has no password to set', async () => {
    const { id } = await aUser(db, { accountType: 'Service Account' });

    expect((await set(id, { password: 'Brand-New-Word-1' })).status).toBe(404);
  });
});

describe('POST /api/admin/user-admin/validate-password', () => {
  const validate = (password: string) =>
    post('/api/admin/user-admin/validate-password', { password });

  test.each([
    ['10 characters', 'Abcdefg-12', 200],
    ['9 characters', 'Abcdef-12', 400],
    ['128 characters', 'Ab1-'.repeat(32), 200],
    ['129 characters', `${'Ab1-'.repeat(32)}x`, 400],
  ])('%s', async (_, password, expected) => {
    const before = await lastEventId(db);

    const { status, body } = await validate(password);

    expect(status).toBe(expected);
    if (expected === 400) expect(body.details[0].path).toBe('/body/password');
    expect(await eventsSince(db, before)).toEqual([]);
  });
});
