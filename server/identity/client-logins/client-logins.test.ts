import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  anApiToken,
  aPersonalToken,
  aSession,
  aUser,
  eventsSince,
  lastEventId,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { findCaller } from '../access/queries.ts';
import { hashSecret } from '../api-tokens/secret.ts';
import { setActive } from '../users/deactivation.ts';
import { lockUser } from '../users/queries.ts';

const { app, db, admin, get, post } = await testApp();

const aVerifier = () => randomBytes(32).toString('base64url');

const exchange = (verifier: string) => post('/auth/client-login', { verifier }, { token: null });

/** In the console, with a session. */
async function allow(userId: number, verifier: string, host = 'laptop') {
  const headers = await aSession(db, userId);
  const body = { challenge: hashSecret(verifier), host };
  return post('/api/admin/user/client-logins', body, { token: null, headers });
}

const countLogins = async (userId: number) =>
  (await db.selectFrom('client_logins').select('challenge').where('user_id', '=', userId).execute())
    .length;

/** As SCIM does. */
const activate = (userId: number, active: boolean) =>
  app.inTransaction(async (tx) => {
    const [caller, user] = [await findCaller(tx, admin.id), await lockUser(tx, userId, 'User')];
    if (caller && user) await setActive(tx, caller, user, active);
  });

const refusal = { status: 403, body: { name: 'LoginNotAllowed' } };

describe('POST /auth/client-login', () => {
  test('an allowed login is a personal token, once, with its event', async () => {
    const { id } = await aUser(db);
    const verifier = aVerifier();
    const before = await lastEventId(db);
    const early = await exchange(verifier);
    expect((await allow(id, verifier)).status).toBe(200);

    const { status, body } = await exchange(verifier);

    expect(early).toMatchObject(refusal);
    const code = hashSecret(verifier).slice(0, 8).toUpperCase();
    const description = `pennon on laptop (${code.slice(0, 4)}-${code.slice(4)})`;
    expect(status).toBe(201);
    expect(body).toMatchObject({ description, userId: id, secret: expect.any(String) });
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThan(91);
    expect((await get('/api/admin/user', { token: body.secret })).body.user.id).toBe(id);
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'pat-created',
        createdByUserId: id,
        data: { id: body.id, description, expiresAt: body.expiresAt, userId: id },
      }),
    ]);
    const used = await exchange(verifier);
    const unknown = await exchange(aVerifier());
    expect(used).toMatchObject(refusal);
    for (const { body } of [early, used, unknown]) {
      expect({ ...body, id: '' }).toEqual({ ...used.body, id: '' });
    }
  });

  test('of concurrent requests with the same verifier, one gets a token', async () => {
    const { id } = await aUser(db);
    const verifier = aVerifier();
    await allow(id, verifier);

    const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(verifier)));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
  });

  test('ten minutes later it is refused', async () => {
    const { id } = await aUser(db);
    const verifier = aVerifier();
    await allow(id, verifier);
    const { expires_at } = await db
      .selectFrom('client_logins')
      .select('expires_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
    await db
      .updateTable('client_logins')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('user_id', '=', id)
      .execute();

    expect(await exchange(verifier)).toMatchObject(refusal);
  });

  test('a user who was deactivated meanwhile gets none, also after a reactivation', async () => {
    const { id } = await aUser(db);
    const verifier = aVerifier();
    await allow(id, verifier);
    await activate(id, false);
    const deactivated = await exchange(verifier);
    await activate(id, true);

    expect(deactivated).toMatchObject(refusal);
    expect(await exchange(verifier)).toMatchObject(refusal);
  });

  test('in maintenance it is refused, and works afterwards', async () => {
    const { id } = await aUser(db);
    const verifier = aVerifier();
    await allow(id, verifier);
    await post('/api/admin/maintenance', { enabled: true });
    const allowed = await allow(id, aVerifier());
    const during = await exchange(verifier);
    await post('/api/admin/maintenance', { enabled: false });

    expect(allowed).toMatchObject({ status: 503, body: { name: 'UnavailableError' } });
    expect(during).toMatchObject({ status: 503, body: { name: 'UnavailableError' } });
    expect((await exchange(verifier)).status).toBe(201);
  });

  test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, 7, null])(
    '%j is no verifier',
    async (verifier) => {
      const { status, body } = await post('/auth/client-login', { verifier }, { token: null });

      expect(status).toBe(400);
      expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: '/body/verifier' }] });
    },
  );
});

describe('POST /api/admin/user/client-logins', () => {
  test('needs a caller who can have tokens', async () => {
    const body = { challenge: hashSecret(aVerifier()), host: 'laptop' };
    const path = '/api/admin/user/client-logins';
    const token = await anApiToken(db, { type: 'admin' });

    expect((await post(path, body, { token: null })).status).toBe(401);
    expect((await post(path, body, { token })).status).toBe(403);
  });

  test('a token cannot allow a login whose token expires later than itself', async () => {
    const { id } = await aUser(db);
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const token = await aPersonalToken(db, id, { expiresAt: soon });
    const body = { challenge: hashSecret(aVerifier()), host: 'laptop' };

    const response = await post('/api/admin/user/client-logins', body, { token });

    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
  });

  test('a user with ten tokens gets the reason, before and after', async () => {
    const { id } = await aUser(db);
    const verifier = aVerifier();
    await allow(id, verifier);
    for (let count = 1; count < 10; count++) await aPersonalToken(db, id);

    const exchanged = await exchange(verifier);
    const allowed = await allow(id, aVerifier());

    for (const { status, body } of [exchanged, allowed]) {
      expect(status).toBe(403);
      expect(body.message).toContain('10 personal tokens');
    }
  });

  test('a second click changes nothing; another user is refused', async () => {
    const [one, other] = [await aUser(db), await aUser(db)];
    const verifier = aVerifier();
    await allow(one.id, verifier);

    expect((await allow(one.id, verifier)).status).toBe(200);
    expect((await allow(other.id, verifier)).status).toBe(409);
    expect((await exchange(verifier)).body.userId).toBe(one.id);
  });

  test('a user has at most five, the newest', async () => {
    const { id } = await aUser(db);
    const verifiers = Array.from({ length: 7 }, aVerifier);
    for (const verifier of verifiers) await allow(id, verifier);

    expect(await countLogins(id)).toBe(5);
    expect((await exchange(verifiers[1] ?? '')).status).toBe(403);
    expect((await exchange(verifiers[2] ?? '')).status).toBe(201);
  });

  test.each([
    ['challenge', { challenge: 'x' }],
    ['challenge', { challenge: 'A'.repeat(64) }],
    ['host', { host: '' }],
    ['host', { host: 'a b' }],
    ['host', { host: 'x'.repeat(101) }],
  ])('an invalid %s is refused, and the error names it', async (member, over) => {
    const valid = { challenge: hashSecret(aVerifier()), host: 'laptop' };
    const { token } = await aUser(db);

    const { status, body } = await post(
      '/api/admin/user/client-logins',
      { ...valid, ...over },
      { token },
    );

    expect(status).toBe(400);
    expect(body.details[0].path).toBe(`/body/${member}`);
  });
});
