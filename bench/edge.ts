import type { Cleanup } from './cleanup.ts';
import { type Bench, compareServers } from './comparison.ts';
import { aFolder, clientToken, openStream, startEdge, startUpstream } from './edge-process.ts';
import type { Comparison, EdgeResults } from './results.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** Flags of which requests are measured, and those beside which streams are. */
export type EdgeLoad = { flags: number; streamFlags: number; streams: number };

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
    headers: { authorization: clientToken },
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
  const memoryMb = Math.round(edge.residentKb() / 1024);
  wanted = upstream.change();
  const changedAt = performance.now();
  while (seen < streams) await new Promise(setImmediate);
  const lastMs = Math.round(performance.now() - changedAt);
  return { flags, streams, startMs: Math.round(edge.startMs), memoryMb, lastMs };
}
