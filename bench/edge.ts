import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cleanup, createCleanup } from './cleanup.ts';
import { startLimit } from './limit.ts';
import { requestBytes, runRound } from './load.ts';
import { freePort, startProcess, waitUntilHealthy } from './processes.ts';

/** Measures an edge process: node --import tsx bench/edge.ts. Prints a table. */

const root = fileURLToPath(new URL('..', import.meta.url));
const token = '*:development.bench-edge-secret';
const frontendToken = '*:development.bench-page-secret';

/** About 290 bytes each, as the flags of an installation. */
const flagOf = (index: number, revision: number) => ({
  ...{ name: `flag-${index}`, type: 'release', enabled: index % 3 > 0, project: 'default' },
  ...{ stale: false, variants: [], description: `Flag ${index} of ${revision}` },
  impressionData: false,
  strategies: [
    {
      ...{ name: 'flexibleRollout', constraints: [], variants: [] },
      parameters: { rollout: '50', stickiness: 'default', groupId: `flag-${index}` },
    },
  ],
});

/** An upstream that streams a change of one flag on demand. */
async function startUpstream(flags: number, cleanup: Cleanup) {
  const streams = new Set<ServerResponse>();
  let revision = 1;
  const all = Array.from({ length: flags }, (_, index) => flagOf(index, revision));
  const server = http.createServer((request, response) => {
    if (request.url === '/edge/validate') {
      const valid = [
        { token, type: 'client', projects: ['*'] },
        { token: frontendToken, type: 'frontend', projects: ['*'] },
      ];
      response.end(JSON.stringify({ tokens: valid }));
    } else if (request.url === '/api/client/streaming') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': connected\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else {
      response.end(JSON.stringify({ version: 2, features: all, meta: { revisionId: revision } }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isFollowed: () => streams.size > 0,
    change: () => {
      revision += 1;
      const event = { type: 'feature-updated', eventId: revision, feature: flagOf(0, revision) };
      const block = `event: unleash-updated\nid: ${revision}\ndata: ${JSON.stringify({ events: [event] })}\n\n`;
      for (const stream of streams) stream.write(block);
      return `of ${revision}"`;
    },
  };
}

async function startEdge(upstream: string, folder: string, cleanup: Cleanup) {
  const port = await freePort();
  const startedAt = performance.now();
  const started = startProcess(process.execPath, [join(root, 'bin/pennon.mjs'), 'edge'], {
    env: {
      ...{ UPSTREAM_URL: upstream, TOKENS: token, FRONTEND_TOKENS: frontendToken },
      ...{ PORT: String(port), HTTP_HOST: '127.0.0.1', LOG_LEVEL: 'error', NODE_ENV: 'production' },
      EDGE_CACHE_DIR: folder,
    },
  });
  cleanup.add(started.stop);
  await waitUntilHealthy(`http://127.0.0.1:${port}/ready`, started);
  const startMs = performance.now() - startedAt;
  const rssMb = () => {
    const status = readFileSync(`/proc/${started.child.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  };
  return { port, startMs, rssMb, stop: started.stop };
}

async function perSecond(
  port: number,
  request: Parameters<typeof requestBytes>[0],
  expect: number,
) {
  const bytes = requestBytes(request);
  const load = { port, connections: 8, next: () => bytes, expect };
  await runRound({ ...load, seconds: 1 });
  const { latenciesMs, seconds } = await runRound({ ...load, seconds: 3 });
  return Math.round(latenciesMs.length / seconds);
}

async function measureRates(cleanup: Cleanup, folder: string): Promise<void> {
  const upstream = await startUpstream(350, cleanup);
  const edge = await startEdge(upstream.url, folder, cleanup);
  const headers = { authorization: token, 'unleash-client-spec': '5.2.0' };
  const url = `http://127.0.0.1:${edge.port}/api/client/features`;
  const response = await fetch(url, { headers });
  const body = await response.text();
  const etag = response.headers.get('etag') ?? '';
  const canned = { method: 'GET', type: 'application/json', gzipped: true };
  const bare = await startLimit(
    [
      { ...canned, url: '/ok', status: 200, body },
      { ...canned, url: '/unchanged', status: 304, gzipped: false, body: '' },
    ],
    cleanup,
  );
  const get = (path: string, more: Record<string, string> = {}) => ({
    ...{ method: 'GET', path, headers: { ...headers, ...more } },
  });
  const page = get('/api/frontend?userId=7', { authorization: frontendToken });
  const rows = {
    'client features, 304': await perSecond(
      edge.port,
      get('/api/client/features', { 'if-none-match': etag }),
      304,
    ),
    '  bare server': await perSecond(bare.port, get('/unchanged'), 304),
    'client features, 200': await perSecond(edge.port, get('/api/client/features'), 200),
    '  bare server, same bytes': await perSecond(bare.port, get('/ok'), 200),
    'frontend, 350 flags': await perSecond(edge.port, page, 200),
  };
  console.log(`350 flags, ${Math.round(body.length / 1000)} kB; requests a second, 8 connections`);
  for (const [name, rate] of Object.entries(rows)) console.log(`${name.padEnd(30)} ${rate}`);
  await edge.stop();
}

async function measureStreams(cleanup: Cleanup, folder: string): Promise<void> {
  const upstream = await startUpstream(10_000, cleanup);
  const first = await startEdge(upstream.url, folder, cleanup);
  await fetch(`http://127.0.0.1:${first.port}/api/client/features`, {
    headers: { authorization: token },
  });
  await first.stop();
  const edge = await startEdge(upstream.url, folder, cleanup);
  console.log(`10,000 flags: ready ${Math.round(edge.startMs)} ms after its start, from the disk`);
  let seen = 0;
  let wanted = 'connected';
  for (let count = 0; count < 1000; count++) {
    const request = http.get(`http://127.0.0.1:${edge.port}/api/client/streaming`, {
      headers: { authorization: token, 'last-event-id': '1' },
      agent: false,
    });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.on('data', (part: Buffer) => {
      if (part.includes(wanted)) seen += 1;
    });
    cleanup.add(() => request.destroy());
  }
  while (!upstream.isFollowed()) await new Promise(setImmediate);
  const rss = edge.rssMb();
  wanted = upstream.change();
  const changedAt = performance.now();
  while (seen < 1000) await new Promise(setImmediate);
  const lastMs = Math.round(performance.now() - changedAt);
  console.log(`1,000 streams: a change reached the last after ${lastMs} ms; ${rss} MB before it`);
}

const cleanup = createCleanup();
const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'pennon-bench-edge-')));
try {
  await measureRates(cleanup, folders[0] ?? '');
  await measureStreams(cleanup, folders[1] ?? '');
} finally {
  await cleanup.run();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
