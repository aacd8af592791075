import { randomInt } from 'node:crypto';
import { aFlag, anApiToken, aProject, aUser } from '../server/testing/a.ts';
import type { Db } from '../server/platform/db/open.ts';
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

const flagCount = 500;
const streamCount = 100;

export async function createLiveData(db: Db): Promise<LiveData> {
  const project = await aProject(db);
  const flags: string[] = [];
  for (let number = 0; number < flagCount; number++) flags.push(await aFlag(db, { project }));
  const client = await anApiToken(db);
  const frontend = await anApiToken(db, { type: 'frontend' });
  await aUser(db);
  return { project, flags, client, frontend };
}

/** Calls are started at fixed rates, however long they take. */
export async function startLiveLoad(
  server: Running,
  data: LiveData,
  workload: Workload,
): Promise<LiveLoad> {
  const failures: string[] = [];
  const acknowledged = nothingAcknowledged();
  const running = new Set<Promise<void>>();
  let requests = 0;
  let number = 0;
  let etag = '';

  async function call(token: string, path: string, { method = 'GET', body, headers = {} }: CallOptions = {}) {
    requests += 1;
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (response.status >= 400) failures.push(`${method} ${path}: ${response.status}`);
    return response;
  }
  const anyFlag = () => data.flags[randomInt(data.flags.length)] as string;
  const environment = () =>
    `/api/admin/projects/${data.project}/features/${anyFlag()}/environments/development`;
  const streams = await Promise.all(Array.from({ length: streamCount }, () => openStream(server, data)));

  /** Name, calls per second, and the call. */
  const activities: [number, () => Promise<unknown>][] = [
    [40, () => call(data.client, '/api/client/metrics', { method: 'POST', body: usageOf(anyFlag()) })],
    [
      30,
      async () => {
        const response = await call(data.client, '/api/client/features', {
          headers: { 'if-none-match': etag },
        });
        etag = response.headers.get('etag') ?? etag;
      },
    ],
    [20, () => call(data.frontend, `/api/frontend?userId=${randomInt(1_000_000)}`)],
    [5, () => call(adminToken, `/api/admin/search/features?query=${anyFlag().slice(0, 5)}&limit=50`)],
    [2, () => call(adminToken, `/api/admin/search/events?feature=IS:${anyFlag()}&limit=50`)],
    [1, () => call(adminToken, `/api/admin/projects/${data.project}/overview`)],
    [1, () => call(adminToken, `/api/admin/projects/${data.project}/health-report`)],
    [1, () => call(workload.reviewerToken, '/api/admin/personal-dashboard')],
    [3, () => call(adminToken, `${environment()}/${randomInt(2) === 0 ? 'on' : 'off'}`, { method: 'POST' })],
    [
      0.5,
      () =>
        writeFlag(server, workload, { flag: `live-${(number += 1)}`, writer: 0 }, acknowledged),
    ],
    [
      1,
      async () => {
        streams.shift()?.kill();
        streams.push(await openStream(server, data));
      },
    ],
  ];

  function run(activity: () => Promise<unknown>): void {
    const done: Promise<void> = activity()
      .catch((error) => void failures.push(String(error)))
      .then(() => void running.delete(done));
    running.add(done);
  }
  const timers = activities.map(([rate, activity]) => setInterval(run, 1000 / rate, activity));
  return {
    requests: () => requests,
    failures: () => failures,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
      for (const stream of streams) stream.kill();
    },
  };
}

type CallOptions = { method?: string; body?: unknown; headers?: Record<string, string> };

const openStream = ({ url }: Running, { client }: LiveData) =>
  readStream(`${url}/api/client/streaming`, { authorization: client });

const usageOf = (flag: string) => ({
  appName: `app-${randomInt(20)}`,
  instanceId: `instance-${randomInt(200)}`,
  bucket: {
    start: new Date(Date.now() - 60_000).toISOString(),
    stop: new Date().toISOString(),
    toggles: { [flag]: { yes: randomInt(100), no: randomInt(100), variants: {} } },
  },
});
