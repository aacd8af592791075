import { beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import { aGroup, anApiToken, aUser, eventsSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { openTestDb } from '../../testing/database.ts';
import { inTransaction } from '../../transactions.ts';
import { ensureFirstAdmin } from './commands.ts';

const { db, put, del } = await testApp();
const token = await anApiToken(db, { type: 'admin' });

const person = (id: number) => `/api/admin/user-admin/${id}`;
const service = (id: number) => `/api/admin/service-account/${id}`;

const demote = (path: string) => put(path, { rootRole: 'Viewer' }, { token });

const countAdmins = async () =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('root_role_id', '=', 1)
      .where('deleted_at', 'is', null)
      .execute()
  ).length;

beforeEach(async () => {
  await db.updateTable('users').set({ root_role_id: 3 }).execute();
});

describe('the last Admin', () => {
  test('can be neither deleted nor demoted, and nothing is recorded', async () => {
    const { id } = await aUser(db, { rootRole: 'Admin' });
    await aGroup(db, { rootRole: 'Admin', members: [(await aUser(db)).id] });
    const before = await lastEventId(db);

    const responses = [await demote(person(id)), await del(person(id), { token })];

    expect(responses).toMatchObject([
      { status: 400, body: { name: 'BadDataError' } },
      { status: 400, body: { name: 'BadDataError' } },
    ]);
    expect(await countAdmins()).toBe(1);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('can be renamed', async () => {
    const { id } = await aUser(db, { rootRole: 'Admin' });

    const { status } = await put(person(id), { name: 'Ann', rootRole: 'Admin' }, { token });

    expect(status).toBe(200);
  });

  test('can be a service account, which is protected too', async () => {
    const { id } = await aUser(db, { rootRole: 'Admin', accountType: 'Service Account' });
    const other = await aUser(db, { rootRole: 'Admin' });

    expect((await demote(person(other.id))).status).toBe(200);
    expect((await demote(service(id))).status).toBe(400);
    expect((await del(service(id), { token })).status).toBe(400);
  });

  test.each([
    ['two deletions', del, del],
    ['two demotions', demote, demote],
    ['a deletion and a demotion', del, demote],
  ])('remains after %s of the last two at the same time', async (_, one, other) => {
    for (let round = 0; round < 5; round++) {
      await db.updateTable('users').set({ root_role_id: 3 }).execute();
      const pair = [await aUser(db, { rootRole: 'Admin' }), await aUser(db, { rootRole: 'Admin' })];
      const [first, second] = pair.map(({ id }) => person(id)) as [string, string];

      const responses = await Promise.all([one(first, { token }), other(second, { token })]);

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await countAdmins()).toBe(1);
    }
  });
});

describe('the first Admin', () => {
  test('is created once when several processes start at the same time', async () => {
    const fresh = await openTestDb();
    const ensure = () =>
      inTransaction(fresh.db, (tx) =>
        ensureFirstAdmin(tx, systemCaller, {
          username: 'admin',
          password: 'x',
          mustChangePassword: true,
        }),
      );

    const created = await Promise.all([ensure(), ensure(), ensure()]);

    expect(created.filter(Boolean).length).toBe(1);
    const users = await fresh.db
      .selectFrom('users')
      .select(['id', 'username', 'root_role_id as role', 'must_change_password as mustChange'])
      .execute();
    expect(users).toEqual([
      { id: expect.any(Number), username: 'admin', role: 1, mustChange: true },
    ]);
    expect(await eventsSince(fresh.db, 0)).toMatchObject([
      {
        type: 'user-created',
        createdBy: 'unleash_system_user',
        data: { id: users[0]?.id, name: null, username: 'admin', email: null, rootRole: 1 },
      },
    ]);
  });
});
