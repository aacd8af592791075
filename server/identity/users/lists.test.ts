import { describe, expect, test } from 'vitest';
import { aGroup, aPassword, aSession, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get } = await testApp();

const path = '/api/admin/user-admin';

describe('GET /api/admin/user-admin', () => {
  test('lists users with their role and active sessions, and the root roles', async () => {
    const user = await aUser(db, { name: 'Ann', rootRole: 'Editor' });
    const service = await aUser(db, { accountType: 'Service Account' });
    const deleted = await aUser(db, { deletedAt: '2020-01-01T00:00:00.000Z' });
    await aSession(db, user.id);
    await aSession(db, user.id, { expiresAt: '2001-01-01T00:00:00.000Z' });

    const { body } = await get(path);

    const found = (id: number) => body.users.find((one: { id: number }) => one.id === id);
    expect(found(user.id)).toEqual({
      id: user.id,
      isAPI: false,
      name: 'Ann',
      username: user.username,
      imageUrl: expect.any(String),
      rootRole: 2,
      accountType: 'User',
      createdAt: expect.any(String),
      seenAt: null,
      activeSessions: 1,
    });
    expect([found(service.id), found(deleted.id)]).toEqual([undefined, undefined]);
    expect(body.rootRoles[0]).toEqual({
      id: 1,
      name: 'Admin',
      description: expect.any(String),
      type: 'root',
      project: null,
    });
    const types = new Set(body.rootRoles.map(({ type }: { type: string }) => type));
    expect(types.has('project') || types.has('custom')).toBe(false);
  });
});

describe('GET /api/admin/user-admin/search', () => {
  const search = async (q: string) =>
    (await get(`${path}/search?q=${encodeURIComponent(q)}`)).body.map(
      ({ id }: { id: number }) => id,
    );

  test('matches a part of the name, username or e-mail, case-insensitive', async () => {
    const text = unique('Needle');
    const byName = await aUser(db, { name: `The ${text}!` });
    const byUsername = await aUser(db, { username: `${text}x` });
    const byEmail = await aUser(db, { email: `a.${text}@example.com` });
    await aUser(db, { name: text, deletedAt: '2020-01-01T00:00:00.000Z' });

    expect(await search(text.toLowerCase())).toEqual([byName.id, byUsername.id, byEmail.id]);
  });

  test('returns names and image only', async () => {
    const { username, id } = await aUser(db, { username: unique('brief') });

    const { body } = await get(`${path}/search?q=${username}`);

    expect(body).toEqual([{ id, username, imageUrl: expect.any(String) }]);
  });

  test.each(['%', '_', '\\'])('%s is matched literally', async (character) => {
    const { id } = await aUser(db, { name: `x${character}y` });
    await aUser(db, { name: 'xzy' });

    expect(await search(`x${character}y`)).toEqual([id]);
  });

  test('fewer than two characters match no user', async () => {
    await aUser(db, { name: 'qq' });

    expect([await search(''), await search('q')]).toEqual([[], []]);
    expect((await get(`${path}/search`)).body).toEqual([]);
    expect((await search('qq')).length).toBe(1);
  });

  test('returns at most 100 users', async () => {
    const text = unique('crowd');
    await db
      .insertInto('users')
      .values(
        Array.from({ length: 101 }, (_, index) => ({
          name: `${text}${index}`,
          root_role_id: 3,
          username: `${text}${index}`,
          email: null,
          password_hash: null,
        })),
      )
      .execute();

    expect((await search(text)).length).toBe(100);
  });
});

describe('GET /api/admin/user-admin/access', () => {
  test('all users can list the names of users, service accounts and groups', async () => {
    const viewer = await aUser(db);
    const service = await aUser(db, { accountType: 'Service Account' });
    const name = unique('group');
    const id = await aGroup(db, { name, members: [viewer.id, service.id] });

    const { body } = await get(`${path}/access`, { token: viewer.token });

    expect(body.users).toContainEqual({
      id: service.id,
      username: service.username,
      imageUrl: expect.any(String),
      accountType: 'Service Account',
    });
    expect(body.groups).toContainEqual({ id, name, userCount: 2 });
  });
});

describe('GET /api/admin/user-admin/admin-count', () => {
  test('counts admins with a password, without one, and service accounts', async () => {
    const before = (await get(`${path}/admin-count`)).body;
    await aUser(db, { rootRole: 'Admin', passwordHash: (await aPassword()).hash });
    await aUser(db, { rootRole: 'Admin' });
    await aUser(db, { rootRole: 'Admin', accountType: 'Service Account' });
    await aUser(db, { rootRole: 'Admin', deletedAt: '2020-01-01T00:00:00.000Z' });
    await aUser(db, { rootRole: 'Editor' });

    const { body } = await get(`${path}/admin-count`);

    expect(body).toEqual({
      password: before.password + 1,
      noPassword: before.noPassword + 1,
      service: before.service + 1,
    });
  });
});
