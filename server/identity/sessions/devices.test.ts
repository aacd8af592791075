import { describe, expect, test } from 'vitest';
import { aPassword, aSession, aUser, eventsSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, admin, get, post, del } = await testApp();
const password = await aPassword();
const own = '/api/admin/user/sessions';

const as = (headers: Record<string, string>) => ({ token: null, headers });
const works = async (session: Record<string, string>) =>
  (await get('/api/admin/user', as(session))).status === 200;

describe('GET /api/admin/user/sessions', () => {
  test('lists the own sessions, newest first, with the device of the login', async () => {
    const user = await aUser(db, { passwordHash: password.hash });
    const here = await aSession(db, user.id, { createdAt: '2020-01-01T00:00:00.000Z' });
    await aSession(db, user.id, { expiresAt: '2020-01-01T00:00:00.000Z' });
    await aSession(db, (await aUser(db)).id);
    const credentials = { username: user.username, password: password.text };
    await post('/auth/simple/login', credentials, {
      token: null,
      headers: { 'user-agent': `Firefox ${'x'.repeat(500)}` },
    });

    const { body } = await get(own, as(here));

    expect(body.sessions).toEqual([
      expect.objectContaining({ current: false, address: '127.0.0.1' }),
      expect.objectContaining({ current: true, address: null, userAgent: null }),
    ]);
    expect(body.sessions[0].userAgent).toMatch(/^Firefox x{292}$/);
    expect(Object.keys(body.sessions[0])).not.toContain('secret_hash');
  });

  test('is empty for an admin token and a personal token without sessions', async () => {
    expect((await get(own)).body).toEqual({ sessions: [] });
  });
});

describe('DELETE /api/admin/user/sessions', () => {
  test('with an id ends that session; one of another user is 404 and stays', async () => {
    const user = await aUser(db);
    const [here, there] = [await aSession(db, user.id), await aSession(db, user.id)];
    const foreign = await aSession(db, (await aUser(db)).id);
    const { body } = await get(own, as(there));
    const { id } = body.sessions.find(({ current }: { current: boolean }) => current);
    const { body: others } = await get(own, as(foreign));

    const ended = await del(`${own}/${id}`, as(here));
    const refused = await del(`${own}/${others.sessions[0].id}`, as(here));

    expect([ended.status, refused.status]).toEqual([200, 404]);
    expect([await works(here), await works(there), await works(foreign)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('without an id ends all but the one of the request', async () => {
    const user = await aUser(db);
    const [here, there] = [await aSession(db, user.id), await aSession(db, user.id)];

    await del(own, as(here));

    expect([await works(here), await works(there)]).toEqual([true, false]);
  });

  test.each(['0', '-1', '1.5', 'x', '99999999999999999999'])('id %s is 400', async (id) => {
    expect((await del(`${own}/${id}`)).status).toBe(400);
  });
});

describe('/api/admin/user-admin/:id/sessions', () => {
  test('an Admin lists and ends the sessions of a user, which is recorded once', async () => {
    const user = await aUser(db);
    const session = await aSession(db, user.id);
    const path = `/api/admin/user-admin/${user.id}/sessions`;
    const before = await lastEventId(db);

    const { body } = await get(path);
    const { status } = await del(path);
    await del(path);

    expect(body.sessions).toHaveLength(1);
    expect([status, await works(session)]).toEqual([200, false]);
    expect(await eventsSince(db, before)).toEqual([
      expect.objectContaining({
        type: 'user-updated',
        createdByUserId: admin.id,
        data: expect.objectContaining({ id: user.id, sessionsEnded: 1 }),
      }),
    ]);
  });

  test('of an unknown user cannot be ended', async () => {
    expect((await del('/api/admin/user-admin/999999/sessions')).status).toBe(404);
  });
});
