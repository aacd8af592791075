import { describe, expect, test } from 'vitest';
import { aPersonalToken, aUser, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, admin } = await testApp({ userInactiveDays: 90 });

const path = '/api/admin/user-admin/inactive';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

type Ages = { created?: number; login?: number; token?: number };

/** A user; without a login or a token if their age in days is omitted. */
async function aUserOf(
  { created = 400, login, token }: Ages,
  input: Parameters<typeof aUser>[1] = {},
): Promise<number> {
  const { id } = await aUser(db, input);
  await db.deleteFrom('personal_tokens').where('user_id', '=', id).execute();
  const seen_at = login === undefined ? null : daysAgo(login);
  await db
    .updateTable('users')
    .set({ created_at: daysAgo(created), seen_at })
    .where('id', '=', id)
    .execute();
  if (token === undefined) return id;
  for (const age of [token, 500]) {
    await aPersonalToken(db, id);
    await db
      .updateTable('personal_tokens')
      .set({ seen_at: daysAgo(age) })
      .where('user_id', '=', id)
      .where('seen_at', '>', daysAgo(0.5))
      .execute();
  }
  return id;
}

const listed = async (ids: readonly number[]): Promise<number[]> =>
  (await get(path)).body.inactiveUsers
    .map(({ id }: { id: number }) => id)
    .filter((id: number) => ids.includes(id));

describe(`GET ${path}`, () => {
  test('lists users without a login and a used token for the configured days', async () => {
    const inactive = [
      await aUserOf({ created: 92 }),
      await aUserOf({ created: 91 }),
      await aUserOf({ created: 90.5, login: 90.2, token: 91 }),
    ];
    const active = [
      await aUserOf({ created: 89 }),
      await aUserOf({ login: 89 }),
      await aUserOf({ login: 200, token: 89 }),
      await aUserOf({}, { accountType: 'Service Account' }),
      await aUserOf({}, { deletedAt: daysAgo(1) }),
      admin.id,
    ];

    expect(await listed([...inactive, ...active])).toEqual(inactive);
  });

  test('shows the last login and the last use of a token', async () => {
    const id = await aUserOf({ login: 100, token: 95 }, { name: 'Ann', email: 'ann@x.example' });

    const { body } = await get(path);

    expect(body.version).toBe(1);
    expect(body.inactiveUsers.find((user: { id: number }) => user.id === id)).toEqual({
      id,
      name: 'Ann',
      username: expect.any(String),
      email: 'ann@x.example',
      createdAt: expect.any(String),
      seenAt: expect.stringContaining(daysAgo(100).slice(0, 10)),
      patSeenAt: expect.stringContaining(daysAgo(95).slice(0, 10)),
    });
  });
});

describe(`POST ${path}/delete`, () => {
  const remove = (ids: readonly number[]) => post(`${path}/delete`, { ids });

  test('deletes them as one by one, with an event each', async () => {
    const ids = [await aUserOf({ token: 100 }), await aUserOf({})];
    const before = await lastEventId(db);

    expect((await remove([...ids, ...ids])).status).toBe(200);

    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'pat-deleted',
      'pat-deleted',
      'user-deleted',
      'user-deleted',
    ]);
    expect(await listed(ids)).toEqual([]);
    expect((await get(`/api/admin/user-admin/${ids[0]}`)).status).toBe(404);
  });

  test('a user who is not inactive, unknown or the caller is 409, and none is deleted', async () => {
    const inactive = await aUserOf({});
    const before = await lastEventId(db);

    for (const id of [await aUserOf({ login: 1 }), 2_000_000_000, admin.id]) {
      expect(await remove([inactive, id])).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(String(id)) },
      });
    }

    expect(await listed([inactive])).toEqual([inactive]);
    expect(await lastEventId(db)).toBe(before);
  });

  test('the last Admin is 400, and none is deleted', async () => {
    await db.updateTable('users').set({ root_role_id: 3 }).execute();
    const ids = [await aUserOf({}), await aUserOf({}, { rootRole: 'Admin' })];
    const role = await db
      .insertInto('roles')
      .values({ name: 'Deputies', description: '', type: 'root-custom' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('role_permissions')
      .values({ role_id: role.id, permission: 'ADMIN', environment: null })
      .execute();
    await db
      .updateTable('users')
      .set({ root_role_id: role.id })
      .where('id', '=', admin.id)
      .execute();

    const { status, body } = await remove(ids);

    expect({ status, message: body.message }).toMatchObject({
      status: 400,
      message: expect.stringContaining('last Admin'),
    });
    expect(await listed(ids)).toEqual(ids);
  });

  test('more than 1000 ids, and what is no id, is 400', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => index + 1);

    expect((await remove(many)).status).toBe(400);
    expect((await remove([0])).status).toBe(400);
    expect((await post(`${path}/delete`, {})).status).toBe(400);
  });
});
