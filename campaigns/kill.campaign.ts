import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { percentile } from '../bench/statistics.ts';
import { onPostgres } from '../server/testing/database.ts';
import {
  emptyInstallation,
  killDuringStart,
  type Running,
  startPennon,
} from '../server/testing/process.ts';
import { campaignSize, report } from './options.ts';
import {
  type Acknowledged,
  countAcknowledged,
  createWorkload,
  expectNothingLost,
  NotAcknowledged,
  nothingAcknowledged,
  pause,
  type Workload,
  writeFlag,
} from './workload.ts';

/** Kills per database. */
const kills = campaignSize(500);
const writers = 4;
/** One process per data folder; on PostgreSQL, the others go on while one is killed. */
const processes = onPostgres ? 2 : 1;

test(`${kills} kills under mixed load lose no acknowledged write`, async () => {
  const env = await emptyInstallation();
  const workload = await createWorkload(env, writers);
  const acknowledged = nothingAcknowledged();
  const servers: Running[] = [];
  const startsMs: number[] = [];

  for (let round = 1; round <= kills; round++) {
    if (randomInt(10) === 0 && servers.length < processes) await killDuringStart(env);
    while (servers.length < processes) {
      const start = performance.now();
      servers.push(await startPennon(env));
      startsMs.push(performance.now() - start);
    }
    await killOneUnderLoad(servers, workload, `r${round}`, acknowledged);
    if (round % 50 === 0) console.log(`${round} kills, ${countAcknowledged(acknowledged)} writes`);
  }
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));

  await expectNothingLost(env, acknowledged);
  const sorted = startsMs.toSorted((one, other) => one - other);
  report({
    kills,
    'acknowledged writes': countAcknowledged(acknowledged),
    'start p50 ms': Math.round(percentile(sorted, 0.5)),
    'start p99 ms': Math.round(percentile(sorted, 0.99)),
  });
}, 14_400_000);

/** Kills one of the servers after a random number of writes and removes it from the list. */
async function killOneUnderLoad(
  servers: Running[],
  workload: Workload,
  prefix: string,
  acknowledged: Acknowledged,
): Promise<void> {
  const killAfter = countAcknowledged(acknowledged) + randomInt(1, 60);
  const victim = randomInt(servers.length);
  const killing = new AbortController();

  async function write(writer: number): Promise<void> {
    const server = servers[writer % servers.length] as Running;
    for (let number = 1; !killing.signal.aborted; number++) {
      const flag = `${prefix}-w${writer}-${number}`;
      await writeFlag(server, workload, { flag, writer }, acknowledged);
    }
  }
  async function kill(): Promise<void> {
    while (countAcknowledged(acknowledged) < killAfter) await pause(1);
    killing.abort();
    await servers[victim]?.stop('SIGKILL');
  }
  const ignoreStop = (error: unknown) => {
    if (!killing.signal.aborted || !(error instanceof NotAcknowledged)) throw error;
  };
  await Promise.all([
    kill(),
    ...Array.from({ length: writers }, (_, writer) => write(writer).catch(ignoreStop)),
  ]);
  servers.splice(victim, 1);
}
