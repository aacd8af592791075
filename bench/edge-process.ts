import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { freePort, startProcess, waitUntilHealthy } from './processes.ts';
import type { Target } from './target.ts';

export const clientToken = '*:development.bench-edge-secret';
export const frontendToken = '*:development.bench-page-secret';

/** For the state of an edge. */
export function aFolder(cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-bench-edge-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** About 290 bytes each, as the flags of an installation. */
const flagOf = (index: number, revision: number) => ({
  name: `flag-${index}`,
  type: 'release',
  enabled: index % 3 > 0,
  project: 'default',
  stale: false,
  variants: [],
  description: `Flag ${index} of ${revision}`,
  impressionData: false,
  strategies: [
    {
      name: 'flexibleRollout',
      constraints: [],
      variants: [],
      parameters: { rollout: '50', stickiness: 'default', groupId: `flag-${index}` },
    },
  ],
});

/** An upstream that accepts reports and streams a change of one flag on demand. */
export async function startUpstream(flags: number, cleanup: Cleanup) {
  const streams = new Set<ServerResponse>();
  let revision = 1;
  const all = Array.from({ length: flags }, (_, index) => flagOf(index, revision));
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === '/edge/validate') {
      const valid = [
        { token: clientToken, type: 'client', projects: ['*'] },
        { token: frontendToken, type: 'frontend', projects: ['*'] },
      ];
      response.end(JSON.stringify({ tokens: valid }));
    } else if (request.url === '/api/client/streaming') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': connected\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else if (request.method === 'POST') {
      response.writeHead(202).end();
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

export async function startEdge({ checkout, upstream, folder }: EdgeParts) {
  const port = await freePort();
  const startedAt = performance.now();
  const started = startProcess(process.execPath, [join(checkout, 'bin/pennon.mjs'), 'edge'], {
    env: {
      UPSTREAM_URL: upstream,
      TOKENS: clientToken,
      FRONTEND_TOKENS: frontendToken,
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      EDGE_CACHE_DIR: folder,
      CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '100000000',
    },
  });
  await waitUntilHealthy(`http://127.0.0.1:${port}/ready`, started);
  const readProcess = (file: string) => readFileSync(`/proc/${started.child.pid}/${file}`, 'utf8');
  const target: Target = {
    name: 'edge',
    port,
    tokens: { user: frontendToken, admin: '', client: clientToken },
  };
  return {
    ...target,
    startMs: performance.now() - startedAt,
    residentKb: () => Number(/VmRSS:\s+(\d+)/.exec(readProcess('status'))?.[1]),
    /** Processor time; Linux counts in hundredths of a second. */
    cpuMs: () => {
      const fields = readProcess('stat').split(') ')[1]?.split(' ') ?? [];
      return 10 * (Number(fields[11]) + Number(fields[12]));
    },
    stop: started.stop,
  };
}

/** Of an SDK that has the first revision. */
export async function openStream(port: number, cleanup: Cleanup): Promise<http.IncomingMessage> {
  const request = http.get(`http://127.0.0.1:${port}/api/client/streaming`, {
    headers: { authorization: clientToken, 'last-event-id': '1' },
    agent: false,
  });
  request.on('error', () => {});
  cleanup.add(() => request.destroy());
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}
