import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import { callsTo } from '../../testing/edge.ts';
import { startPennon } from '../../testing/process.ts';
import { readStream } from '../../testing/stream.ts';

test('pennon edge serves a file, and ends its streams when it stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-edge-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'flags.json');
  const flag = { name: 'a', project: 'default', enabled: true, strategies: [{ name: 'default' }] };
  await writeFile(file, JSON.stringify({ version: 2, features: [flag] }));
  const token = '*:development.secret';
  const env = { BOOTSTRAP_FILE: file, TOKENS: token };

  const edge = await startPennon(env, undefined, 'edge');

  const { get } = callsTo(edge.url);
  expect((await get('/api/client/features', token)).body.features).toMatchObject([{ name: 'a' }]);
  for (const path of ['/health', '/ready', '/internal-backstage/health']) {
    expect(await get(path, '')).toMatchObject({ status: 200, body: { health: 'GOOD' } });
  }
  expect((await get('/internal-backstage/info', '')).body).toMatchObject({
    app: 'pennon-edge',
    upstream: null,
    ready: true,
    tokens: 1,
    scopes: [{ environment: 'development', projects: ['*'], flags: 1 }],
  });
  const metrics = (await fetch(`${edge.url}/internal-backstage/metrics`)).text();
  expect(await metrics).toContain('pennon_edge_upstream_up');
  const stream = await readStream(`${edge.url}/api/client/streaming`, { authorization: token });
  await stream.until(({ received }) => received.length > 0);
  expect(await edge.stop('SIGTERM')).toBe(0);
  await stream.ended;
});
