import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openDb } from './platform/db/connect.ts';
import type { Db } from './platform/db/open.ts';
import {
  emptyInstallation,
  pennon,
  type Running,
  send,
  startPennon,
  unmigratedInstallation,
} from './testing/process.ts';
import { caseCount } from './testing/scale.ts';

describe('several processes on one PostgreSQL', () => {
  test('three concurrent starts migrate an empty database once', async () => {
    const env = await unmigratedInstallation();

    const servers = await Promise.all([startPennon(env), startPennon(env), startPennon(env)]);

    for (const server of servers) {
      expect(await send(server, 'GET', '/ready')).toEqual({
        status: 200,
        body: { health: 'GOOD' },
      });
    }
    expect(servers.filter((server) => server.banner().includes('password'))).toHaveLength(1);
    expect(await pennon(['migrate', '--check'], env)).toMatchObject({ code: 0 });
    expect(await queryIn(env, countUsers)).toBe(1);
    expect(await Promise.all(servers.map((server) => server.stop('SIGTERM')))).toEqual([0, 0, 0]);
  });

  test('a polling reader gets the events of 8 writers on 2 processes once each, in order', async () => {
    const env = await emptyInstallation();
    const servers = await Promise.all([startPennon(env), startPennon(env)]);
    const opened = await openDb(readConfig(env));
    const writes = caseCount({ short: 400, full: 2000 });
    const writers = 8;
    const state = { writing: true };

    const reading = pollEvents(opened.db, state);
    await Promise.all(
      Array.from({ length: writers }, (_, writer) =>
        write(servers[writer % 2] as Running, writer, writes / writers),
      ),
    );
    state.writing = false;
    const seen = await reading;

    const { ids, projects } = await allCreations(opened.db);
    expect(seen.ids).toEqual(ids);
    expect(seen.projects).toEqual(projects);
    expect(new Set(projects).size).toBe(writes);
    await opened.close();
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  }, 600_000);

  test('a server older than the schema refuses to start', async () => {
    const env = await emptyInstallation();
    await pennon(['migrate'], env);
    await queryIn(env, (db) =>
      db
        .insertInto('migrations')
        .values({ name: '9999_from_the_future.sql', checksum: '' })
        .execute(),
    );

    const { code, stderr } = await pennon(['start'], env);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database was migrated by a newer Pennon .*9999_from_the_future/);
  });
});

describe('when PostgreSQL becomes unavailable under load', () => {
  test('requests fail with 503 and succeed once it is available again, without a restart', async () => {
    const env = await emptyInstallation();
    const proxy = await aProxyTo(new URL(String(env.DATABASE_URL)));
    const server = await startPennon({
      ...env,
      DATABASE_URL: proxy.url,
      DATABASE_CONNECT_TIMEOUT_MS: '2000',
    });
    const load = { running: true };
    const statuses = keepRequesting(server, load);

    await proxy.cut();
    const away = await send(server, 'GET', '/api/admin/projects');
    const notReady = await send(server, 'GET', '/ready');
    const alive = await send(server, 'GET', '/health');
    await proxy.restore();
    const back = await send(server, 'GET', '/api/admin/projects');
    const ready = await send(server, 'GET', '/ready');
    load.running = false;

    expect(away).toMatchObject({ status: 503, body: { name: 'UnavailableError' } });
    expect(notReady).toEqual({ status: 503, body: { health: 'BAD' } });
    expect(alive).toEqual({ status: 200, body: { health: 'GOOD' } });
    expect(back).toMatchObject({ status: 200 });
    expect(ready).toMatchObject({ status: 200 });
    expect(new Set(await statuses)).toEqual(new Set([200, 503]));
    await server.stop('SIGTERM');
    await proxy.close();
  });
});

async function queryIn<T>(env: Record<string, string>, work: (db: Db) => Promise<T>): Promise<T> {
  const opened = await openDb(readConfig(env));
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
}

async function countUsers(db: Db): Promise<number> {
  return (await db.selectFrom('users').select('id').execute()).length;
}

async function write(server: Running, writer: number, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const id = `w${writer}-${number}`;
    const response = await send(server, 'POST', '/api/admin/projects', { id, name: id });
    expect(response).toMatchObject({ status: 201 });
  }
}

type Seen = { ids: number[]; projects: (string | null)[] };

/** Polls for events after the last id it read, as an outbox reader would. */
async function pollEvents(db: Db, state: { writing: boolean }): Promise<Seen> {
  const seen: Seen = { ids: [], projects: [] };
  for (let last = 0; ; ) {
    const stillWriting = state.writing;
    const rows = await creationsAfter(db, last);
    for (const { id, project } of rows) {
      seen.ids.push(id);
      seen.projects.push(project);
    }
    last = rows.at(-1)?.id ?? last;
    if (!stillWriting && rows.length === 0) return seen;
  }
}

async function allCreations(db: Db): Promise<Seen> {
  const rows = await creationsAfter(db, 0);
  return { ids: rows.map(({ id }) => id), projects: rows.map(({ project }) => project) };
}

function creationsAfter(db: Db, id: number) {
  return db
    .selectFrom('events')
    .select(['id', 'project'])
    .where('id', '>', id)
    .where('type', '=', 'project-created')
    .orderBy('id')
    .execute();
}

async function keepRequesting(server: Running, load: { running: boolean }): Promise<number[]> {
  const statuses: number[] = [];
  while (load.running) {
    const response = await send(server, 'GET', '/api/admin/projects');
    if (response) statuses.push(response.status);
  }
  return statuses;
}

/** A proxy to the database whose connections can be closed, as by a restart. */
async function aProxyTo(target: URL) {
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((incoming) => {
    const outgoing = net.connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await listen(proxy, 0);
  const { port } = proxy.address() as net.AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  const cut = () => {
    const closed = new Promise<void>((resolve) => proxy.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  return { url: url.href, cut, restore: () => listen(proxy, port), close: cut };
}

const listen = (server: net.Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
