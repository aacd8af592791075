import { randomInt } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDb } from '../../platform/db/connect.ts';
import { testKey, until } from '../../testing/integrations.ts';
import { emptyInstallation, type Running, send, startPennon } from '../../testing/process.ts';
import { aReceiver } from '../../testing/receiver.ts';
import { caseCount } from '../../testing/scale.ts';

const kills = caseCount({ short: 2, full: 20 });
const project = 'web';

test(`${kills} kills of one of three processes lose no event and change no order`, async () => {
  const env = {
    ...(await emptyInstallation()),
    ENCRYPTION_KEY: testKey.toString('base64'),
    INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1',
    INTEGRATIONS_TIMEOUT_MS: '1000',
  };
  const { url, received } = await aReceiver((response) =>
    setTimeout(() => response.end(), randomInt(5)),
  );
  const servers = await Promise.all([startPennon(env), startPennon(env), startPennon(env)]);
  await post(servers[0], '/api/admin/projects', { id: project, name: project });
  const signingSecret = await createWebhook(servers[0] as Running, url);
  const ids = () => received.map(({ body }) => JSON.parse(body).id as number);

  let flags = 0;
  for (let kill = 0; kill < kills; kill++) {
    const killAt = received.length + randomInt(5, 30);
    const victim = randomInt(servers.length);
    const survivor = servers[(victim + 1) % servers.length];
    const writing = writeUntil(
      survivor,
      () => received.length >= killAt,
      () => flags++,
    );
    await until(() => received.length >= killAt);
    await servers[victim]?.stop('SIGKILL');
    await writing;
    servers[victim] = await startPennon(env);
  }

  const opened = await openDb(readConfig(env));
  const recorded = await opened.db
    .selectFrom('events')
    .select('id')
    .where('project', '=', project)
    .where('type', '=', 'feature-created')
    .orderBy('id')
    .execute();
  await opened.close();
  const expected = recorded.map(({ id }) => id);
  await until(() => ids().includes(expected.at(-1) ?? 0));

  expect(flags).toBeGreaterThan(0);
  expect([...new Set(ids())]).toEqual(expected);
  const messages = new Map(received.map(({ body, headers }) => [JSON.parse(body).id, headers]));
  for (const { body, headers } of received) {
    expect(new Webhook(signingSecret).verify(body, headers)).toBeDefined();
    expect(headers['webhook-id']).toBe(messages.get(JSON.parse(body).id)?.['webhook-id']);
  }
  await Promise.all(servers.map((server) => server.stop('SIGTERM')));
}, 900_000);

async function createWebhook(server: Running, url: string): Promise<string> {
  const created = await post(server, '/api/admin/integrations', {
    name: 'hook',
    kind: 'webhook',
    parameters: { url },
    filter: { project: `IS:${project}`, type: 'IS:feature-created' },
  });
  return (created.body as { signingSecret: string }).signingSecret;
}

async function writeUntil(server: Running | undefined, done: () => boolean, count: () => number) {
  while (!done()) {
    const name = `flag-${count()}`;
    await post(server, `/api/admin/projects/${project}/features`, { name, type: 'release' });
  }
}

async function post(server: Running | undefined, path: string, body: object) {
  if (!server) throw new Error('no server');
  const response = await send(server, 'POST', path, body);
  if (response?.status !== 201) throw new Error(`${path}: ${JSON.stringify(response)}`);
  return response;
}
