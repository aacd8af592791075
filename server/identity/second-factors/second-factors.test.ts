import { describe, expect, test } from 'vitest';
import { aPassword, aUser, eventsSince, lastEventId } from '../../testing/a.ts';
import { aSecondFactor } from '../../testing/accounts.ts';
import { testApp } from '../../testing/app.ts';
import { fromBase32 } from '../../testing/base32.ts';
import { codeNow } from './rules.ts';

const { db, get, post, del, withConfig } = await testApp();
const strict = await withConfig({ requireSecondFactor: true });
const withoutKey = await withConfig({}, { encryptionKeys: [] });
const password = await aPassword();
const open = { token: null };

async function anAccount() {
  const { id, username, token } = await aUser(db, { passwordHash: password.hash });
  return { id, token, credentials: { username, password: password.text } };
}

async function aProtectedAccount() {
  const account = await anAccount();
  return { ...account, ...(await aSecondFactor(db, account.id)) };
}

const logIn = (body: object, to = post) => to('/auth/simple/login', body, open);
const start = (body: object, to = post) => to('/auth/second-factor/start', body, open);
const confirm = (body: object, to = post) => to('/auth/second-factor/confirm', body, open);
const remove = (body: object) => post('/auth/second-factor/remove', body, open);

/** Sets up a second factor as a person does. */
async function setUp(credentials: object, to = post) {
  const { body } = await start(credentials, to);
  const code = codeNow(fromBase32(body.secret), Date.now());
  const confirmed = await confirm({ ...credentials, code }, to);
  return { secret: body.secret as string, uri: body.uri as string, code, confirmed };
}

describe('setting up a second factor', () => {
  test('takes a code of the app, returns recovery codes and is recorded without secrets', async () => {
    const { id, token, credentials } = await anAccount();
    const before = await lastEventId(db);

    const { secret, uri, confirmed } = await setUp(credentials);

    expect(uri).toBe(
      `otpauth://totp/Pennon:${credentials.username}?secret=${secret}&issuer=Pennon`,
    );
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await get('/api/admin/user/second-factor', { token })).body).toEqual({
      enabled: true,
      required: false,
      recoveryCodes: 10,
    });
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'user-updated',
        createdByUserId: id,
        data: expect.objectContaining({ secondFactor: true }),
      }),
    ]);
  });

  test('has no effect until it is confirmed', async () => {
    const { credentials } = await anAccount();

    await start(credentials);

    expect((await logIn(credentials)).status).toBe(200);
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, 401],
    ['an unknown user', { username: 'nobody-knows' }, 401],
  ])('%s is refused', async (_, part, expected) => {
    const { credentials } = await anAccount();

    expect((await start({ ...credentials, ...part })).status).toBe(expected);
  });

  test('a wrong code does not confirm it', async () => {
    const { credentials } = await anAccount();
    await start(credentials);

    expect((await confirm({ ...credentials, code: 'abcdef' })).status).toBe(401);
    expect((await logIn(credentials)).status).toBe(200);
  });

  test('is 409 if there is one already, so that a password alone does not replace it', async () => {
    const { credentials, code } = await aProtectedAccount();

    expect((await start(credentials)).status).toBe(409);
    expect((await confirm({ ...credentials, code: code() })).status).toBe(409);
  });

  test('is 409 without an encryption key', async () => {
    const { credentials } = await anAccount();

    expect(await start(credentials, withoutKey.post)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('ENCRYPTION_KEY') },
    });
  });

  test('secrets and recovery codes are not readable in the database', async () => {
    const { credentials } = await anAccount();

    const { secret, confirmed } = await setUp(credentials);

    const rows = [
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ];
    const texts = [secret, fromBase32(secret).toString('base64'), ...confirmed.body.recoveryCodes];
    for (const text of texts) expect(JSON.stringify(rows)).not.toContain(text);
  });
});

describe('POST /auth/simple/login with a second factor', () => {
  test('requires the code only after the right password', async () => {
    const { credentials, code } = await aProtectedAccount();

    const [wrong, right] = [
      await logIn({ ...credentials, password: 'wrong', code: code() }),
      await logIn(credentials),
    ];

    expect(wrong.body.name).toBe('AuthenticationRequired');
    expect(right).toMatchObject({ status: 401, body: { name: 'SecondFactorRequired' } });
    expect(right.headers['set-cookie']).toBeUndefined();
    expect((await logIn({ ...credentials, code: code() })).status).toBe(200);
  });

  test('accepts a code once, also if two logins are concurrent', async () => {
    const { credentials, code } = await aProtectedAccount();
    const body = { ...credentials, code: code() };

    const responses = await Promise.all([logIn(body), logIn(body)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('accepts each recovery code once, in any notation', async () => {
    const { token, credentials } = await anAccount();
    const { confirmed } = await setUp(credentials);
    const [first = ''] = confirmed.body.recoveryCodes as string[];
    const code = ` ${first.toUpperCase().replaceAll('-', ' ')}`;

    const statuses = [
      (await logIn({ ...credentials, code })).status,
      (await logIn({ ...credentials, code })).status,
    ];

    expect(statuses).toEqual([200, 401]);
    expect((await get('/api/admin/user/second-factor', { token })).body.recoveryCodes).toBe(9);
  });

  test('a recovery code of another user is refused', async () => {
    const [one, other] = [await anAccount(), await aProtectedAccount()];
    const { confirmed } = await setUp(one.credentials);

    const code = confirmed.body.recoveryCodes[0];

    expect((await logIn({ ...other.credentials, code })).status).toBe(401);
  });

  test('wrong codes are limited like wrong passwords', async () => {
    const { credentials } = await aProtectedAccount();
    const limited = await withConfig({ loginFailuresMax: 2 });
    const attempt = async () =>
      (await logIn({ ...credentials, code: 'abcdef' }, limited.post)).status;

    expect([await attempt(), await attempt(), await attempt()]).toEqual([401, 401, 429]);
  });

  test('without the key, codes are 503 and recovery codes work', async () => {
    const { credentials } = await anAccount();
    const { confirmed } = await setUp(credentials);
    const [recovery] = confirmed.body.recoveryCodes;

    const [code, recovered] = [
      await logIn({ ...credentials, code: '123456' }, withoutKey.post),
      await logIn({ ...credentials, code: recovery }, withoutKey.post),
    ];

    expect([code.status, recovered.status]).toEqual([503, 200]);
  });
});

describe('removing a second factor', () => {
  test('takes the password and a code', async () => {
    const { credentials, code } = await aProtectedAccount();

    const statuses = [
      (await remove({ ...credentials, code: 'abcdef' })).status,
      (await remove({ ...credentials, code: code() })).status,
      (await logIn(credentials)).status,
    ];

    expect(statuses).toEqual([401, 200, 200]);
    expect((await remove({ ...credentials, code: code() })).status).toBe(409);
  });

  test('an Admin removes that of another user', async () => {
    const { id, credentials } = await aProtectedAccount();
    const before = await lastEventId(db);

    const { status } = await del(`/api/admin/user-admin/${id}/second-factor`);
    await del(`/api/admin/user-admin/${id}/second-factor`);

    expect([status, (await logIn(credentials)).status]).toEqual([200, 200]);
    expect(await eventsSince(db, before)).toHaveLength(1);
  });
});

describe('a server that requires a second factor', () => {
  test('refuses a login without one, until it is set up', async () => {
    const { credentials } = await anAccount();

    const before = await logIn(credentials, strict.post);
    const { confirmed } = await setUp(credentials, strict.post);
    const code = confirmed.body.recoveryCodes[0];
    const after = await logIn({ ...credentials, code }, strict.post);

    expect(before).toMatchObject({ status: 401, body: { name: 'SecondFactorSetUpRequired' } });
    expect(before.headers['set-cookie']).toBeUndefined();
    expect(after.status).toBe(200);
  });

  test('reveals it only with the right password', async () => {
    const { credentials } = await anAccount();

    const wrong = await logIn({ ...credentials, password: 'wrong' }, strict.post);

    expect(wrong.body.name).toBe('AuthenticationRequired');
  });
});
