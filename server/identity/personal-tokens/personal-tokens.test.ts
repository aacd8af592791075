import { describe, expect, test } from 'vitest';
import {
  anApiToken,
  aPersonalToken,
  aSession,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

const path = '/api/admin/user/tokens';
const expiresAt = '2100-01-01T00:00:00.000Z';

const create = (token: string, input: object = {}) =>
  post(path, { description: unique('laptop'), expiresAt, ...input }, { token });

describe('POST /api/admin/user/tokens', () => {
  test('the secret is returned once, is valid immediately and is not recorded', async () => {
    const user = await aUser(db, { rootRole: 'Editor' });
    const before = await lastEventId(db);

    const { status, body } = await create(user.token, { description: ' laptop ' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      secret: expect.stringMatching(/^user:[0-9a-f]{56}$/),
      description: 'laptop',
      expiresAt,
      createdAt: expect.any(String),
      seenAt: null,
      userId: user.id,
    });
    const events = await eventsSince(db, before);
    expect(events).toEqual([
      expect.objectContaining({
        type: 'pat-created',
        createdByUserId: user.id,
        data: { id: body.id, description: 'laptop', expiresAt, userId: user.id },
        preData: null,
      }),
    ]);
    const { secret: _, ...listed } = body;
    const { pats } = (await get(path, { token: user.token })).body;
    expect(pats).toContainEqual(listed);
    expect((await get('/api/admin/user', { token: body.secret })).body.user.id).toBe(user.id);
  });

  test('a token cannot create one that expires later than itself', async () => {
    const user = await aUser(db);
    const { body } = await create(user.token, { expiresAt: '2099-01-01T00:00:00.000Z' });

    const same = await create(body.secret, { expiresAt: '2099-01-01T00:00:00Z' });
    const later = await create(body.secret, { expiresAt: '2099-01-01T00:00:00.001Z' });

    expect(same.status).toBe(201);
    expect(later).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
  });

  test.each([
    ['no description', { description: undefined }, '/body/description'],
    ['an empty description', { description: '' }, '/body/description'],
    ['a blank description', { description: '  ' }, '/body/description'],
    ['a description of 256 characters', { description: 'x'.repeat(256) }, '/body/description'],
    ['no expiry', { expiresAt: undefined }, '/body/expiresAt'],
    ['an expiry of null', { expiresAt: null }, '/body/expiresAt'],
    ['an expiry in the past', { expiresAt: '2001-01-01T00:00:00.000Z' }, '/body/expiresAt'],
    ['an expiry that is no date', { expiresAt: '2100-02-30T00:00:00.000Z' }, '/body/expiresAt'],
    ['a leap second', { expiresAt: '2100-06-30T23:59:60Z' }, '/body/expiresAt'],
    ['a time in the year 10000', { expiresAt: '9999-12-31T23:59:59-01:00' }, '/body/expiresAt'],
  ])('%s is refused, and the error names it', async (_, input, member) => {
    const { status, body } = await create((await aUser(db)).token, input);

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: member }] });
  });

  test('a description of 255 characters and the last millisecond of 9999 are accepted', async () => {
    const headers = await aSession(db, (await aUser(db)).id);
    const input = { description: 'x'.repeat(255), expiresAt: '9999-12-31T23:59:59.999Z' };

    const response = await post(path, input, { token: null, headers });

    expect(response).toMatchObject({ status: 201, body: input });
  });

  test('a description is unique per user', async () => {
    const [one, other] = [await aUser(db), await aUser(db)];
    const input = { description: 'laptop' };
    await create(one.token, input);

    expect(await create(one.token, input)).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    });
    expect((await create(other.token, input)).status).toBe(201);
  });

  test('of 12 concurrent requests of a user, 10 succeed', async () => {
    const user = await aUser(db);
    await db.deleteFrom('personal_tokens').where('user_id', '=', user.id).execute();
    const session = await aSession(db, user.id);

    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        post(path, { description: unique('t'), expiresAt }, { token: null, headers: session }),
      ),
    );

    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBe(10);
    expect(responses.find(({ status }) => status === 403)?.body.name).toBe('NoAccessError');
    expect(statuses.filter((status) => status === 403).length).toBe(2);
  });

  test('a deleted token does not count towards the limit', async () => {
    const user = await aUser(db);
    for (let count = 1; count < 9; count++) await aPersonalToken(db, user.id);
    const { body: tenth } = await create(user.token);
    const refused = await create(user.token);

    await del(`${path}/${tenth.id}`, { token: user.token });

    expect(refused.status).toBe(403);
    expect((await create(user.token)).status).toBe(201);
  });
});

describe('DELETE /api/admin/user/tokens/:id', () => {
  test('the token is refused on the next request, and the deletion is recorded', async () => {
    const user = await aUser(db);
    const { body } = await create(user.token);
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${body.id}`, { token: user.token });

    expect(status).toBe(200);
    expect((await get(path, { token: body.secret })).status).toBe(401);
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'pat-deleted',
        data: { id: body.id, description: body.description, expiresAt, userId: user.id },
        preData: null,
      }),
    ]);
  });

  test('a token of another user is 404, also for an admin', async () => {
    const { body } = await create((await aUser(db)).token);
    const before = await lastEventId(db);

    expect((await del(`${path}/${body.id}`)).status).toBe(404);

    expect(await eventsSince(db, before)).toEqual([]);
    expect((await get(path, { token: body.secret })).status).toBe(200);
  });

  test('an unknown id is 404', async () => {
    expect((await del(`${path}/2147483647`)).status).toBe(404);
  });
});

describe('callers that are not users', () => {
  test('an admin token cannot list, create or delete personal tokens', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    const responses = [
      await get(path, { token }),
      await create(token),
      await del(`${path}/1`, { token }),
    ];

    expect(responses.map(({ status, body }) => [status, body.name])).toEqual(
      Array.from({ length: 3 }, () => [403, 'NoAccessError']),
    );
  });

  test('a token that has expired is 401', async () => {
    const { id } = await aUser(db);
    const token = await aPersonalToken(db, id, {
      expiresAt: new Date(Date.now() - 1000).toISOString(),
    });

    expect((await get(path, { token })).status).toBe(401);
  });
});
