import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import type { App } from '../../app.ts';
import { aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf } from '../../testing/events.ts';
import { anIntegration, deliverWith, dispatcherOf } from '../../testing/integrations.ts';
import { aMailServer, settingsFor } from '../../testing/mail-server.ts';

const { admin, db, get, post, withConfig } = await testApp();

const recipients = 'ann@example.com, bob@example.com';
const find = async (id: number) => (await get(`/api/admin/integrations/${id}`)).body;
const lastAttempt = async (id: number) =>
  (await get(`/api/admin/integrations/${id}/deliveries`)).body.deliveries[0];
const letPausePass = (id: number) =>
  db
    .updateTable('integrations')
    .set({ next_attempt_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();

const pauseOf = (id: number) =>
  db
    .selectFrom('integrations')
    .select('next_attempt_at as nextAttemptAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** A mail server, and an integration of a new project that sends to it. */
async function aDigest(options: SMTPServerOptions = {}) {
  const server = await aMailServer(options);
  const { app } = await withConfig(settingsFor(server));
  const project = await aProject(db);
  const { id } = await anIntegration(db, {
    kind: 'email',
    filter: { project: `IS:${project}` },
    parameters: { recipients, intervalMinutes: '30' },
  });
  return { app, project, id, received: server.received };
}

const deliverUntil = (app: App, holds: () => boolean | Promise<boolean>) =>
  deliverWith(dispatcherOf(app, 20_000), holds);

describe('e-mail', () => {
  test('has all events since the last one, and the next is sent after the interval', async () => {
    const { app, project, id, received } = await aDigest();
    // More than one part of the log.
    await eventsOf(db, project, 70);
    await deliverUntil(app, () => received.length === 1);
    const [attempt, { nextAttemptAt }] = [await lastAttempt(id), await pauseOf(id)];
    await eventsOf(db, project, 2);
    const dispatcher = dispatcherOf(app, 20_000);
    await dispatcher.start();
    await dispatcher.close();
    const during = received.length;
    await letPausePass(id);
    await deliverUntil(app, () => received.length === 2);

    expect(received[0]).toMatchObject({
      recipients: ['ann@example.com', 'bob@example.com'],
      subject: '70 changes in Pennon',
      text: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC: /),
    });
    expect(received[0]?.text?.match(/ UTC: /g)).toHaveLength(70);
    expect(attempt).toMatchObject({ delivered: true, status: null, error: null });
    expect(Date.parse(nextAttemptAt) - Date.parse(attempt.attemptedAt)).toBeGreaterThan(1_700_000);
    expect(during).toBe(1);
    expect(received[1]?.subject).toBe('2 changes in Pennon');
  });

  test('has at most 100 events; more are in further ones', async () => {
    const { app, project, received } = await aDigest();
    await eventsOf(db, project, 130);

    await deliverUntil(app, () => received.length === 2);

    const subjects = received.map(({ subject }) => subject);
    expect(subjects).toEqual(['100 changes in Pennon', '30 changes in Pennon']);
  });

  test('that a mail server refuses for one recipient is delivered, with a note', async () => {
    const { app, project, id, received } = await aDigest({
      onRcptTo: ({ address }, _, done) =>
        done(address === 'bob@example.com' ? refusal(550) : undefined),
    });
    await eventsOf(db, project, 1);

    await deliverUntil(app, () => received.length === 1);

    expect(await lastAttempt(id)).toMatchObject({
      delivered: true,
      error: 'The mail server refused bob@example.com.',
    });
  });

  test('that a mail server refuses is sent again, as the same message', async () => {
    let refused = 0;
    const { app, project, id, received } = await aDigest({
      onMailFrom: (_, __, done) => done(refused++ === 0 ? refusal(451) : undefined),
    });
    await eventsOf(db, project, 1);
    await deliverUntil(app, async () => (await find(id)).state === 'failing');
    const failed = await lastAttempt(id);
    await letPausePass(id);
    await deliverUntil(app, () => received.length === 1);

    expect(failed).toMatchObject({
      delivered: false,
      error: 'The mail server responded with 451.',
    });
    expect(received[0]?.messageId).toMatch(/^<msg_[0-9a-f]{32}_\d+@pennon>$/);
    expect(await find(id)).toMatchObject({ state: 'active' });
  });

  test('can be tested and replayed', async () => {
    const { app, project, id, received } = await aDigest();
    await eventsOf(db, project, 3);
    await deliverUntil(app, () => received.length === 1);
    const { id: deliveryId } = await lastAttempt(id);
    const headers = { authorization: admin.token };
    const url = `/api/admin/integrations/${id}`;

    const sent = await app.inject({ method: 'POST', url: `${url}/test`, headers });
    const again = await app.inject({
      method: 'POST',
      url: `${url}/deliveries/${deliveryId}/replay`,
      headers,
    });

    expect([sent.json(), again.json()]).toMatchObject([{ delivered: true }, { delivered: true }]);
    expect(received.map(({ subject }) => subject)).toEqual([
      '3 changes in Pennon',
      'A change in Pennon',
      '3 changes in Pennon',
    ]);
  });
});

describe('without a mail server', () => {
  const input = { name: 'Digest', kind: 'email', parameters: { recipients } };

  test('the kind is not listed and cannot be created', async () => {
    const { body } = await get('/api/admin/integrations');
    const addons = await get('/api/admin/addons');
    const created = await post('/api/admin/integrations', input);

    expect(body.kinds.map(({ name }: { name: string }) => name)).not.toContain('email');
    expect(JSON.stringify(addons.body.providers)).not.toContain('"email"');
    expect(created).toMatchObject({
      status: 409,
      body: { message: 'E-mail is not configured: set EMAIL_HOST.' },
    });
  });

  test('an integration that exists fails with the reason', async () => {
    const { id } = await anIntegration(db, { kind: 'email', parameters: { recipients } });

    const { body } = await post(`/api/admin/integrations/${id}/test`);

    expect(body).toMatchObject({
      delivered: false,
      error: 'E-mail is not configured: set EMAIL_HOST.',
    });
  });

  test('with one, the kind is listed and can be created', async () => {
    const server = await withConfig(settingsFor(await aMailServer()));

    const { body } = await server.get('/api/admin/integrations');
    const created = await server.post('/api/admin/integrations', input);

    expect(body.kinds.map(({ name }: { name: string }) => name)).toContain('email');
    expect(created).toMatchObject({ status: 201, body: { signingSecret: null } });
  });
});

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode });
