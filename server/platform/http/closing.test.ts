import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { registerClosing } from './closing.ts';

test('a connection on which nothing was sent is closed when the server stops', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  app.decorate('settings', readConfig({ SHUTDOWN_GRACE_MS: '40' }));
  registerClosing(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(app.server, 'connection');
  const client = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = once(client, 'close');
  await accepted;

  await app.close();

  expect(await closed).toEqual([false]);
  // Without it, the connection stays open for a minute.
}, 30_000);
