import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Cleanup } from './cleanup.ts';
import type { IntegrationResults } from './results.ts';
import { percentile } from './statistics.ts';
import type { Target } from './target.ts';

export type IntegrationLoad = { integrations: number; eventsPerMinute: number; seconds: number };

/** Flags that are marked by one request, so that events and not requests are the load. */
const flagsPerProject = 20;

/**
 * Records events at a fixed rate, first without integrations, then with one for each of several
 * projects, and measures other writes meanwhile. One of the targets refuses connections; the others
 * must receive every event of their project.
 */
export async function measureIntegrations(
  target: Target,
  load: IntegrationLoad,
  cleanup: Cleanup,
): Promise<IntegrationResults> {
  const projects = Array.from({ length: load.integrations }, (_, n) => `bench-integration-${n}`);
  for (const id of projects) await createProject(target, id);
  const requests = Math.round((load.eventsPerMinute * load.seconds) / 60 / flagsPerProject);
  const marks = Array.from({ length: 2 * requests }, (_, n) => markOf(projects, n));
  const without = await writeAtRate(target, marks.slice(0, requests), load);

  const receiver = await startReceiver(cleanup);
  for (const [n, project] of projects.entries()) {
    const url = n === 0 ? deadUrl : receiver.url;
    await post(target, '/api/admin/integrations', {
      name: project,
      kind: 'webhook',
      parameters: { url },
      filter: { project: `IS:${project}`, type: 'IS_ANY_OF:feature-stale-on,feature-stale-off' },
    });
  }
  const marksWith = marks.slice(requests);
  const withThem = await writeAtRate(target, marksWith, load);
  const reachable = marksWith.filter(({ project }) => project !== projects[0]);
  const expected = flagsPerProject * reachable.length;
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

const flagsOf = (project: string) =>
  Array.from({ length: flagsPerProject }, (_, n) => `${project}-flag-${n}`);

async function createProject(target: Target, id: string): Promise<void> {
  await post(target, '/api/admin/projects', { id, name: id });
  for (const name of flagsOf(id))
    await post(target, `/api/admin/projects/${id}/features`, { name });
}

/** All flags of a project become stale, or no longer stale. */
type Mark = { project: string; stale: boolean };

/** Each project in turn, so that each mark changes something. */
const markOf = (projects: readonly string[], n: number): Mark => ({
  project: projects[n % projects.length] ?? '',
  stale: Math.floor(n / projects.length) % 2 === 0,
});

/**
 * Sends the marks and creates as many other flags, each at its time, whether earlier requests have
 * finished or not. Returns the latencies of the created flags.
 */
async function writeAtRate(
  target: Target,
  marks: readonly Mark[],
  { eventsPerMinute }: IntegrationLoad,
): Promise<number[]> {
  const start = performance.now();
  const everyMs = (60_000 * flagsPerProject) / eventsPerMinute;
  const sendAt = async (due: number, path: string, body: object) => {
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const began = performance.now();
    await post(target, path, body);
    return performance.now() - began;
  };
  const marking = marks.map(({ project, stale }, n) => {
    const body = { features: flagsOf(project), stale };
    return sendAt(start + n * everyMs, `/api/admin/projects/${project}/stale`, body);
  });
  const creating = marks.map((_, n) => {
    const name = `bench-${Math.round(start)}-${n}`;
    return sendAt(start + (n + 0.5) * everyMs, '/api/admin/projects/default/features', { name });
  });
  await Promise.all(marking);
  return Promise.all(creating);
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
