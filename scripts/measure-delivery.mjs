import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';

/**
 * Measures the SDK routes: node scripts/measure-delivery.mjs <url of an empty PostgreSQL database>.
 * Seeds FLAGS (10,000) flags, starts a server and a bare Fastify server, opens STREAMS (1,000) streams,
 * and prints the results for docs/performance.md. FILLED=1 reuses the database of an earlier run.
 */

const self = fileURLToPath(import.meta.url);
const binary = fileURLToPath(new URL('../bin/pennon.mjs', import.meta.url));
const [databaseUrl] = process.argv.slice(2);
const { FLAGS = '10000', STREAMS = '1000', ROUNDS = '5', SECONDS = '3' } = process.env;
const adminToken = '*:*.measure';
const clientToken = '*:development.measure';
const spec = { 'unleash-client-spec': '5.2.0' };
const gzip = { 'accept-encoding': 'gzip' };
const children = [];

const median = (all) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)];
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
const figures = (all) =>
  `median ${median(all).toFixed(1)} ms, max ${Math.max(...all).toFixed(1)} ms of ${all.length}`;

const requestOf = (path, headers) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );

const rssMb = ({ pid }) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

if (databaseUrl === '--bare') await serveBare();
else if (databaseUrl === '--streams') await openStreams(JSON.parse(process.argv[3]));
else {
  try {
    await measure();
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  process.exit(0);
}

async function measure() {
  if (!databaseUrl)
    throw new Error(
      'Usage: node scripts/measure-delivery.mjs <url of an empty PostgreSQL database>',
    );
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  await run(['migrate'], env);
  if (!process.env.FILLED)
    await run(['seed', '--flags', FLAGS, '--events', String(Number(FLAGS) * 6)], env);
  const server = await startServer(env);
  const bare = await startBare();
  const first = await fetchFeatures(server);
  console.log(`flags: ${FLAGS}; response ${kb(first.plain)} uncompressed, ${kb(first.bytes)} gzip`);
  await measureUnchanged(server, bare, first.etag);
  await measureRecompute(server);
  if (Number(STREAMS) > 0) await measureStreams(server);
}

/** Alternates with an empty route, so that other load on the machine affects both. */
async function measureUnchanged(server, bare, etag) {
  const headers = { authorization: clientToken, 'if-none-match': etag, ...spec };
  const targets = {
    'bare Fastify route': [bare, requestOf('/', {}), 304],
    '304 to an SDK': [server, requestOf('/api/client/features', headers), 304],
    'full response, gzip': [
      server,
      requestOf('/api/client/features', { ...headers, 'if-none-match': '', ...gzip }),
      200,
    ],
  };
  const rates = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  for (const target of Object.values(targets)) await load(...target, 1);
  for (let round = 0; round < Number(ROUNDS); round++) {
    for (const [name, target] of Object.entries(targets)) {
      rates[name].push(await load(...target, Number(SECONDS)));
    }
  }
  for (const [name, all] of Object.entries(rates)) {
    console.log(`${name}: ${Math.round(median(all))} req/s (${all.map(Math.round).join(', ')})`);
  }
  const share = median(rates['304 to an SDK']) / median(rates['bare Fastify route']);
  console.log(`304 relative to the bare route: ${(100 * share).toFixed(0)}%`);
}

/** The first request after a change recomputes the response; /health is polled meanwhile. */
async function measureRecompute(server) {
  const times = { uncached: [], cached: [], lag: [], health: [] };
  const measured = new AbortController();
  const pinging = (async () => {
    while (!measured.signal.aborted) {
      const start = performance.now();
      await (await fetch(`${server.url}/health`)).text();
      times.health.push(performance.now() - start);
      await delay(2);
    }
  })();
  for (let round = 0; round < 21; round++) {
    await change(server, round);
    await delay(300);
    await lagMs(server);
    times.uncached.push(await timeZipped(server));
    times.lag.push(await lagMs(server));
    times.cached.push(await timeZipped(server));
  }
  measured.abort();
  await pinging;
  console.log(`first response after a change, gzip: ${figures(times.uncached)}`);
  console.log(`cached response: ${figures(times.cached)}`);
  console.log(`maximum event-loop delay while it was computed: ${figures(times.lag)}`);
  console.log(`/health meanwhile: ${figures(times.health)}`);
}

async function measureStreams(server) {
  const clients = spawnSelf('--streams', JSON.stringify({ port: server.port, count: STREAMS }));
  const messages = [];
  let wake = () => {};
  clients.on('message', (message) => {
    messages.push(message);
    wake();
  });
  const next = async (kind) => {
    while (!messages.some((message) => message.kind === kind)) {
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
    const at = messages.findIndex((message) => message.kind === kind);
    return messages.splice(at, 1)[0];
  };
  const { ms, bytes } = await next('hydrated');
  console.log(
    `${STREAMS} streams: all hydrated after ${(ms / 1000).toFixed(1)} s ` +
      `(${(bytes / 1e6).toFixed(0)} MB); server memory ${rssMb(server)} MB`,
  );
  const [last, cpu] = [[], cpuSeconds(server)];
  for (let round = 0; round < 20; round++) {
    clients.send('expect');
    await next('ready');
    const start = Date.now();
    await change(server, round);
    const { at } = await next('all');
    last.push(at - start);
    await delay(200);
  }
  const used = cpuSeconds(server) - cpu;
  console.log(
    `a change, from the request until the last of ${STREAMS} streams has it: ${figures(last)}`,
  );
  console.log(
    `server: ${(1000 * (used / 20)).toFixed(0)} ms CPU time per change, ` +
      `memory ${rssMb(server)} MB`,
  );
}

async function change(server, round) {
  const search = `${server.url}/api/admin/search/features?limit=1&offset=${1000 + round}`;
  const headers = { authorization: adminToken };
  const { features } = await (await fetch(search, { headers })).json();
  const [{ name, project, environments }] = features;
  const { enabled } = environments.find((it) => it.name === 'development');
  const path = `/api/admin/projects/${project}/features/${name}/environments/development`;
  const url = `${server.url}${path}/${enabled ? 'off' : 'on'}`;
  const { status } = await fetch(url, { method: 'POST', headers });
  if (status >= 300) throw new Error(`the change failed with status ${status}`);
}

async function fetchFeatures({ url }) {
  const response = await fetch(`${url}/api/client/features`, {
    headers: { authorization: clientToken, ...spec, ...gzip },
  });
  const plain = (await response.arrayBuffer()).byteLength;
  return {
    plain,
    bytes: Number(response.headers.get('content-length')),
    etag: response.headers.get('etag'),
  };
}

/** Without decompressing, which is the work of the SDK. */
function timeZipped({ url }) {
  const headers = { authorization: clientToken, ...spec, ...gzip };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}/api/client/features`, { headers }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - start));
    });
    request.on('error', reject);
  });
}

/** The maximum delay since the previous scrape, from the server's metrics. */
async function lagMs({ url }) {
  const text = await (await fetch(`${url}/internal-backstage/prometheus`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
}

/** A closed loop over 8 plain sockets; returns requests per second. */
async function load({ port }, request, status, seconds) {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  const counts = await Promise.all(Array.from({ length: 8 }, () => sendUntil(end)));
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000);

  async function sendUntil(until) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const expected = Buffer.from(`HTTP/1.1 ${status} `);
    let [count, left, head] = [0, 0, undefined];
    await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        let body = chunk;
        if (left === 0) {
          const all = head ? Buffer.concat([head, chunk]) : chunk;
          const headEnd = all.indexOf('\r\n\r\n');
          if (headEnd < 0) {
            head = all;
            return;
          }
          head = undefined;
          if (!all.subarray(0, expected.length).equals(expected)) {
            return reject(new Error(all.toString('latin1', 0, 300)));
          }
          const length = /content-length: (\d+)/i.exec(all.toString('latin1', 0, headEnd))?.[1];
          left = status === 304 ? 0 : Number(length ?? 0);
          body = all.subarray(headEnd + 4);
        }
        left -= body.length;
        if (left > 0) return;
        left = 0;
        count++;
        if (performance.now() >= until) resolve();
        else socket.write(request);
      });
      socket.write(request);
    });
    socket.destroy();
    return count;
  }
}

async function run(args, env) {
  const child = spawn(process.execPath, [binary, ...args], { env, stdio: ['ignore', 'ignore', 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pennon ${args[0]} exited with ${code}`);
}

async function startServer(env) {
  const child = spawn(process.execPath, [binary, 'start'], {
    env: {
      ...env,
      PORT: '0',
      HTTP_HOST: '127.0.0.1',
      INIT_ADMIN_API_TOKENS: adminToken,
      INIT_CLIENT_API_TOKENS: clientToken,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  let text = '';
  for await (const chunk of child.stderr) {
    text += chunk;
    const port = Number(/listens on http:\/\/localhost:(\d+)/.exec(text)?.[1]);
    if (port) return { port, url: `http://127.0.0.1:${port}`, pid: child.pid };
  }
  throw new Error(`the server did not start: ${text}`);
}

function spawnSelf(...args) {
  const child = spawn(process.execPath, [self, ...args], { stdio: ['ignore', 1, 2, 'ipc'] });
  children.push(child);
  return child;
}

async function startBare() {
  const [port] = await once(spawnSelf('--bare'), 'message');
  return { port };
}

async function serveBare() {
  const app = fastify();
  app.get('/', (_, reply) => reply.code(304).header('etag', '"1"').send());
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send(app.server.address().port);
}

/** Simulates SDKs: each reads its stream and counts the changes. */
async function openStreams({ port, count }) {
  const request = requestOf('/api/client/streaming', { authorization: clientToken, ...spec });
  const [start, total] = [Date.now(), Number(count)];
  let [hydrated, bytes, updated] = [0, 0, 0];
  for (let client = 0; client < total; client++) {
    const socket = connect({ port, host: '127.0.0.1' });
    let [tail, complete] = ['', false];
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      // An event ends with an empty line, which is also the end of the HTTP chunk.
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 9))).slice(-9);
      if (!complete) {
        complete = tail.includes('\n\n');
        if (complete && ++hydrated === total) {
          process.send({ kind: 'hydrated', ms: Date.now() - start, bytes });
        }
      } else if (chunk.includes('event: unleash-updated') && ++updated === total) {
        process.send({ kind: 'all', at: Date.now() });
      }
    });
    socket.on('close', () => console.error('a stream was closed'));
    socket.write(request);
    if (client % 20 === 19) await delay(1);
  }
  process.on('message', () => {
    updated = 0;
    process.send({ kind: 'ready' });
  });
}

function cpuSeconds({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
