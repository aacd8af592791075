import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../server/platform/db/open.ts';
import { aFlag, anApiToken, aProject } from '../server/testing/a.ts';
import { adminToken, type Running } from '../server/testing/process.ts';
import { readStream } from '../server/testing/stream.ts';
import { nothingAcknowledged, type Workload, writeFlag } from './workload.ts';

/** A team at work: SDKs poll, stream and report usage while people search and change flags. */
export type LiveLoad = {
  requests: () => number;
  failures: () => readonly string[];
  stop: () => Promise<void>;
};

export type LiveData = { project: string; flags: string[]; client: string; frontend: string };

const flagCount = 1000;
const streamCount = 100;

export async function createLiveData(db: Db): Promise<LiveData> {
  const project = await aProject(db);
  const flags: string[] = [];
  for (let number = 0; number < flagCount; number++) flags.push(await aFlag(db, { project }));
  const client = await anApiToken(db);
  const frontend = await anApiToken(db, { type: 'frontend' });
  return { project, flags, client, frontend };
}

/** Calls are started at fixed rates, however long they take. */
export async function startLiveLoad(
  server: Running,
  data: LiveData,
  workload: Workload,
): Promise<LiveLoad> {
  const calls = createCalls(server);
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const streams = await openStreams(server, data.client);

  function run(activity: () => Promise<unknown>): void {
    const done: Promise<void> = activity()
      .catch((error) => void calls.failures.push(String(error)))
      .then(() => void running.delete(done));
    running.add(done);
  }
  run(() => writeFlags(server, workload, stopping.signal));
  const activities = [...sdkActivities(calls, data), ...adminActivities(calls, data, workload)];
  const timers = [...activities, [1, streams.replaceOne] as const].map(([perSecond, activity]) =>
    setInterval(run, 1000 / perSecond, activity),
  );
  return {
    requests: calls.count,
    failures: () => calls.failures,
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
      streams.close();
    },
  };
}

type Call = { method?: string; body?: unknown; headers?: Record<string, string> };
type Calls = ReturnType<typeof createCalls>;
/** Calls per second, and the call. */
type Activity = readonly [number, () => Promise<unknown>];

function createCalls({ url }: Running) {
  const failures: string[] = [];
  let count = 0;
  async function call(token: string, path: string, { method = 'GET', body, headers }: Call = {}) {
    count += 1;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (response.status >= 400) failures.push(`${method} ${path}: ${response.status}`);
    return response;
  }
  return { call, failures, count: () => count };
}

function sdkActivities({ call }: Calls, { flags, client, frontend }: LiveData): Activity[] {
  let etag = '';
  async function poll(): Promise<void> {
    const response = await call(client, '/api/client/features', {
      headers: { 'if-none-match': etag },
    });
    etag = response.headers.get('etag') ?? etag;
  }
  const report = () =>
    call(client, '/api/client/metrics', { method: 'POST', body: usageOf(oneOf(flags)) });
  return [
    [40, report],
    [30, poll],
    [20, () => call(frontend, `/api/frontend?userId=${randomInt(1_000_000)}`)],
  ];
}

function adminActivities(
  { call }: Calls,
  { flags, project }: LiveData,
  { reviewerToken }: Workload,
): Activity[] {
  const search = '/api/admin/search';
  const here = `/api/admin/projects/${project}`;
  const get = (path: string, token = adminToken) => call(token, path);
  const toggle = () => {
    const environment = `${here}/features/${oneOf(flags)}/environments/development`;
    return call(adminToken, `${environment}/${oneOf(['on', 'off'])}`, { method: 'POST' });
  };
  return [
    [5, () => get(`${search}/features?query=${oneOf(flags).slice(0, 8)}&limit=50`)],
    [2, () => get(`${search}/events?feature=IS:${oneOf(flags)}&limit=50`)],
    [1, () => get(`${here}/overview`)],
    [1, () => get(`${here}/health-report`)],
    [1, () => get('/api/admin/personal-dashboard', reviewerToken)],
    [3, toggle],
  ];
}

/**
 * One after the other, because changes of one author are added to the same draft; seldom, because
 * memory that grows with the number of flags is no leak.
 */
async function writeFlags(
  server: Running,
  workload: Workload,
  stopping: AbortSignal,
): Promise<void> {
  const acknowledged = nothingAcknowledged();
  for (let number = 1; !stopping.aborted; number++) {
    await writeFlag(server, workload, { flag: `live-${number}`, writer: 0 }, acknowledged);
    await delay(10_000, undefined, { signal: stopping }).catch(() => {});
  }
}

async function openStreams({ url }: Running, token: string) {
  const open = () => readStream(`${url}/api/client/streaming`, { authorization: token });
  const streams = await Promise.all(Array.from({ length: streamCount }, open));
  return {
    replaceOne: async () => {
      streams.shift()?.kill();
      streams.push(await open());
    },
    close: () => {
      for (const stream of streams) stream.kill();
    },
  };
}

const oneOf = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T;

const usageOf = (flag: string) => ({
  appName: `app-${randomInt(20)}`,
  instanceId: `instance-${randomInt(200)}`,
  bucket: {
    start: new Date(Date.now() - 60_000).toISOString(),
    stop: new Date().toISOString(),
    toggles: { [flag]: { yes: randomInt(100), no: randomInt(100), variants: {} } },
  },
});
