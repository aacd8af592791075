import { describe, expect, test } from 'vitest';
import { aRole, aUser, eventsSince, lastEventId, unique } from '../../testing/a.ts';
import { anInvitation } from '../../testing/accounts.ts';
import { testApp } from '../../testing/app.ts';

const { db, admin, get, post, put } = await testApp({ publicUrl: 'https://flags.example' });
const path = '/api/admin/invite-link/tokens';
const open = { token: null };
const later = () => new Date(Date.now() + 3_600_000).toISOString();

const create = (body: object = {}) => post(path, { name: 'Team', expiresAt: later(), ...body });
const validate = async (secret: string) => (await get(`/invite/${secret}/validate`, open)).status;
const anyone = () => ({
  email: `${unique('ann')}@example.com`,
  name: 'Ann',
  password: 'Correct-Horse-9',
});
const join = (secret: string, body: object = anyone()) =>
  post(`/invite/${secret}/signup`, body, open);

describe('POST /api/admin/invite-link/tokens', () => {
  test('returns the link once, and the lists a placeholder that paths accept', async () => {
    const { status, body } = await create();
    const { body: list } = await get(path);
    const listed = list.tokens[0];

    expect(status).toBe(201);
    expect(body).toMatchObject({
      url: `https://flags.example/new-user?invite=${body.secret}`,
      name: 'Team',
      enabled: true,
      createdBy: 'root',
      users: [],
      role: { name: 'Viewer' },
    });
    expect(JSON.stringify(list)).not.toContain(body.secret);
    expect((await get(`${path}/${listed.secret}`)).body).toEqual(listed);
    expect((await get(`${path}/${body.secret}`)).body).toEqual(listed);
    expect(listed.url).toBeNull();
  });

  test('is recorded without the secret', async () => {
    const before = await lastEventId(db);

    const { body } = await create({ name: 'Interns', rootRole: 'Editor' });

    const events = await eventsSince(db, before);
    expect(events).toEqual([
      expect.objectContaining({
        type: 'public-signup-token-created',
        createdByUserId: admin.id,
        data: expect.objectContaining({ name: 'Interns', rootRole: 2 }),
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain(body.secret);
  });

  test('an end after more than 30 days becomes one in 30 days', async () => {
    const { body } = await create({ expiresAt: '2100-01-01T00:00:00.000Z' });

    const days = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  test.each([
    ['a blank name', { name: ' ' }, '/body/name'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, '/body/expiresAt'],
    ['no date', { expiresAt: 'soon' }, '/body/expiresAt'],
    ['the role Admin', { rootRole: 'Admin' }, '/body/rootRole'],
    ['a role of projects', { rootRole: 4 }, '/body/rootRole'],
  ])('%s is refused', async (_, body, pointer) => {
    const response = await create(body);

    expect(response).toMatchObject({ status: 400, body: { details: [{ path: pointer }] } });
  });
});

describe('POST /invite/:token/signup', () => {
  test('creates a user with the role of the invitation, who can log in and is listed', async () => {
    const secret = await anInvitation(db, { rootRole: 2 });
    const person = anyone();
    const before = await lastEventId(db);

    const { status, body } = await join(secret, person);

    expect([status, body.rootRole]).toEqual([201, 2]);
    const login = { username: person.email, password: person.password };
    expect((await post('/auth/simple/login', login, open)).status).toBe(200);
    const events = await eventsSince(db, before);
    expect(events.map(({ type }) => type)).toEqual([
      'user-created',
      'public-signup-token-user-added',
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
    const { body: invitation } = await get(`${path}/${secret}`);
    expect(invitation.users.map(({ id }: { id: number }) => id)).toEqual([body.id]);
  });

  test('works for several people', async () => {
    const secret = await anInvitation(db);

    const responses = await Promise.all([join(secret), join(secret)]);

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  });

  test.each([
    ['unknown', () => Promise.resolve('f'.repeat(56))],
    ['expired', () => anInvitation(db, { expiresAt: '2020-01-01T00:00:00.000Z' })],
    ['disabled', () => anInvitation(db, { enabled: false })],
  ])('an invitation that is %s is 400, and nobody is created', async (_, given) => {
    const secret = await given();
    const before = await lastEventId(db);

    expect([await validate(secret), (await join(secret)).status]).toEqual([400, 400]);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('a placeholder is no invitation', async () => {
    await anInvitation(db);
    const { body } = await get(path);

    expect((await join(body.tokens[0].secret)).status).toBe(400);
  });

  test.each([
    ['a weak password', { password: 'weak' }, '/body/password'],
    ['no e-mail', { email: 'ann' }, '/body/email'],
    ['the e-mail of another user', { email: 'taken@example.com' }, '/body/email'],
  ])('%s is refused', async (_, part, pointer) => {
    if ('email' in part && part.email.includes('@')) {
      await aUser(db, { email: part.email });
    }

    const response = await join(await anInvitation(db), { ...anyone(), ...part });

    expect(response.status).toBe(400);
    expect(response.body.details[0].path).toBe(pointer);
  });

  test('cannot choose a role', async () => {
    const { body } = await join(await anInvitation(db), { ...anyone(), rootRole: 1 });

    expect(body.rootRole).toBe(3);
  });
});

describe('PUT /api/admin/invite-link/tokens/:token', () => {
  test('disables, enables and extends; a call that changes nothing records nothing', async () => {
    const secret = await anInvitation(db);
    const before = await lastEventId(db);

    const disabled = await put(`${path}/${secret}`, { enabled: false });
    await put(`${path}/${secret}`, { enabled: false });
    const closed = await validate(secret);
    await put(`${path}/${disabled.body.secret}`, { enabled: true, expiresAt: later() });

    expect(disabled.body.enabled).toBe(false);
    expect([closed, await validate(secret)]).toEqual([400, 200]);
    const events = await eventsSince(db, before);
    expect(events.map(({ type }) => type)).toEqual([
      'public-signup-token-updated',
      'public-signup-token-updated',
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  test('of an unknown invitation is 404', async () => {
    expect((await put(`${path}/unknown`, { enabled: false })).status).toBe(404);
  });
});

test('an invitation whose custom role was deleted gives Viewer', async () => {
  const rootRole = await aRole(db, { type: 'root-custom' });
  const secret = await anInvitation(db, { rootRole });
  await db.deleteFrom('roles').where('id', '=', rootRole).execute();

  expect((await join(secret)).body.rootRole).toBe(3);
});
