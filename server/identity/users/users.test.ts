import { describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import {
  aGrant,
  aGroup,
  aProject,
  aRole,
  aSession,
  aUser,
  eventsSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { createUser, ensureFirstAdmin } from './commands.ts';

const { db, get, post, put, del, admin } = await testApp();

const path = '/api/admin/user-admin';

const create = (input: object) => post(path, { rootRole: 'Viewer', ...input });

describe('POST /api/admin/user-admin', () => {
  test('creates a user, returns its location and records it without the password', async () => {
    const [username, email] = [unique('ann'), `${unique('ann')}@example.com`];
    const before = await lastEventId(db);

    const { status, body, headers } = await create({
      username,
      email,
      name: ' Ann Lee ',
      password: 'weak',
      rootRole: 2,
      sendEmail: true,
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      isAPI: false,
      name: 'Ann Lee',
      username,
      email,
      imageUrl: expect.any(String),
      rootRole: 2,
      accountType: 'User',
      createdAt: expect.any(String),
      seenAt: null,
      emailSent: false,
    });
    expect(headers.location).toBe(String(body.id));
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'user-created',
        project: null,
        environment: null,
        createdBy: admin.username,
        createdByUserId: admin.id,
        data: { id: body.id, name: 'Ann Lee', username, email, rootRole: 2 },
        preData: null,
      },
    ]);
    const login = { username: email, password: 'weak' };
    expect((await post('/auth/simple/login', login, { token: null })).status).toBe(200);
  });

  test('an empty name and an empty e-mail are omitted', async () => {
    const { body } = await create({ username: unique('ann'), email: '', name: '' });

    expect(body).not.toHaveProperty('name');
    expect(body).not.toHaveProperty('email');
  });

  test.each([
    ['an id', 1, 1],
    ['an id as text', '3', 3],
    ['a name', 'Editor', 2],
    ['a name, case-insensitive', 'aDMIN', 1],
  ])('the root role can be %s', async (_, rootRole, expected) => {
    const { status, body } = await create({ username: unique('u'), rootRole });

    expect([status, body.rootRole]).toEqual([201, expected]);
  });

  test('the root role can be a custom root role', async () => {
    const rootRole = await aRole(db, { type: 'root-custom' });

    expect((await create({ username: unique('u'), rootRole })).body.rootRole).toBe(rootRole);
  });

  test.each([
    ['neither username nor e-mail', { name: 'Ann' }, '/body/username'],
    ['an invalid e-mail', { email: 'ann' }, '/body/email'],
    ['256 characters', { username: 'x'.repeat(256) }, '/body/username'],
    ['a control character', { username: 'a\u0007' }, '/body/username'],
    ['no role', { username: 'x', rootRole: undefined }, '/body/rootRole'],
    ['an unknown role', { username: 'x', rootRole: 'King' }, '/body/rootRole'],
    ['an unknown role id', { username: 'x', rootRole: 999_999 }, '/body/rootRole'],
    ['a number too large for an id', { username: 'x', rootRole: 1e15 }, '/body/rootRole'],
    ['digits too many for an id', { username: 'x', rootRole: '9'.repeat(20) }, '/body/rootRole'],
    ['a project role', { username: 'x', rootRole: 'Owner' }, '/body/rootRole'],
    ['a password of no characters', { username: 'x', password: '' }, '/body/password'],
    [
      'a password of 129 characters',
      { username: 'x', password: 'x'.repeat(129) },
      '/body/password',
    ],
  ])('%s is refused, and the error names it', async (_, input, member) => {
    const { status, body } = await create(input);

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: member }] });
  });

  test('usernames and e-mails are unique together, case-insensitive', async () => {
    const [username, email] = [unique('ann'), `${unique('ann')}@example.com`];
    await aUser(db, { username, email });

    const paths = [
      await create({ username: username.toUpperCase() }),
      await create({ email: email.toUpperCase() }),
      await create({ username: email }),
    ].map(({ status, body }) => [status, body.details[0].path]);

    expect(paths).toEqual([
      [400, '/body/username'],
      [400, '/body/email'],
      [400, '/body/username'],
    ]);
  });

  test('usernames of service accounts are taken too', async () => {
    const { username } = await aUser(db, { accountType: 'Service Account' });

    expect((await create({ username })).status).toBe(400);
  });

  test('of two concurrent requests with the same username, one succeeds', async () => {
    const username = unique('same');

    const responses = await Promise.all([create({ username }), create({ username })]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});

describe('GET and PUT /api/admin/user-admin/:id', () => {
  test('a change is recorded with the state before and after; an update without a change is not', async () => {
    const { id, username } = await aUser(db, { name: 'Ann' });
    const email = `${username}@example.com`;
    const before = await lastEventId(db);

    const { status, body } = await put(`${path}/${id}`, { email, rootRole: 'Editor' });
    const again = await put(`${path}/${id}`, body);

    expect([status, again.status]).toEqual([200, 200]);
    expect(body).toMatchObject({ id, name: 'Ann', username, email, rootRole: 2 });
    expect((await get(`${path}/${id}`)).body).toEqual(body);
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'user-updated',
        data: { id, name: 'Ann', username, email, rootRole: 2 },
        preData: { id, name: 'Ann', username, email: null, rootRole: 3 },
      }),
    ]);
  });

  test('the e-mail of another user is refused; the case of the own e-mail can change', async () => {
    const email = `${unique('ann')}@example.com`;
    const { id } = await aUser(db, { email });
    const other = await aUser(db);

    const taken = await put(`${path}/${other.id}`, { email: email.toUpperCase() });

    expect(taken).toMatchObject({ status: 400, body: { details: [{ path: '/body/email' }] } });
    expect((await put(`${path}/${id}`, { email: email.toUpperCase() })).status).toBe(200);
  });

  test.each([
    ['an unknown role', { rootRole: 'King' }, '/body/rootRole'],
    ['a project role', { rootRole: 4 }, '/body/rootRole'],
    ['an invalid e-mail', { email: 'ann' }, '/body/email'],
  ])('%s is refused, and the error names it', async (_, body, member) => {
    const response = await put(`${path}/${admin.id}`, body);

    expect(response).toMatchObject({ status: 400, body: { details: [{ path: member }] } });
  });

  test.each(['a service account', 'a deleted user', 'an unknown id'])(
    '%s is 404 on all user routes',
    async (account) => {
      const input =
        account === 'a service account'
          ? { accountType: 'Service Account' as const }
          : { deletedAt: '2020-01-01T00:00:00.000Z' };
      const id = account === 'an unknown id' ? 2_147_483_647 : (await aUser(db, input)).id;

      const responses = [
        await get(`${path}/${id}`),
        await put(`${path}/${id}`, { name: 'x' }),
        await del(`${path}/${id}`),
        await get(`${path}/${id}/permissions`),
        await post(`${path}/${id}/change-password`, { password: 'Brand-New-Word-1' }),
      ];

      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    },
  );
});

describe('DELETE /api/admin/user-admin/:id', () => {
  test('deletes sessions, tokens, memberships and roles, and records each deletion', async () => {
    const user = await aUser(db, { name: 'Ann', email: `${unique('ann')}@example.com` });
    const session = await aSession(db, user.id);
    const project = await aProject(db);
    await aGrant(db, { project, userId: user.id });
    const groupId = await aGroup(db, { members: [user.id] });
    const { email } = (await get(`${path}/${user.id}`)).body;
    const before = await lastEventId(db);

    expect((await del(`${path}/${user.id}`)).status).toBe(200);

    expect((await get('/api/admin/user', { token: user.token })).status).toBe(401);
    expect((await get('/api/admin/user', { token: null, headers: session })).status).toBe(401);
    for (const table of ['sessions', 'personal_tokens', 'group_members', 'role_grants'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', user.id)
        .execute();
      expect(rows, table).toEqual([]);
    }
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'pat-deleted',
        data: expect.objectContaining({ userId: user.id }),
      }),
      expect.objectContaining({
        type: 'group-user-removed',
        preData: { groupId, userId: user.id },
      }),
      expect.objectContaining({
        type: 'project-access-user-roles-deleted',
        project,
        preData: { roles: [5], userId: user.id },
      }),
      expect.objectContaining({
        type: 'user-deleted',
        data: null,
        preData: { id: user.id, name: 'Ann', username: user.username, email, rootRole: 3 },
      }),
    ]);
    expect((await create({ username: user.username, email })).status).toBe(201);
  });

  test('users cannot delete themselves', async () => {
    const self = await aUser(db, { rootRole: 'Admin' });

    expect((await del(`${path}/${self.id}`, { token: self.token })).status).toBe(400);
  });
});

describe('commands for the command line and the first start', () => {
  test('changes by the server are recorded with the system user', async () => {
    const before = await lastEventId(db);

    await inTransaction(db, (tx) =>
      createUser(tx, systemCaller, { username: unique('cli'), password: 'x', rootRole: 'Admin' }),
    );

    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'user-created', createdBy: 'unleash_system_user', createdByUserId: -1337 },
    ]);
  });

  test('no first admin is created if an Admin exists', async () => {
    const before = await lastEventId(db);

    const created = await inTransaction(db, (tx) =>
      ensureFirstAdmin(tx, systemCaller, {
        username: unique('a'),
        password: 'x',
        mustChangePassword: true,
      }),
    );

    expect(created).toBe(false);
    expect(await eventsSince(db, before)).toEqual([]);
  });
});
