import pg from 'pg';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { emptyInstallation, type Running, send, startPennon } from '../../testing/process.ts';

const clientToken = '*:development.client-secret';
const env: Record<string, string> = {
  ...(await emptyInstallation()),
  INIT_CLIENT_API_TOKENS: clientToken,
};
const [one, other] = [await startPennon(env), await startPennon(env)] as [Running, Running];
const database = new pg.Client({ connectionString: String(env.DATABASE_URL) });
await database.connect();
afterAll(async () => {
  await database.end();
  await Promise.all([one.stop('SIGTERM'), other.stop('SIGTERM')]);
});

const features = '/api/admin/projects/default/features';

test('a stream misses none of 200 changes on another process when its connections are cut', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `flag-${index}`);
  for (const name of [...names, 'archived']) await send(one, 'POST', features, { name });
  const client = await aStreamingClient();
  await eventually(() => expect(stateOf(client)).toHaveLength(11));

  for (let change = 0; change < 200; change++) {
    const name = names[(change * 7) % 10] ?? '';
    const act = Math.floor(change / 10 + change / 3) % 2 === 0 ? 'on' : 'off';
    await untilDone('POST', `${features}/${name}/environments/development/${act}`);
    if (change % 40 === 20) await cutConnections();
    if (change === 100) await untilDone('DELETE', `${features}/archived`);
  }

  const last = await responseOf(one);
  await eventually(() => expect(stateOf(client)).toEqual(last));
  expect(last).toHaveLength(names.length);
  expect(await responseOf(other)).toEqual(last);
  client.destroy();
});

test('a token deleted on one process is refused by the other, also on a stream', async () => {
  const created = await send(one, 'POST', '/api/admin/api-tokens', {
    tokenName: 'short-lived',
    type: 'client',
    environment: 'development',
  });
  const { secret } = (created?.body ?? {}) as { secret: string };
  const request = (path: string) =>
    fetch(`${other.url}/api/client/${path}`, { headers: { authorization: secret } });
  const etag = (await request('features')).headers.get('etag') ?? '';
  const stream = await request('streaming');
  const ended = stream.text();

  await send(one, 'DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`);

  await eventually(async () => {
    const headers = { authorization: secret, 'if-none-match': etag };
    expect((await fetch(`${other.url}/api/client/features`, { headers })).status).toBe(401);
  });
  expect(await ended).toContain('unleash-connected');
});

type ServedFlag = { name: string; enabled: boolean };

async function aStreamingClient(): Promise<Unleash> {
  const client = new Unleash({
    url: `${other.url}/api`,
    appName: 'follower',
    customHeaders: { Authorization: clientToken },
    disableMetrics: true,
    skipInstanceCountWarning: true,
    experimentalMode: { type: 'streaming' },
    storageProvider: new InMemStorageProvider(),
  });
  client.on('error', () => {});
  await new Promise<void>((resolve) => client.once('ready', resolve));
  return client;
}

const stateOf = (client: Unleash) => client.getFeatureToggleDefinitions().map(plain).sort(byName);

async function responseOf(server: Running): Promise<ServedFlag[]> {
  const response = await fetch(`${server.url}/api/client/features`, {
    headers: { authorization: clientToken, 'unleash-client-spec': '5.2.0' },
  });
  const { features: served } = (await response.json()) as { features: ServedFlag[] };
  return served.map(plain).sort(byName);
}

const plain = (flag: ServedFlag): ServedFlag => ({ ...flag });
const byName = (a: ServedFlag, b: ServedFlag) => (a.name < b.name ? -1 : 1);

/** A call on a closed connection gets 5xx, and is repeated. */
const untilDone = (method: string, path: string) =>
  eventually(async () => expect((await send(one, method, path))?.status).toBeLessThan(300));

/** Listening and pooled connections, of both processes. */
async function cutConnections(): Promise<void> {
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'pennon%' and state = 'idle'`,
  );
}
