import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';

/**
 * Measures what SDKs get: node scripts/measure-delivery.mjs <url of an empty PostgreSQL database>.
 * Fills it with FLAGS (10,000) flags, starts a server and a bare Fastify beside it, and prints the
 * figures of docs/performance.md; STREAMS (1,000) SDKs stream. Everything is stopped in the end.
 * FILLED=1 takes the database as an earlier run left it.
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
  `median ${median(all).toFixed(1)} ms, most ${Math.max(...all).toFixed(1)} ms of ${all.length}`;

const requestOf = (path, headers) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );

const rssMb = ({ pid }) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

if (databaseUrl === '--bare') await serveBare();
else if (databaseUrl === '--streams') await holdStreams(JSON.parse(process.argv[3]));
else {
  try {
    await measure();
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  process.exit(0);
}

async function measure() {
  if (!databaseUrl) throw new Error('say the url of an empty PostgreSQL database');
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  await run(['migrate'], env);
  if (!process.env.FILLED)
    await run(['seed', '--flags', FLAGS, '--events', String(Number(FLAGS) * 6)], env);
  const server = await startServer(env);
  const bare = await startBare();
  const first = await fetchFeatures(server);
  console.log(`flags: ${FLAGS}; response ${kb(first.plain)} plain, ${kb(first.bytes)} gzip`);
  await measureUnchanged(server, bare, first.etag);
  await measureRebuild(server);
  if (Number(STREAMS) > 0) await measureStreams(server);
}

/** 304 beside a route that does nothing, in turn, so that both meet the same machine. */
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
  console.log(`304 of the bare route: ${(100 * share).toFixed(0)} %`);
}

/** The first request after a change recomputes the response; /health is requested all the while. */
async function measureRebuild(server) {
  const times = { rebuild: [], again: [], lag: [], health: [] };
  const measured = new AbortController();
  const pinging = (async () => {
    while (!measured.signal.aborted) {
      const start = performance.now();
      await (await fetch(`${server.url}/health`)).text();
      times.health.push(performance.now() - start);
      await delay(2);
    }
  })();
  for (let turn = 0; turn < 21; turn++) {
    await change(server, turn);
    await delay(300);
    await lagMs(server);
    times.rebuild.push(await timeZipped(server));
    times.lag.push(await lagMs(server));
    times.again.push(await timeZipped(server));
  }
  measured.abort();
  await pinging;
  console.log(`first response after a change, gzip: ${figures(times.rebuild)}`);
  console.log(`the same from memory: ${figures(times.again)}`);
  console.log(`event-loop delay meanwhile (maximum): ${figures(times.lag)}`);
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
    `${STREAMS} streams: all had everything after ${(ms / 1000).toFixed(1)} s ` +
      `(${(bytes / 1e6).toFixed(0)} MB); server memory ${rssMb(server)} MB`,
  );
  const [last, cpu] = [[], cpuSeconds(server)];
  for (let turn = 0; turn < 20; turn++) {
    clients.send('expect');
    await next('ready');
    const start = Date.now();
    await change(server, turn);
    const { at } = await next('all');
    last.push(at - start);
    await delay(200);
  }
  const used = cpuSeconds(server) - cpu;
  console.log(`a change, from the call until the last of ${STREAMS} has it: ${figures(last)}`);
  console.log(
    `server: ${(1000 * (used / 20)).toFixed(0)} ms of the processor for each change, ` +
      `memory ${rssMb(server)} MB`,
  );
}

async function change(server, turn) {
  const search = `${server.url}/api/admin/search/features?limit=1&offset=${1000 + turn}`;
  const headers = { authorization: adminToken };
  const { features } = await (await fetch(search, { headers })).json();
  const [{ name, project, environments }] = features;
  const { enabled } = environments.find((it) => it.name === 'development');
  const path = `/api/admin/projects/${project}/features/${name}/environments/development`;
  const url = `${server.url}${path}/${enabled ? 'off' : 'on'}`;
  const { status } = await fetch(url, { method: 'POST', headers });
  if (status >= 300) throw new Error(`the change returned ${status}`);
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

/** Until the last byte has come, which is left compressed: that is the SDK's work. */
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

/** The longest delay since the last reading, from the server's own metrics. */
async function lagMs({ url }) {
  const text = await (await fetch(`${url}/internal-backstage/prometheus`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
}

/** A closed loop over 8 plain sockets; every response must have the status. Requests a second. */
async function load({ port }, request, status, seconds) {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  const counts = await Promise.all(Array.from({ length: 8 }, () => askUntil(end)));
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000);

  async function askUntil(until) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const wanted = Buffer.from(`HTTP/1.1 ${status} `);
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
          if (!all.subarray(0, wanted.length).equals(wanted)) {
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

/** The SDKs, as far as the server can tell: each reads its stream and counts the changes. */
async function holdStreams({ port, count }) {
  const request = requestOf('/api/client/streaming', { authorization: clientToken, ...spec });
  const [start, total] = [Date.now(), Number(count)];
  let [hydrated, bytes, told] = [0, 0, 0];
  for (let client = 0; client < total; client++) {
    const socket = connect({ port, host: '127.0.0.1' });
    let [tail, whole] = ['', false];
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      // A block ends with an empty line; the chunk that carries it ends the HTTP chunk as well.
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 9))).slice(-9);
      if (!whole) {
        whole = tail.includes('\n\n');
        if (whole && ++hydrated === total) {
          process.send({ kind: 'hydrated', ms: Date.now() - start, bytes });
        }
      } else if (chunk.includes('event: unleash-updated') && ++told === total) {
        process.send({ kind: 'all', at: Date.now() });
      }
    });
    socket.on('close', () => console.error('a stream was closed'));
    socket.write(request);
    if (client % 20 === 19) await delay(1);
  }
  process.on('message', () => {
    told = 0;
    process.send({ kind: 'ready' });
  });
}

function cpuSeconds({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
