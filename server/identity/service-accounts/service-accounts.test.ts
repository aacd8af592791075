import { describe, expect, test } from 'vitest';
import { aGroup, aUser, eventsSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, del, admin } = await testApp();

const path = '/api/admin/service-account';

const create = (input: object = {}) =>
  post(path, { name: 'CI', username: unique('ci'), rootRole: 'Viewer', ...input });

describe('POST /api/admin/service-account', () => {
  test('creates an account without tokens and records it', async () => {
    const username = unique('ci');
    const before = await lastEventId(db);

    const { status, body } = await create({ username, rootRole: 'Editor' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      isAPI: false,
      name: 'CI',
      username,
      imageUrl: expect.any(String),
      rootRole: 2,
      createdAt: expect.any(String),
      tokens: [],
    });
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'service-account-created',
        createdByUserId: admin.id,
        data: { id: body.id, name: 'CI', username, email: null, rootRole: 2 },
        preData: null,
      }),
    ]);
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['a blank name', { name: ' ' }, '/body/name'],
    ['no username', { username: undefined }, '/body/username'],
    ['a blank username', { username: ' ' }, '/body/username'],
    ['256 characters', { username: 'x'.repeat(256) }, '/body/username'],
    ['an existing username, case-insensitive', { username: 'ROOT' }, '/body/username'],
    ['no role', { rootRole: undefined }, '/body/rootRole'],
    ['a project role', { rootRole: 'Member' }, '/body/rootRole'],
  ])('%s is refused, and the error names it', async (_, input, member) => {
    const { status, body } = await create(input);

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: member }] });
  });
});

describe('concurrent POST /api/admin/service-account', () => {
  test('of two requests with the same username, one succeeds', async () => {
    const username = unique('same');

    const responses = await Promise.all([create({ username }), create({ username })]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});

describe('GET /api/admin/service-account', () => {
  test('lists service accounts only, with their tokens without secrets', async () => {
    const { body: account } = await create();
    const { body: token } = await post(`${path}/${account.id}/token`, { description: 'nightly' });
    const { secret: _, ...listed } = token;

    const { body } = await get(path);

    expect(body.serviceAccounts).toContainEqual({ ...account, tokens: [listed] });
    const ids = body.serviceAccounts.map(({ id }: { id: number }) => id);
    expect(ids).not.toContain(admin.id);
    expect(body.rootRoles[0]).toMatchObject({ id: 1, name: 'Admin', type: 'root', project: null });
  });
});

describe('PUT /api/admin/service-account/:id', () => {
  test('a change is recorded with the state before and after; an update without a change is not', async () => {
    const { body: account } = await create();
    const { id, username } = account;
    const before = await lastEventId(db);

    const { status, body } = await put(`${path}/${id}`, { name: ' Nightly ', rootRole: 1 });
    const again = await put(`${path}/${id}`, body);

    expect([status, again.status]).toEqual([200, 200]);
    expect(body).toEqual({ ...account, name: 'Nightly', rootRole: 1 });
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'service-account-updated',
        data: { id, name: 'Nightly', username, email: null, rootRole: 1 },
        preData: { id, name: 'CI', username, email: null, rootRole: 3 },
      }),
    ]);
  });

  test('a blank name or a project role is refused', async () => {
    const { id } = (await create()).body;

    expect((await put(`${path}/${id}`, { name: ' ' })).status).toBe(400);
    expect((await put(`${path}/${id}`, { rootRole: 'Owner' })).status).toBe(400);
  });
});

describe('DELETE /api/admin/service-account/:id', () => {
  test('deletes the tokens and memberships of the account, and frees its username', async () => {
    const { body: account } = await create();
    const { id, username } = account;
    const { body: token } = await post(`${path}/${id}/token`, { description: 'nightly' });
    const groupId = await aGroup(db, { members: [id] });
    const before = await lastEventId(db);

    expect((await del(`${path}/${id}`)).status).toBe(200);

    expect((await get('/api/admin/user', { token: token.secret })).status).toBe(401);
    const members = await db
      .selectFrom('group_members')
      .select('user_id')
      .where('user_id', '=', id)
      .execute();
    expect(members).toEqual([]);
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'pat-deleted',
        data: expect.objectContaining({ id: token.id, userId: id }),
      }),
      expect.objectContaining({ type: 'group-user-removed', preData: { groupId, userId: id } }),
      expect.objectContaining({
        type: 'service-account-deleted',
        data: null,
        preData: { id, name: 'CI', username, email: null, rootRole: 3 },
      }),
    ]);
    expect((await create({ username })).status).toBe(201);
  });

  test('an account cannot delete itself', async () => {
    const self = await aUser(db, { accountType: 'Service Account', rootRole: 'Admin' });

    expect((await del(`${path}/${self.id}`, { token: self.token })).status).toBe(400);
  });
});

describe('/api/admin/service-account/:id/token', () => {
  test('a token needs no expiry, authenticates the account and is recorded without its secret', async () => {
    const { id } = (await create({ rootRole: 'Editor' })).body;
    const before = await lastEventId(db);

    const { status, body } = await post(`${path}/${id}/token`, { description: 'nightly' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      secret: expect.stringMatching(/^user:[0-9a-f]{56}$/),
      description: 'nightly',
      expiresAt: null,
      createdAt: expect.any(String),
      seenAt: null,
      userId: id,
    });
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'pat-created',
        createdByUserId: admin.id,
        data: { id: body.id, description: 'nightly', expiresAt: null, userId: id },
      }),
    ]);
    const { body: me } = await get('/api/admin/user', { token: body.secret });
    expect(me.user).toMatchObject({ id, accountType: 'Service Account', rootRole: 2 });
    const { secret: _, ...listed } = { ...body, seenAt: expect.any(String) };
    expect((await get(`${path}/${id}/token`)).body).toEqual({ pats: [listed] });
  });

  test('an account can have more than ten tokens', async () => {
    const { id } = (await create()).body;

    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await post(`${path}/${id}/token`, { description: `t${count}` })).status);
    }

    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  test('an existing description is 409, an expiry in the past is 400', async () => {
    const { id } = (await create()).body;
    await post(`${path}/${id}/token`, { description: 'nightly', expiresAt: null });

    const again = await post(`${path}/${id}/token`, { description: 'nightly' });
    const past = await post(`${path}/${id}/token`, {
      description: 'other',
      expiresAt: '2001-01-01T00:00:00Z',
    });

    expect([again.status, again.body.name]).toEqual([409, 'NameExistsError']);
    expect(past).toMatchObject({ status: 400, body: { details: [{ path: '/body/expiresAt' }] } });
  });

  test('a deleted token is refused on the next request', async () => {
    const { id } = (await create()).body;
    const { body: token } = await post(`${path}/${id}/token`, { description: 'nightly' });
    const before = await lastEventId(db);

    expect((await del(`${path}/${id}/token/${token.id}`)).status).toBe(200);

    expect((await get('/api/admin/user', { token: token.secret })).status).toBe(401);
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'pat-deleted', data: { id: token.id, userId: id } },
    ]);
  });

  test('a token of another account is 404', async () => {
    const [one, other] = [(await create()).body, (await create()).body];
    const { body: token } = await post(`${path}/${other.id}/token`, { description: 'nightly' });

    expect((await del(`${path}/${one.id}/token/${token.id}`)).status).toBe(404);
  });
});

test.each(['a user', 'a deleted account', 'an unknown id'])('%s is 404', async (account) => {
  const input =
    account === 'a user'
      ? {}
      : { accountType: 'Service Account' as const, deletedAt: '2020-01-01T00:00:00.000Z' };
  const id = account === 'an unknown id' ? 2_147_483_647 : (await aUser(db, input)).id;

  const responses = [
    await put(`${path}/${id}`, { name: 'x' }),
    await del(`${path}/${id}`),
    await get(`${path}/${id}/token`),
    await post(`${path}/${id}/token`, { description: 'x' }),
    await del(`${path}/${id}/token/1`),
  ];

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});
