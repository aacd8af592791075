import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDb } from '../../platform/db/connect.ts';
import {
  adminToken,
  emptyInstallation,
  type Running,
  send,
  startPennon,
} from '../../testing/process.ts';
import { readStream } from '../../testing/stream.ts';

test('with 4 writers, 2 processes and 20 reconnects, every event is received once, in order', async () => {
  const env = await emptyInstallation();
  const servers = [await startPennon(env), await startPennon(env)];
  const [writers, each, kills] = [4, 100, 20];
  const total = writers * each;
  const writing = Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      write(servers[writer % servers.length] as Running, writer, each),
    ),
  );

  const seen: { id: number; event: Record<string, unknown> }[] = [];
  let lastId = '0';
  let killed = 0;
  while (seen.length < total) {
    const { url } = servers[killed % servers.length] as Running;
    const reader = await readStream(
      `${url}/api/admin/search/events/stream?type=IS:project-created`,
      { authorization: adminToken, 'last-event-id': lastId },
    );
    const left = total - seen.length;
    const wanted = killed < kills ? Math.min(left, 1 + ((killed * 7) % 19)) : left;
    await reader.until(({ received }) => received.length >= wanted);
    reader.kill();
    killed += 1;
    // No more than wanted, so that a burst does not end the test before all reconnects.
    const taken = reader.received.slice(0, wanted);
    seen.push(...taken);
    lastId = String(taken.at(-1)?.id);
  }
  await writing;

  const opened = await openDb(readConfig(env));
  const stored = await opened.db
    .selectFrom('events')
    .select(['id', 'project'])
    .where('type', '=', 'project-created')
    .orderBy('id')
    .execute();
  await opened.close();
  expect(killed).toBeGreaterThanOrEqual(kills);
  expect(seen.map(({ id, event }) => ({ id, project: event.project }))).toEqual(stored);
  expect(new Set(stored.map(({ project }) => project)).size).toBe(total);
  expect(await Promise.all(servers.map((server) => server.stop('SIGTERM')))).toEqual([0, 0]);
}, 600_000);

async function write(server: Running, writer: number, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const id = `w${writer}-${number}`;
    const response = await send(server, 'POST', '/api/admin/projects', { id, name: id });
    expect(response).toMatchObject({ status: 201 });
  }
}
