import { describe, expect, test } from 'vitest';
import { anApiToken, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, del } = await testApp();

const me = async (token: string) => {
  const { splash, feedback } = (await get('/api/admin/user', { token })).body;
  return { splash, feedback };
};

describe('POST /api/admin/splash/:id', () => {
  test('marks it as seen by the caller, once', async () => {
    const [one, other] = [await aUser(db), await aUser(db)];
    const see = (id: string) => post(`/api/admin/splash/${id}`, undefined, { token: one.token });

    const { status, body } = await see('welcome');
    await see('welcome');
    await see('__proto__');

    expect({ status, body }).toEqual({
      status: 200,
      body: { userId: one.id, splashId: 'welcome', seen: true },
    });
    expect(Object.entries((await me(one.token)).splash)).toEqual([
      ['__proto__', true],
      ['welcome', true],
    ]);
    expect((await me(other.token)).splash).toEqual({});
  });

  test('the 101st id of a user is 409', async () => {
    const { id, token } = await aUser(db);
    const rows = Array.from({ length: 99 }, (_, number) => ({
      user_id: id,
      splash_id: `${number}`,
    }));
    await db.insertInto('user_splashes').values(rows).execute();
    const see = async (splash: string) =>
      (await post(`/api/admin/splash/${splash}`, undefined, { token })).status;

    expect([await see('100th'), await see('101st'), await see('100th')]).toEqual([200, 409, 200]);
    expect([await see('x'.repeat(101))]).toEqual([400]);
  });
});

describe('/api/admin/feedback', () => {
  test('records when the caller gave it, and updates it', async () => {
    const { id, token } = await aUser(db);
    const given = '2026-01-01T00:00:00.000Z';

    const created = await post('/api/admin/feedback', { feedbackId: 'nps' }, { token });
    const body = { neverShow: true, given, userId: id + 1 };
    const updated = await put('/api/admin/feedback/nps', body, { token });
    const other = await put('/api/admin/feedback/other', {}, { token });

    const mine = { userId: id, feedbackId: 'nps' };
    expect(created).toMatchObject({
      status: 200,
      body: { ...mine, neverShow: false, given: expect.stringMatching(/Z$/) },
    });
    expect(updated).toMatchObject({ status: 200, body: { ...mine, neverShow: true, given } });
    const second = { userId: id, feedbackId: 'other', neverShow: false, given: null };
    expect(other.body).toEqual(second);
    expect((await me(token)).feedback).toEqual([{ ...mine, neverShow: true, given }, second]);
  });
});

test('an API token has none: 403', async () => {
  const token = await anApiToken(db, { type: 'admin' });

  expect((await post('/api/admin/splash/x', undefined, { token })).status).toBe(403);
  expect((await put('/api/admin/feedback/x', {}, { token })).status).toBe(403);
  expect(await me(token)).toEqual({ splash: {}, feedback: [] });
});

test('they are deleted with the user', async () => {
  const { id, token } = await aUser(db);
  await post('/api/admin/splash/x', undefined, { token });
  await post('/api/admin/feedback', { feedbackId: 'x' }, { token });

  await del(`/api/admin/user-admin/${id}`);

  for (const table of ['user_splashes', 'user_feedback'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('user_id', '=', id).execute();
    expect(rows).toEqual([]);
  }
});
