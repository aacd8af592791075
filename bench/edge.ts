import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { type Bench, compareServers } from './comparison.ts';
import { freePort, startProcess, waitUntilHealthy } from './processes.ts';
import type { Comparison, EdgeResults } from './results.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { Target } from './target.ts';

/** Flags of which requests are measured, and those beside which streams are. */
export type EdgeLoad = { flags: number; streamFlags: number; streams: number };

const token = '*:development.bench-edge-secret';
const frontendToken = '*:development.bench-page-secret';

/** Requests to an edge, beside a server that only sends the same bytes. */
export async function compareEdge(
  bench: Bench,
  scenarios: readonly Scenario[],
  checkout: string,
): Promise<Comparison[]> {
  const { cleanup, pace } = bench;
  const upstream = await startUpstream(pace.edge.flags, cleanup);
  const edge = await startEdge({ checkout, upstream: upstream.url, folder: aFolder(cleanup) });
  cleanup.add(edge.stop);
  const comparisons = await compareServers(bench, scenarios, { pennon: edge, peer: undefined });
  await edge.stop();
  return comparisons;
}

/** The start from the disk, and the memory and the delay of a change with many streams. */
export async function measureEdgeStreams(
  { streamFlags: flags, streams }: EdgeLoad,
  checkout: string,
  cleanup: Cleanup,
): Promise<EdgeResults> {
  const upstream = await startUpstream(flags, cleanup);
  const parts = { checkout, upstream: upstream.url, folder: aFolder(cleanup) };
  const first = await startEdge(parts);
  cleanup.add(first.stop);
  await fetch(`http://127.0.0.1:${first.port}/api/client/features`, {
    headers: { authorization: token },
  });
  await first.stop();
  const edge = await startEdge(parts);
  cleanup.add(edge.stop);
  let seen = 0;
  let wanted = 'connected';
  for (let count = 0; count < streams; count++) {
    const response = await openStream(edge.port, cleanup);
    response.on('data', (part: Buffer) => {
      if (part.includes(wanted)) seen += 1;
    });
  }
  while (!upstream.isFollowed()) await new Promise(setImmediate);
  const memoryMb = edge.memoryMb();
  wanted = upstream.change();
  const changedAt = performance.now();
  while (seen < streams) await new Promise(setImmediate);
  const lastMs = Math.round(performance.now() - changedAt);
  return { flags, streams, startMs: Math.round(edge.startMs), memoryMb, lastMs };
}

function aFolder(cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-bench-edge-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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
    } else if (request.headers['if-none-match'] === `"${revision}"`) {
      response.writeHead(304).end();
    } else {
      const body = JSON.stringify({ version: 2, features: all, meta: { revisionId: revision } });
      response.writeHead(200, { etag: `"${revision}"` }).end(body);
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
      const data = JSON.stringify({ events: [event] });
      const block = `event: unleash-updated\nid: ${revision}\ndata: ${data}\n\n`;
      for (const stream of streams) stream.write(block);
      return `of ${revision}"`;
    },
  };
}

type EdgeParts = { checkout: string; upstream: string; folder: string };

async function startEdge({ checkout, upstream, folder }: EdgeParts) {
  const port = await freePort();
  const startedAt = performance.now();
  const started = startProcess(process.execPath, [join(checkout, 'bin/pennon.mjs'), 'edge'], {
    env: {
      ...{ UPSTREAM_URL: upstream, TOKENS: token, FRONTEND_TOKENS: frontendToken },
      ...{ PORT: String(port), HTTP_HOST: '127.0.0.1', LOG_LEVEL: 'error', NODE_ENV: 'production' },
      EDGE_CACHE_DIR: folder,
    },
  });
  await waitUntilHealthy(`http://127.0.0.1:${port}/ready`, started);
  const target: Target = {
    ...{ name: 'edge', port },
    tokens: { user: frontendToken, admin: '', client: token },
  };
  return {
    ...target,
    startMs: performance.now() - startedAt,
    memoryMb: () => {
      const status = readFileSync(`/proc/${started.child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    },
    stop: started.stop,
  };
}

async function openStream(port: number, cleanup: Cleanup): Promise<http.IncomingMessage> {
  const request = http.get(`http://127.0.0.1:${port}/api/client/streaming`, {
    headers: { authorization: token, 'last-event-id': '1' },
    agent: false,
  });
  request.on('error', () => {});
  cleanup.add(() => request.destroy());
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}
