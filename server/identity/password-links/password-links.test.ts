import { describe, expect, test } from 'vitest';
import { aPassword, aSession, aUser, eventsSince, lastEventId, unique } from '../../testing/a.ts';
import { aPasswordLink } from '../../testing/accounts.ts';
import { testApp } from '../../testing/app.ts';
import { aMailServer, sendStoredMails, settingsFor } from '../../testing/mail-server.ts';

const server = await aMailServer();
const { app, db, admin, get, post, withConfig } = await testApp(settingsFor(server));
const withoutMail = await withConfig({ emailHost: undefined });
const strong = 'Brand-New-Word-1';
const open = { token: null };

const anEmail = () => `${unique('ann')}@example.com`;
const request = (email: string) => post('/auth/reset/password-email', { email }, open);
const validate = (token: string) => get(`/auth/reset/validate?token=${token}`, open);
const use = (token: string, password = strong) =>
  post('/auth/reset/password', { token, password }, open);
const logIn = async (username: string, password: string) =>
  (await post('/auth/simple/login', { username, password }, open)).status;
const secretOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Sends what is stored and returns the mails to an address. */
async function mailsTo(email: string) {
  await sendStoredMails(app);
  return server.received.filter(({ recipients }) => recipients.includes(email));
}

describe('POST /auth/reset/password-email', () => {
  test('sends a link with which the user sets a password', async () => {
    const email = anEmail();
    const user = await aUser(db, { email });

    const { status } = await request(email.toUpperCase());
    const [mail, ...others] = await mailsTo(email);
    const token = secretOf(mail?.link ?? '');

    expect([status, others]).toEqual([200, []]);
    expect(mail?.link).toMatch(/^http:\/\/localhost:4242\/reset-password\?token=[0-9a-f]{56}$/);
    expect((await validate(token)).body).toMatchObject({ id: user.id, email, createdBy: null });
    expect((await use(token)).status).toBe(200);
    expect(await logIn(email, strong)).toBe(200);
  });

  test('has the same response and stores the same for an unknown address, which gets nothing', async () => {
    const [known, unknown] = [anEmail(), anEmail()];
    await aUser(db, { email: known });
    const stored = async () => (await db.selectFrom('mails').selectAll().execute()).length;

    const responses = [];
    const counts = [];
    for (const email of [known, unknown]) {
      const { status, body } = await request(email);
      responses.push({ status, body });
      counts.push(await stored());
    }

    expect(responses[0]).toEqual(responses[1]);
    expect(counts).toEqual([1, 2]);
    expect(await mailsTo(unknown)).toEqual([]);
    expect(await mailsTo(known)).toHaveLength(1);
    expect(await stored()).toBe(0);
  });

  test('is 429 for the second request in a minute, for known and unknown addresses', async () => {
    const [known, unknown] = [anEmail(), anEmail()];
    await aUser(db, { email: known });

    for (const email of [known, unknown]) {
      const statuses = [(await request(email)).status, (await request(` ${email}`)).status];
      expect(statuses).toEqual([200, 429]);
    }
  });

  test.each(['deleted user', 'service account'])('a %s gets nothing', async (kind) => {
    const email = anEmail();
    await aUser(db, {
      email,
      ...(kind === 'deleted user' ? { deletedAt: '2020-01-01T00:00:00.000Z' } : {}),
      ...(kind === 'service account' ? { accountType: 'Service Account' as const } : {}),
    });

    await request(email);

    expect(await mailsTo(email)).toEqual([]);
  });

  test('is 409 if the server sends no e-mail', async () => {
    const response = await withoutMail.post(
      '/auth/reset/password-email',
      { email: anEmail() },
      open,
    );

    expect(response).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
  });
});

describe('a link to set a password', () => {
  const old = aPassword();

  async function aUserWithLink(input: { expiresAt?: string } = {}) {
    const user = await aUser(db, { passwordHash: (await old).hash });
    return { user, token: await aPasswordLink(db, user.id, input) };
  }

  test('works once, ends all sessions and is recorded without a secret', async () => {
    const { user, token } = await aUserWithLink();
    const session = await aSession(db, user.id);
    const before = await lastEventId(db);

    const first = await use(token);
    const again = await use(token, 'Another-Word-22');

    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 403, body: { name: 'UsedTokenError' } });
    expect((await validate(token)).body.name).toBe('UsedTokenError');
    expect((await get('/api/admin/user', { token: null, headers: session })).status).toBe(401);
    expect(await logIn(user.username, (await old).text)).toBe(401);
    const events = await eventsSince(db, before);
    expect(events).toEqual([
      expect.objectContaining({ type: 'user-updated', createdByUserId: user.id }),
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  test.each([
    ['is unknown', 'f'.repeat(56)],
    ['has expired', undefined],
  ])('that %s is 401 and changes nothing', async (_, unknown) => {
    const { token } = await aUserWithLink({ expiresAt: '2020-01-01T00:00:00.000Z' });
    const before = await lastEventId(db);

    for (const response of [await validate(unknown ?? token), await use(unknown ?? token)]) {
      expect(response).toMatchObject({ status: 401, body: { name: 'InvalidTokenError' } });
    }
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('stays usable after a weak password, or one of the last five', async () => {
    const { token } = await aUserWithLink();

    const refused = [await use(token, 'weak'), await use(token, (await old).text)];

    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    expect((await use(token)).status).toBe(200);
  });

  test('of two concurrent uses, one succeeds', async () => {
    const { token } = await aUserWithLink();

    const responses = await Promise.all([use(token), use(token, 'Another-Word-22')]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test.each([
    ['an Admin sets a password', '/api/admin/user-admin/:id/change-password', { password: strong }],
    ['the user is deleted', undefined, undefined],
  ])('is unusable after %s', async (_, path, body) => {
    const { user, token } = await aUserWithLink();

    if (path) await post(path.replace(':id', String(user.id)), body);
    else
      await app.inject({
        method: 'DELETE',
        url: `/api/admin/user-admin/${user.id}`,
        headers: { authorization: admin.token },
      });

    expect((await use(token)).status).toBe(401);
  });

  test('ends the refusal of logins after too many failures', async () => {
    const { user, token } = await aUserWithLink();
    const strict = await withConfig({ loginFailuresMax: 1 });
    const attempt = async (password: string) => {
      const credentials = { username: user.username, password };
      return (await strict.post('/auth/simple/login', credentials, open)).status;
    };

    expect([await attempt('wrong'), await attempt('wrong')]).toEqual([401, 429]);
    await use(token);

    expect(await attempt(strong)).toBe(200);
  });

  test('is stored as a hash', async () => {
    const { token } = await aUserWithLink();

    const rows = await db.selectFrom('password_links').selectAll().execute();

    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('POST /api/admin/user-admin/reset-password', () => {
  test.each([String, Number])('returns a link for the id as %s', async (form) => {
    const user = await aUser(db);

    const { status, body } = await post('/api/admin/user-admin/reset-password', {
      id: form(user.id),
    });

    expect(status).toBe(200);
    const { body: owner } = await validate(secretOf(body.resetPasswordUrl));
    const { id, username } = user;
    expect(owner).toMatchObject({ id, username, createdBy: 'root' });
  });

  test('also sends a link, and both work until one is used', async () => {
    const email = anEmail();
    const user = await aUser(db, { email });

    const { body } = await post('/api/admin/user-admin/reset-password', { id: user.id });
    const [mail] = await mailsTo(email);
    const [sent, returned] = [secretOf(mail?.link ?? ''), secretOf(body.resetPasswordUrl)];

    expect([(await validate(sent)).status, (await validate(returned)).status]).toEqual([200, 200]);
    expect((await use(sent)).status).toBe(200);
    expect((await use(returned)).status).toBe(401);
  });

  test('stores at most five links of a user', async () => {
    const { id } = await aUser(db);

    const links: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { body } = await post('/api/admin/user-admin/reset-password', { id });
      links.push(body.resetPasswordUrl);
    }

    const statuses = [];
    for (const link of links) statuses.push((await validate(secretOf(link))).status);
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
  });

  test('the link stays valid while the e-mail is retried', async () => {
    const email = anEmail();
    const user = await aUser(db, { email });
    const refusing = await withConfig(settingsFor({ port: 9 }));

    const { body } = await post('/api/admin/user-admin/reset-password', { id: user.id });
    for (let count = 0; count < 6; count++) {
      await sendStoredMails(refusing.app);
      await db.updateTable('mails').set({ next_attempt_at: '2020-01-01T00:00:00.000Z' }).execute();
    }

    const stored = await db.selectFrom('password_links').select('user_id').execute();
    expect(stored.filter(({ user_id }) => user_id === user.id)).toHaveLength(2);
    expect((await validate(secretOf(body.resetPasswordUrl))).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['an unknown user', 999_999, 404],
    ['no number', 'x', 400],
  ])('%s is refused', async (_, id, expected) => {
    expect((await post('/api/admin/user-admin/reset-password', { id })).status).toBe(expected);
  });
});

describe('POST /api/admin/user-admin without a password', () => {
  const create = (body: object, to = post) =>
    to('/api/admin/user-admin', { rootRole: 'Viewer', ...body });

  test('sends a link to set the first one', async () => {
    const email = anEmail();

    const { body } = await create({ email });
    const [mail] = await mailsTo(email);

    expect(body.emailSent).toBe(true);
    expect(body).not.toHaveProperty('inviteLink');
    expect(mail?.subject).toBe('Your account at Pennon');
    expect(mail?.link).toMatch(/^http:\/\/localhost:4242\/new-user\?token=/);
    expect((await use(secretOf(mail?.link ?? ''))).status).toBe(200);
    expect(await logIn(email, strong)).toBe(200);
  });

  test.each([
    ['the server sends no e-mail', { email: anEmail() }, withoutMail.post],
    ['the user has no e-mail', { username: unique('user') }, post],
    ['sendEmail is false', { email: anEmail(), sendEmail: false }, post],
  ])('returns the link if %s', async (_, input, to) => {
    const { body } = await create(input, to);

    expect(body.emailSent).toBe(false);
    expect((await use(secretOf(body.inviteLink))).status).toBe(200);
  });

  test('with a password there is no link', async () => {
    const { body } = await create({ email: anEmail(), password: strong });

    expect(body.emailSent).toBe(false);
    expect(body).not.toHaveProperty('inviteLink');
  });
});
