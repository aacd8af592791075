import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { aProject, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf } from '../../testing/events.ts';
import {
  anIntegration,
  deliverWith,
  dispatcherOf,
  refusingUrl,
  until,
} from '../../testing/integrations.ts';
import { aReceiver } from '../../testing/receiver.ts';
import { claimDue } from './queries.ts';

const { app, db, get, post, put, del, withConfig } = await testApp({
  integrationsTimeoutMs: 20_000,
});

const aDispatcher = (server = app) => dispatcherOf(server, server.settings.integrationsTimeoutMs);
const aServerWith = async (integrationsTimeoutMs: number) =>
  (await withConfig({ integrationsTimeoutMs, integrationsAllowedHosts: ['127.0.0.1'] })).app;
const deliverUntil = (holds: () => boolean | Promise<boolean>, dispatcher = aDispatcher()) =>
  deliverWith(dispatcher, holds);

const only = (project: string) => ({ filter: { project: `IS:${project}` } });

const find = async (id: number) => (await get(`/api/admin/integrations/${id}`)).body;
const deliveriesOf = async (id: number) =>
  (await get(`/api/admin/integrations/${id}/deliveries`)).body.deliveries;

/** What would have happened by then. */
const letPass = (id: number, columns: { failing_since?: string; next_attempt_at?: string }) =>
  db.updateTable('integrations').set(columns).where('id', '=', id).execute();

const longAgo = '2020-01-01T00:00:00.000Z';

describe('delivery', () => {
  test('each matching event is posted once, in order, as the API shows it, with a signature', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const { url, received } = await aReceiver();
    const { id, signingSecret } = await anIntegration(db, {
      parameters: { url },
      ...only(project),
    });
    const ids = await eventsOf(db, project, 3);
    await eventsOf(db, other, 2);

    await deliverUntil(async () => (await find(id)).position === (await lastEventId(db)));

    const shown = await get(`/api/admin/search/events?project=IS:${project}`);
    expect(received.map(({ body }) => JSON.parse(body))).toEqual(shown.body.events.reverse());
    const webhook = new Webhook(signingSecret ?? '');
    for (const { body, headers } of received) {
      expect(webhook.verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(received.map(({ headers }) => headers['webhook-id']?.split('_').at(-1))).toEqual(
      ids.map(String),
    );
    expect((await deliveriesOf(id))[0]).toMatchObject({
      cause: 'event',
      firstEventId: ids[2],
      delivered: true,
      status: 204,
      error: null,
    });
  });

  test('a replaced secret is valid for a day beside the new one', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver();
    const { id, signingSecret } = await anIntegration(db, {
      parameters: { url },
      ...only(project),
    });
    const rotated = await post(`/api/admin/integrations/${id}/rotate-secret`);

    await eventsOf(db, project, 1);
    await deliverUntil(() => received.length === 1);
    await sql`update integrations set previous_secret_until = now() - interval '1 s'`.execute(db);
    await eventsOf(db, project, 1);
    await deliverUntil(() => received.length === 2);

    const verify = (secret: string, index: number) =>
      new Webhook(secret).verify(received[index]?.body ?? '', received[index]?.headers ?? {});
    const former = signingSecret ?? '';
    expect(verify(former, 0)).toEqual(verify(rotated.body.signingSecret, 0));
    expect(verify(rotated.body.signingSecret, 1)).toBeDefined();
    expect(() => verify(former, 1)).toThrow('No matching signature');
  });

  test('a failure is retried with the same id, and later events wait for it', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver((response, _, index) =>
      response.writeHead(index === 0 ? 500 : 200).end(index === 0 ? 'not now' : 'ok'),
    );
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    const ids = await eventsOf(db, project, 2);

    await deliverUntil(async () => (await find(id)).state === 'failing');
    const failing = await find(id);
    await letPass(id, { next_attempt_at: longAgo });
    await deliverUntil(() => received.length === 3);

    expect(failing.failures).toBe(1);
    expect(failing.position).toBeLessThan(ids[0] ?? 0);
    expect(Date.parse(failing.nextAttemptAt)).toBeGreaterThan(Date.parse(failing.failingSince));
    const events = received.map(({ body }) => JSON.parse(body).id);
    expect(events).toEqual([ids[0], ids[0], ids[1]]);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
    expect(await find(id)).toMatchObject({ state: 'active', failures: 0, failingSince: null });
    expect((await deliveriesOf(id)).at(-1)).toMatchObject({
      delivered: false,
      status: 500,
      response: 'not now',
      error: 'The target returned status 500.',
    });
  });

  const cut = (response: ServerResponse) => response.socket?.destroy();
  const redirect = (response: ServerResponse) =>
    response.writeHead(302, { location: refusingUrl }).end();

  test.each([
    ['closes the connection', cut, /^No response: UND_ERR_SOCKET\.$/],
    ['redirects', redirect, /status 302; redirects are not followed/],
  ])('a target that %s is retried, and is not delivered', async (_, respond, error) => {
    const project = await aProject(db);
    const { url, received } = await aReceiver(respond);
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    await eventsOf(db, project, 1);

    await deliverUntil(async () => (await find(id)).failures === 1);

    expect(received).toHaveLength(1);
    expect((await deliveriesOf(id))[0]).toMatchObject({
      delivered: false,
      error: expect.stringMatching(error),
    });
  });

  test('no response in time is a failure', async () => {
    const project = await aProject(db);
    const { url } = await aReceiver(() => {});
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    await eventsOf(db, project, 1);
    const dispatcher = aDispatcher(await aServerWith(500));

    await deliverUntil(async () => (await find(id)).failures === 1, dispatcher);

    expect((await deliveriesOf(id))[0]).toMatchObject({
      delivered: false,
      error: 'No response in time.',
    });
  });

  test('a target that does not respond delays no other one', async () => {
    const project = await aProject(db);
    const waiting: ServerResponse[] = [];
    const slow = await aReceiver((response) => waiting.push(response));
    const fast = await aReceiver();
    const { id } = await anIntegration(db, { parameters: { url: slow.url }, ...only(project) });
    await anIntegration(db, { parameters: { url: fast.url }, ...only(project) });
    await eventsOf(db, project, 30);
    const dispatcher = aDispatcher(await aServerWith(60_000));

    await until(async () => {
      await dispatcher.start();
      return fast.received.length === 30 && waiting.length === 1;
    });

    expect(await find(id)).toMatchObject({ failures: 0 });
    const closed = dispatcher.close();
    for (const response of waiting) response.end();
    await closed;
  });

  test('Retry-After is honoured', async () => {
    const project = await aProject(db);
    const { url } = await aReceiver((response) =>
      response.writeHead(429, { 'retry-after': '600' }).end(),
    );
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    await eventsOf(db, project, 1);

    await deliverUntil(async () => (await find(id)).failures === 1);

    const { failingSince, nextAttemptAt } = await find(id);
    expect(Date.parse(nextAttemptAt) - Date.parse(failingSince)).toBeGreaterThanOrEqual(600_000);
  });

  test('after a day of failures it is parked, which is recorded, and a resume sends what is missing', async () => {
    const project = await aProject(db);
    const target = { status: 503 };
    const { url, received } = await aReceiver((response) =>
      response.writeHead(target.status).end(),
    );
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    const ids = await eventsOf(db, project, 2);
    await letPass(id, { failing_since: longAgo });
    const before = await lastEventId(db);

    await deliverUntil(async () => (await find(id)).state === 'parked');
    const recorded = await changesSince(db, before);
    await deliverUntil(async () => (await claimDue(db, { leaseMs: 1, limit: 100 })).length === 0);
    target.status = 200;
    const resumed = await post(`/api/admin/integrations/${id}/resume`, {});
    await deliverUntil(() => received.length === 3);

    expect(recorded).toEqual([
      expect.objectContaining({
        type: 'addon-config-parked',
        data: expect.objectContaining({ id, reason: 'The target returned status 503.' }),
      }),
    ]);
    expect(JSON.stringify(recorded)).not.toContain(url);
    expect(resumed.body).toMatchObject({ state: 'active', failures: 0 });
    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual([ids[0], ...ids]);
  });

  test('a stop keeps the failures so far, and releases the lease', async () => {
    const project = await aProject(db);
    const { id } = await anIntegration(db, only(project));
    await eventsOf(db, project, 1);
    await letPass(id, { failing_since: longAgo });
    const dispatcher = aDispatcher();

    const starting = dispatcher.start();
    const closed = dispatcher.close();
    await starting;
    await closed;
    await dispatcher.close();

    const { lease } = await db
      .selectFrom('integrations')
      .select('lease')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await find(id)).toMatchObject({ failingSince: longAgo, state: 'failing' });
    expect(lease).toBeNull();
    await del(`/api/admin/integrations/${id}`);
  });

  test('a target that is gone is parked at once', async () => {
    const project = await aProject(db);
    const { url } = await aReceiver((response) => response.writeHead(410).end());
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    await eventsOf(db, project, 1);

    await deliverUntil(async () => (await find(id)).state === 'parked');
  });

  test('from an event on: earlier events are sent again, with the same ids', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver();
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    const ids = await eventsOf(db, project, 3);
    await deliverUntil(() => received.length === 3);

    await post(`/api/admin/integrations/${id}/resume`, { from: ids[1] });
    await deliverUntil(() => received.length === 5);

    const messages = received.map(({ headers }) => headers['webhook-id']);
    expect(messages.slice(3)).toEqual(messages.slice(1, 3));
  });

  test('a change during a request keeps the new settings, and the event is sent again', async () => {
    const project = await aProject(db);
    const second = await aReceiver();
    let id = 0;
    const first = await aReceiver(async (response) => {
      const parameters = { url: second.url };
      await put(`/api/admin/integrations/${id}`, { name: 'x', parameters, ...only(project) });
      response.writeHead(200).end();
    });
    ({ id } = await anIntegration(db, { parameters: { url: first.url }, ...only(project) }));
    const ids = await eventsOf(db, project, 1);
    const dispatcher = aDispatcher();

    await dispatcher.start();
    await until(() => first.received.length === 1);
    await dispatcher.close();
    await deliverUntil(() => second.received.length === 1);

    expect(first.received).toHaveLength(1);
    expect(JSON.parse(second.received[0]?.body ?? '').id).toBe(ids[0]);
  });

  test('one that is deleted during a request is no failure', async () => {
    const project = await aProject(db);
    let id = 0;
    const { url, received } = await aReceiver(async (response) => {
      await del(`/api/admin/integrations/${id}`);
      response.writeHead(200).end();
    });
    ({ id } = await anIntegration(db, { parameters: { url }, ...only(project) }));
    await eventsOf(db, project, 1);

    await deliverUntil(() => received.length === 1);

    expect((await get(`/api/admin/integrations/${id}`)).status).toBe(404);
  });

  test('what is recorded while it is disabled is not sent later', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver();
    const parameters = { url };
    const { id, name } = await anIntegration(db, { enabled: false, parameters, ...only(project) });
    await eventsOf(db, project, 2);

    await put(`/api/admin/integrations/${id}`, { name, parameters, ...only(project) });
    const [later] = await eventsOf(db, project, 1);
    await deliverUntil(() => received.length > 0);

    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual([later]);
  });

  test('only one process has the lease, until it expires', async () => {
    const project = await aProject(db);
    const { id } = await anIntegration(db, only(project));
    await eventsOf(db, project, 1);
    const has = (leases: { id: number }[]) => leases.some((lease) => lease.id === id);

    const first = await claimDue(db, { leaseMs: 60_000, limit: 100 });
    const second = await claimDue(db, { leaseMs: 60_000, limit: 100 });
    await sql`update integrations set leased_until = now() - interval '1 s'`.execute(db);
    const third = await claimDue(db, { leaseMs: 1, limit: 100 });

    expect([has(first), has(second), has(third)]).toEqual([true, false, true]);
    await del(`/api/admin/integrations/${id}`);
  });

  test('the newest 200 attempts are stored', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver();
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    await eventsOf(db, project, 230);

    await deliverUntil(() => received.length === 230);

    const { body } = await get(`/api/admin/integrations/${id}/deliveries?limit=1000`);
    expect(body.deliveries).toHaveLength(200);
  });

  test('NDJSON sends many events in one request', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver();
    const kind = 'ndjson' as const;
    const { signingSecret } = await anIntegration(db, {
      kind,
      parameters: { url },
      ...only(project),
    });
    const ids = await eventsOf(db, project, 130);

    await deliverUntil(
      () =>
        received
          .map(({ body }) => body)
          .join('')
          .split('\n').length > 130,
    );

    expect(received.length).toBeLessThan(10);
    const lines = received.flatMap(({ body }) => body.trimEnd().split('\n'));
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids);
    const { body = '', headers = {} } = received[0] ?? {};
    new Webhook(signingSecret ?? '').verify(body, headers, { jsonParse: false });
  });
});
