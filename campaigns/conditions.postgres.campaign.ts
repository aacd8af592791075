import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../server/testing/cleanup.ts';
import { runOnServer } from '../server/testing/database.ts';
import {
  adminToken,
  emptyInstallation,
  type Running,
  send,
  startPennon,
} from '../server/testing/process.ts';
import { readStream } from '../server/testing/stream.ts';
import { megabytes, metricsOf } from './metrics.ts';
import { campaignSize, report } from './options.ts';
import {
  countAcknowledged,
  createWorkload,
  expectNothingLost,
  nothingAcknowledged,
  pause,
  startWriters,
  type Workload,
  withDb,
  writeFlag,
} from './workload.ts';

const slowClients = campaignSize(2000);
const clientToken = '*:development.conditions-campaign-secret';
const longMs = 3_600_000;

async function anInstallation(writers = 1) {
  const { DATABASE_URL: url = '' } = await emptyInstallation();
  const env = { DATABASE_URL: url, INIT_CLIENT_API_TOKENS: clientToken };
  return { env, url, workload: await createWorkload(env, writers) };
}

test(
  'the clock of the server jumps by an hour, both ways',
  async () => {
    const { env, workload } = await anInstallation();
    const preload = new URL('shifted-clock.mjs', import.meta.url);
    const server = await startPennon({ ...env, NODE_OPTIONS: `--import ${preload}` });
    const stream = await readStream(`${server.url}/api/client/streaming`, {
      authorization: clientToken,
    });
    const acknowledged = nothingAcknowledged();

    for (const { clock, schedules } of clocks) {
      if (clock !== 'true') process.kill(server.pid, 'SIGUSR2');
      for (let number = 1; number <= 20; number++) {
        const target = { flag: `${clock}-${number}`, writer: 0, schedules };
        await writeFlag(server, workload, target, acknowledged);
        expect(await reportUsage(server, target.flag)).toBe(202);
      }
      await stream.until(({ text }) => text().includes(`${clock}-20`));
      await untilAllApplied(env);
    }

    await expectNothingLost(env, acknowledged);
    expect(server.log()).toBe('');
    report({
      'clock jumps': clocks.length - 1,
      'acknowledged writes': countAcknowledged(acknowledged),
    });
  },
  longMs,
);

/** As in `shifted-clock.mjs`; a server whose clock is ahead refuses times that are past for it. */
const clocks = [
  { clock: 'true', schedules: true },
  { clock: 'ahead', schedules: false },
  { clock: 'behind', schedules: true },
  { clock: 'true-again', schedules: true },
];

const untilAllApplied = (env: Record<string, string>) =>
  vi.waitFor(
    () =>
      withDb(env, async (db) => {
        const requests = db.selectFrom('change_requests').select('id');
        expect(await requests.where('state', '=', 'Scheduled').execute()).toEqual([]);
      }),
    { timeout: longMs, interval: 1000 },
  );

const reportUsage = async (server: Running, flag: string) => {
  const now = Date.now();
  const bucket = { start: now - 1000, stop: now, toggles: { [flag]: { yes: 1, no: 0 } } };
  const body = { appName: 'clock', instanceId: 'one', bucket };
  return (await send({ ...server, token: clientToken }, 'POST', '/api/client/metrics', body))
    ?.status;
};

test(
  'statements time out after 100 ms',
  async () => {
    const { env, url, workload } = await anInstallation(8);
    const server = await startPennon({
      ...env,
      DATABASE_STATEMENT_TIMEOUT_MS: '100',
      DATABASE_POOL_MAX: '50',
    });
    // Holds a lock that creations wait for, now and then for longer than the limit.
    const blocker = new pg.Client({ connectionString: url });
    atEnd(() => blocker.end());
    await blocker.connect();
    const outcome = await writeWhile(server, workload, async () => {
      for (let round = 0; round < 50; round++) {
        await blocker.query('begin');
        await blocker.query('lock table flags in share mode');
        await pause(round % 2 === 0 ? 50 : 300);
        await blocker.query('rollback');
        await pause(200);
      }
    });

    expect(outcome.refused).toBeGreaterThan(0);
    expect(outcome.written).toBeGreaterThan(0);
    await expectNothingLost(env, outcome.acknowledged);
    report({
      'flags written with 100 ms statements': outcome.written,
      'refused with 503': outcome.refused,
    });
  },
  longMs,
);

test(
  'PostgreSQL has no connection left',
  async () => {
    const { env, url, workload } = await anInstallation(8);
    const { limit, drop } = await createRole('pennon_limited', url);
    const server = await startPennon({
      ...env,
      DATABASE_URL: url.replace('//postgres', '//pennon_limited'),
    });
    const outcome = await writeWhile(server, workload, async () => {
      for (let round = 0; round < 10; round++) {
        await limit(0);
        await pause(500);
        await limit(-1);
        await pause(500);
      }
    });

    expect(outcome.refused).toBeGreaterThan(0);
    expect(outcome.written).toBeGreaterThan(0);
    await vi.waitFor(
      async () => expect((await fetch(`${server.url}/ready`)).status).toBe(200),
      60_000,
    );
    await expectNothingLost(env, outcome.acknowledged);
    await server.stop('SIGTERM');
    await drop();
    report({
      'flags written without connections at times': outcome.written,
      'refused with 503': outcome.refused,
    });
  },
  longMs,
);

/** A role that is no superuser, because those may exceed a limit of connections. */
async function createRole(role: string, url: string) {
  await runOnServer(`create role ${role} login`);
  await runOnServer(`grant create on schema public to ${role}`, url);
  for (const kind of ['tables', 'sequences']) {
    await runOnServer(`grant all on all ${kind} in schema public to ${role}`, url);
  }
  return {
    /** Ends open connections, too. */
    limit: async (connections: number) => {
      await runOnServer(`alter role ${role} connection limit ${connections}`);
      await runOnServer(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
      );
    },
    drop: async () => {
      await runOnServer(`drop owned by ${role}`, url);
      await runOnServer(`drop role ${role}`);
    },
  };
}

test(
  `${slowClients} clients that send a byte a second`,
  async () => {
    const { env, workload } = await anInstallation();
    const server = await startPennon(env);
    const before = await metricsOf(server);
    const sockets = await Promise.all(
      Array.from({ length: slowClients }, () => aSlowClient(server)),
    );
    const latencies: number[] = [];
    const acknowledged = nothingAcknowledged();
    for (let number = 1; number <= 50; number++) {
      const start = performance.now();
      await writeFlag(server, workload, { flag: `beside-${number}`, writer: 0 }, acknowledged);
      latencies.push(performance.now() - start);
    }
    const during = await metricsOf(server);
    // The server ends requests that take too long.
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));

    report({
      'slow clients': slowClients,
      'RSS MB before': megabytes(before.get('process_resident_memory_bytes')),
      'RSS MB during': megabytes(during.get('process_resident_memory_bytes')),
      'slowest flag with all its writes ms': Math.round(Math.max(...latencies)),
    });
    expect(server.log()).toBe('');
  },
  longMs,
);

/** Half of them are slow within the headers, half within the body. */
async function aSlowClient({ url }: Running): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const headers = `POST /api/admin/projects HTTP/1.1\r\nHost: x\r\nAuthorization: ${adminToken}\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n';
  socket.write(headers + (Math.random() < 0.5 ? body : ''));
  const timer = setInterval(() => socket.write('x'), 1000);
  socket.once('close', () => clearInterval(timer));
  socket.resume();
  return socket;
}

/** Flags are written until the work is done; everything but success is 503. */
async function writeWhile(server: Running, workload: Workload, work: () => Promise<void>) {
  const writers = startWriters(() => server, workload);
  await work();
  await writers.stop();
  return { acknowledged: writers.acknowledged, ...writers.counts() };
}
