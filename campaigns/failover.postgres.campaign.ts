import { expect, test } from 'vitest';
import { percentile } from '../bench/statistics.ts';
import { runOnServer } from '../server/testing/database.ts';
import { type Running, runCommand, send, startPennon } from '../server/testing/process.ts';
import { readStream } from '../server/testing/stream.ts';
import { campaignSize, report } from './options.ts';
import { startReplicated } from './replication.ts';
import { countAcknowledged, createWorkload, expectNothingLost, startWriters } from './workload.ts';

const failovers = campaignSize(10);
const clientToken = '*:development.failover-campaign-secret';

test(`${failovers} failovers under load lose no acknowledged write`, async () => {
  const replicated = await startReplicated();
  await runOnServer('create database pennon', replicated.urlOf('postgres').replace(/,[^/]*/, ''));
  const env = { DATABASE_URL: replicated.urlOf('pennon'), INIT_CLIENT_API_TOKENS: clientToken };
  expect(await runCommand(['migrate'], env)).toMatchObject({ code: 0 });
  const workload = await createWorkload(env, 4);
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

  const writers = startWriters((writer) => servers[writer % 2] as Running, workload);

  const backAfterMs: number[] = [];
  for (let round = 1; round <= failovers; round++) {
    await writers.untilAcknowledged(200);
    replicated.killPrimary();
    await replicated.promoteStandby();
    const promoted = performance.now();
    await writers.untilAcknowledged(1);
    backAfterMs.push(performance.now() - promoted);
    await writers.untilAcknowledged(50);
    await replicated.replaceStandby();
    console.log(`${round} failovers, ${countAcknowledged(writers.acknowledged)} writes`);
  }
  await writers.stop();

  const last = await createFlag(servers[0], workload.project);
  await Promise.all(streams.map((stream) => stream.until(({ text }) => text().includes(last))));
  expect(ended).toBe(0);
  await expectNothingLost(env, writers.acknowledged);
  const sorted = backAfterMs.toSorted((one, other) => one - other);
  report({
    failovers,
    'acknowledged writes': countAcknowledged(writers.acknowledged),
    'first write after promotion p50 ms': Math.round(percentile(sorted, 0.5)),
    'first write after promotion max ms': Math.round(sorted.at(-1) ?? 0),
    'streams that continued': streams.length,
  });
}, 7_200_000);

async function createFlag(server: Running, project: string): Promise<string> {
  const name = 'created-at-the-end';
  await send(server, 'POST', `/api/admin/projects/${project}/features`, { name });
  return name;
}
