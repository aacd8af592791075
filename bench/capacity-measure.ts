import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Costs, costs as stored } from './capacity.ts';
import { createCleanup } from './cleanup.ts';
import {
  aFolder,
  clientToken,
  frontendToken,
  openStream,
  startEdge,
  startUpstream,
} from './edge-process.ts';
import { openConnection, requestBytes, responseReader, runRound } from './load.ts';

/**
 * Measures the processor time and memory of an edge, which hardly depend on what else the machine does,
 * and compares the model with simulated SDKs: node --import tsx bench/capacity-measure.ts.
 */

const checkout = fileURLToPath(new URL('..', import.meta.url));
const streams = 4000;

const cleanup = createCleanup();

async function anEdge(upstream: string) {
  const edge = await startEdge({ checkout, upstream, folder: aFolder(cleanup) });
  cleanup.add(edge.stop);
  return edge;
}

type Edge = Awaited<ReturnType<typeof startEdge>>;
type Request = Parameters<typeof requestBytes>[0];

const get = (path: string, more: Record<string, string> = {}): Request => ({
  method: 'GET',
  path,
  headers: { authorization: clientToken, 'unleash-client-spec': '5.2.0', ...more },
});

/** What an SDK with ten flags reports every minute. */
const report: Request = {
  method: 'POST',
  path: '/api/client/metrics',
  headers: { authorization: clientToken },
  body: {
    appName: 'app',
    instanceId: 'instance',
    bucket: {
      start: new Date(Date.now() - 60_000).toISOString(),
      stop: new Date().toISOString(),
      toggles: Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [`flag-${index}`, { yes: 5, no: 7 }]),
      ),
    },
  },
};

/** Requests until the code is compiled; by time, a busy machine would not get there. */
const warmup = 20_000;

async function costOf(edge: Edge, request: Request, expect: number) {
  const bytes = requestBytes(request);
  const load = { port: edge.port, connections: 8, next: () => bytes, expect };
  for (let done = 0; done < warmup; ) {
    done += (await runRound({ ...load, seconds: 1 })).latenciesMs.length;
  }
  const before = edge.cpuMs();
  const { latenciesMs } = await runRound({ ...load, seconds: 3 });
  return {
    us: Math.round((1000 * (edge.cpuMs() - before)) / latenciesMs.length),
    bytes: await sizeOf(edge.port, bytes),
  };
}

/** Of a response with its headers. */
async function sizeOf(port: number, request: Buffer): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' });
  const read = responseReader();
  let bytes = 0;
  socket.write(request);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (read(chunk) !== undefined) break;
  }
  socket.destroy();
  return bytes;
}

async function measureStreams(edge: Edge, change: () => string) {
  const idleKb = edge.residentKb();
  let seen = 0;
  let bytes = 0;
  let wanted = 'connected';
  for (let count = 0; count < streams; count++) {
    const response = await openStream(edge.port, cleanup);
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (part.includes(wanted)) seen += 1;
    });
  }
  await delay(2000);
  const connectionKb = Math.round((edge.residentKb() - idleKb) / streams);
  const quiet = edge.cpuMs();
  await delay(40_000);
  const idleUs = Math.round((1000 * (edge.cpuMs() - quiet)) / streams / 40);
  const changes = 10;
  const before = edge.cpuMs();
  bytes = 0;
  for (let round = 0; round < changes; round++) {
    seen = 0;
    wanted = change();
    while (seen < streams) await delay(5);
  }
  return {
    connectionKb,
    streamSecondUs: idleUs,
    push: {
      us: Math.round((1000 * (edge.cpuMs() - before)) / streams / changes),
      bytes: Math.round(bytes / streams / changes),
    },
  };
}

const sdks = 200;

/** Processor time for simulated SDKs, each with a report after four polls. */
async function simulate(edge: Edge, requests: Record<'poll' | 'report', Buffer>) {
  const [seconds, pollMs] = [20, 100];
  const connections = await Promise.all(
    Array.from({ length: sdks }, () => openConnection(edge.port)),
  );
  const before = edge.cpuMs();
  let [polls, reports] = [0, 0];
  await Promise.all(
    connections.map(async (connection, index) => {
      await delay((index * pollMs) / sdks);
      const end = performance.now() + seconds * 1000;
      for (let next = performance.now(); next < end; next += pollMs) {
        await delay(Math.max(0, next - performance.now()));
        await connection.send(requests.poll);
        polls += 1;
        if (polls % 4 > 0) continue;
        await connection.send(requests.report);
        reports += 1;
      }
    }),
  );
  for (const connection of connections) connection.close();
  return { polls, reports, cpuMs: edge.cpuMs() - before };
}

async function measure(): Promise<void> {
  const upstream = await startUpstream(stored.flags, cleanup);
  const edge = await anEdge(upstream.url);
  const response = await fetch(`http://127.0.0.1:${edge.port}/api/client/features`, {
    headers: get('').headers,
  });
  await response.text();
  const unchanged = get('/api/client/features', {
    'if-none-match': response.headers.get('etag') ?? '',
  });
  const baseMb = Math.round(edge.residentKb() / 1024);
  const page = get('/api/frontend?userId=7', { authorization: frontendToken });
  const measured = {
    baseMb,
    notModified: await costOf(edge, unchanged, 304),
    features: await costOf(edge, get('/api/client/features'), 200),
    page: await costOf(edge, page, 200),
    report: await costOf(edge, report, 202),
  };
  const requests = { poll: requestBytes(unchanged), report: requestBytes(report) };
  const { polls, reports, cpuMs } = await simulate(edge, requests);
  const predictedMs = (polls * measured.notModified.us + reports * measured.report.us) / 1000;
  console.log(
    `${sdks} SDKs with ${polls} polls and ${reports} reports: ${cpuMs} ms of processor time, ` +
      `predicted ${Math.round(predictedMs)} ms`,
  );
  while (!upstream.isFollowed()) await delay(10);
  const onStreams = await measureStreams(await anEdge(upstream.url), upstream.change);
  const simulated = Math.round((100 * cpuMs) / predictedMs) / 100;
  const all: Costs['edge'] = { ...measured, ...onStreams, simulated };
  console.log(JSON.stringify(all, undefined, 2));
}

try {
  await measure();
} finally {
  await cleanup.run();
}
