import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Cleanup } from './cleanup.ts';
import type { IntegrationResults } from './results.ts';
import { percentile } from './statistics.ts';
import type { Target } from './target.ts';

export type IntegrationLoad = { integrations: number; eventsPerMinute: number; seconds: number };

/**
 * Writes at a fixed rate, first without integrations, then with one for each of several projects. One
 * of the targets refuses connections; the others must receive every event of their project.
 */
export async function measureIntegrations(
  target: Target,
  load: IntegrationLoad,
  cleanup: Cleanup,
): Promise<IntegrationResults> {
  const projects = Array.from({ length: load.integrations }, (_, n) => `bench-integration-${n}`);
  for (const id of projects) await post(target, '/api/admin/projects', { id, name: id });
  const without = await writeAtRate(target, projects, { ...load, prefix: 'without' });

  const receiver = await startReceiver(cleanup);
  for (const [n, project] of projects.entries()) {
    const url = n === 0 ? deadUrl : receiver.url;
    await post(target, '/api/admin/integrations', {
      ...{ name: project, kind: 'webhook', parameters: { url } },
      filter: { project: `IS:${project}`, type: 'IS:feature-created' },
    });
  }
  const withThem = await writeAtRate(target, projects, { ...load, prefix: 'with' });
  const expected = withThem.length - Math.ceil(withThem.length / projects.length);
  const missing = await waitFor(expected, () => receiver.delaysMs.length);
  return {
    ...load,
    writesWithout: latencies(without),
    writesWith: latencies(withThem),
    deliveryDelay: latencies(receiver.delaysMs),
    missing,
  };
}

/** Nothing listens on this port. */
const deadUrl = 'http://127.0.0.1:9/';

/** The time from the record of an event to its arrival, on the same clock. */
async function startReceiver(cleanup: Cleanup) {
  const delaysMs: number[] = [];
  const server = createServer(async (request, response) => {
    const { createdAt } = (await json(request)) as { createdAt: string };
    delaysMs.push(Date.now() - Date.parse(createdAt));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => server.closeAllConnections());
  cleanup.add(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, delaysMs };
}

type Writes = IntegrationLoad & { prefix: string };

/** Creates flags in turn in each project, each at its time, whether earlier ones have finished or not. */
async function writeAtRate(
  target: Target,
  projects: readonly string[],
  { eventsPerMinute, seconds, prefix }: Writes,
): Promise<number[]> {
  const start = performance.now();
  const count = Math.round((eventsPerMinute * seconds) / 60);
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const due = start + (n * 60_000) / eventsPerMinute;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const began = performance.now();
      const project = projects[n % projects.length];
      const body = { name: `bench-${prefix}-${n}`, type: 'release' };
      await post(target, `/api/admin/projects/${project}/features`, body);
      return performance.now() - began;
    }),
  );
}

const waitMs = 60_000;

/** How many are missing after a minute. */
async function waitFor(expected: number, count: () => number): Promise<number> {
  const deadline = performance.now() + waitMs;
  while (count() < expected && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return expected - count();
}

function latencies(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

async function post({ port, tokens }: Target, path: string, body: unknown): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: tokens.admin },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: status ${response.status}: ${text}`);
}
