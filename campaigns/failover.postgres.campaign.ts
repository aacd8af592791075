import { expect, test } from 'vitest';
import { percentile } from '../bench/statistics.ts';
import { runOnServer } from '../server/testing/database.ts';
import { type Running, runCommand, send, startPennon } from '../server/testing/process.ts';
import { readStream } from '../server/testing/stream.ts';
import { campaignSize, report } from './options.ts';
import { startReplicated } from './replication.ts';
import {
  countAcknowledged,
  createWorkload,
  findLosses,
  NotAcknowledged,
  nothingAcknowledged,
  withDb,
  writeFlag,
} from './workload.ts';

const failovers = campaignSize(10);
const writers = 4;
const clientToken = '*:development.failover-campaign-secret';

test(`${failovers} failovers under load lose no acknowledged write`, async () => {
  const replicated = await startReplicated();
  await runOnServer('create database pennon', replicated.urlOf('postgres').replace(/,[^/]*/, ''));
  const env = { DATABASE_URL: replicated.urlOf('pennon'), INIT_CLIENT_API_TOKENS: clientToken };
  expect(await runCommand(['migrate'], env)).toMatchObject({ code: 0 });
  const workload = await createWorkload(env, writers);
  const acknowledged = nothingAcknowledged();
  const servers = [await startPennon(env), await startPennon(env)] as const;
  const streams = await Promise.all(
    servers.map(({ url }) =>
      readStream(`${url}/api/client/streaming`, { authorization: clientToken }),
    ),
  );
  let ended = 0;
  for (const stream of streams)
    void stream.ended.then(() => {
      ended += 1;
    });

  const stopping = new AbortController();
  let written = 0;
  async function write(writer: number): Promise<void> {
    const server = servers[writer % servers.length] as Running;
    for (let number = 1; !stopping.signal.aborted; number++) {
      const flag = `w${writer}-${number}`;
      await writeFlag(server, workload, { flag, writer }, acknowledged).catch(pauseAfterRefusal);
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const untilWritten = async (more: number) => {
    const goal = countAcknowledged(acknowledged) + more;
    while (countAcknowledged(acknowledged) < goal) await pause(5);
    written = goal;
  };

  const backAfterMs: number[] = [];
  for (let round = 1; round <= failovers; round++) {
    await untilWritten(200);
    replicated.killPrimary();
    await replicated.promoteStandby();
    const promoted = performance.now();
    await untilWritten(1);
    backAfterMs.push(performance.now() - promoted);
    await untilWritten(50);
    await replicated.replaceStandby();
    console.log(`${round} failovers, ${written} writes`);
  }
  stopping.abort();
  await writing;

  const last = await createFlag(servers[0], workload.project);
  await Promise.all(streams.map((stream) => stream.until(({ text }) => text().includes(last))));
  expect(ended).toBe(0);
  expect(await withDb(env, (db) => findLosses(db, acknowledged))).toEqual([]);
  expect(await runCommand(['audit', 'verify'], env)).toMatchObject({ code: 0 });
  const sorted = backAfterMs.toSorted((one, other) => one - other);
  report({
    failovers,
    'acknowledged writes': countAcknowledged(acknowledged),
    'first write after promotion p50 ms': Math.round(percentile(sorted, 0.5)),
    'first write after promotion max ms': Math.round(sorted.at(-1) ?? 0),
    'streams that continued': streams.length,
  });
}, 7_200_000);

async function pauseAfterRefusal(error: unknown): Promise<void> {
  if (!(error instanceof NotAcknowledged)) throw error;
  await pause(50);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function createFlag(server: Running, project: string): Promise<string> {
  const name = 'created-at-the-end';
  await send(server, 'POST', `/api/admin/projects/${project}/features`, { name });
  return name;
}
