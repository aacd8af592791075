import { describe, expect, test } from 'vitest';
import { aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf } from '../../testing/events.ts';
import { anIntegration, deliverWith, dispatcherOf } from '../../testing/integrations.ts';
import { aReceiver } from '../../testing/receiver.ts';

const { app, db, get, post } = await testApp();

const only = (project: string) => ({ filter: { project: `IS:${project}` } });
const deliverUntil = (holds: () => boolean | Promise<boolean>) =>
  deliverWith(dispatcherOf(app, 20_000), holds);
const deliveriesOf = async (id: number) =>
  (await get(`/api/admin/integrations/${id}/deliveries`)).body.deliveries;

describe('requests of users', () => {
  test('a test is sent at once, whatever the filter, and is listed', async () => {
    const { url, received } = await aReceiver((response) => response.end('thanks'));
    const { id } = await anIntegration(db, { enabled: false, parameters: { url } });

    const { status, body } = await post(`/api/admin/integrations/${id}/test`);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { cause: 'test', delivered: true, response: 'thanks' },
    });
    expect(received[0]?.headers['webhook-id']).toMatch(/^test_/);
    expect(await deliveriesOf(id)).toEqual([body]);
    const replay = await post(`/api/admin/integrations/${id}/deliveries/${body.id}/replay`);
    expect(replay.status).toBe(409);
  });

  test('a forbidden address is refused', async () => {
    const parameters = { url: 'http://169.254.169.254/latest/meta-data' };
    const { id } = await anIntegration(db, { enabled: false, parameters });

    const { body } = await post(`/api/admin/integrations/${id}/test`);

    expect(body).toMatchObject({ delivered: false, status: null, response: '' });
    expect(body.error).toBe('The host "169.254.169.254" has an address that is not allowed.');
  });

  test('a replay sends the same message again', async () => {
    const project = await aProject(db);
    const { url, received } = await aReceiver();
    const { id } = await anIntegration(db, { parameters: { url }, ...only(project) });
    await eventsOf(db, project, 1);
    await deliverUntil(() => received.length === 1);
    const [delivery] = await deliveriesOf(id);

    const replay = await post(`/api/admin/integrations/${id}/deliveries/${delivery.id}/replay`);

    expect(replay.body).toMatchObject({ cause: 'replay', delivered: true });
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  });

  test('the attempts of another integration cannot be replayed', async () => {
    const { id } = await anIntegration(db, { enabled: false });
    const other = await anIntegration(db, { enabled: false });
    const { body } = await post(`/api/admin/integrations/${id}/test`);

    const path = `/api/admin/integrations/${other.id}/deliveries/${body.id}/replay`;
    expect(await post(path)).toMatchObject({ status: 404 });
  });
});

test('metrics count deliveries, the events behind and what is parked', async () => {
  const project = await aProject(db);
  const { url } = await aReceiver();
  await anIntegration(db, { kind: 'ndjson', parameters: { url }, ...only(project) });
  await eventsOf(db, project, 1);
  const { id } = await anIntegration(db, { enabled: false });
  const parked_at = '2026-01-01T00:00:00.000Z';
  await db.updateTable('integrations').set({ parked_at }).where('id', '=', id).execute();

  const { body } = await get('/internal-backstage/prometheus');

  expect(body).toMatch(
    /pennon_integration_deliveries_total\{kind="webhook",result="delivered"\} \d/,
  );
  expect(body).toMatch(/pennon_integration_lag_events\{kind="ndjson"\} [1-9]/);
  expect(body).toMatch(/pennon_integrations_parked\{kind="webhook"\} 1/);
});
