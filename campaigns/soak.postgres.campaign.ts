import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { median } from '../bench/statistics.ts';
import { runOnServer } from '../server/testing/database.ts';
import { emptyInstallation, type Running, startPennon } from '../server/testing/process.ts';
import { createLiveData, type LiveLoad, startLiveLoad } from './live.ts';
import { megabytes, metricsOf } from './metrics.ts';
import { campaignSize, report } from './options.ts';
import { createWorkload, withDb } from './workload.ts';

const minutes = campaignSize(60);
/** What is filled once, such as caches and the pool, is full after this part of the run. */
const settled = 1 / 6;
/** Often, so that some heap samples follow a garbage collection. */
const samplesPerMinute = 12;

/** The resources of the server process and of its database sessions. */
type Sample = {
  'heap MB': number;
  'RSS MB': number;
  files: number;
  connections: number;
  /** Holds the prepared statements and their plans. */
  'session memory MB': number;
};

test(`resources stay level during ${minutes} minutes of the live scenario`, async () => {
  const env = await emptyInstallation();
  const workload = await createWorkload(env, 1);
  const data = await withDb(env, createLiveData);
  // Without it, the heap grows to several times of what is in use, which looks like a leak.
  const server = await startPennon({ ...env, NODE_OPTIONS: '--max-old-space-size=256' });
  const load = await startLiveLoad(server, data, workload);
  const samples = await collectSamples(server, String(env.DATABASE_URL), load);
  await load.stop();

  const { length } = samples;
  const first = samples.slice(Math.floor(length * settled), Math.ceil(2 * length * settled));
  const last = samples.slice(-first.length);
  const figures: Record<string, string | number> = {
    minutes,
    requests: load.requests(),
    failures: load.failures().length,
  };
  for (const name of Object.keys(samples[0] ?? {}) as (keyof Sample)[]) {
    figures[name] = `${levelOf(first, name)} → ${levelOf(last, name)}`;
  }
  report(figures);

  expect(load.failures()).toEqual([]);
  for (const name of ['heap MB', 'RSS MB', 'session memory MB'] as const) {
    expect(levelOf(last, name), name).toBeLessThanOrEqual(1.1 * levelOf(first, name) + 5);
  }
  for (const name of ['files', 'connections'] as const) {
    expect(levelOf(last, name), name).toBeLessThanOrEqual(levelOf(first, name) + 5);
  }
}, 14_400_000);

/** The lowest value of the heap, since the others include garbage; else the median. */
function levelOf(samples: readonly Sample[], name: keyof Sample): number {
  const values = samples.map((sample) => sample[name]);
  return name === 'heap MB' ? Math.min(...values) : median(values);
}

async function collectSamples(server: Running, url: string, load: LiveLoad): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (samples.length < minutes * samplesPerMinute) {
    await new Promise((resolve) => setTimeout(resolve, 60_000 / samplesPerMinute));
    const sample = await sampleOf(server, url);
    samples.push(sample);
    if (samples.length % samplesPerMinute !== 0) continue;
    const minute = samples.length / samplesPerMinute;
    console.log(`minute ${minute}, ${load.requests()} requests:`, JSON.stringify(sample));
  }
  return samples;
}

async function sampleOf(server: Running, url: string): Promise<Sample> {
  const metrics = await metricsOf(server);
  const sessions = await runOnServer(
    "select pid from pg_stat_activity where application_name like 'pennon%' and datname = current_database()",
    url,
  );
  const memory = await Promise.all(sessions.map(({ pid }) => privateMemoryOf(Number(pid))));
  return {
    'heap MB': megabytes(metrics.get('nodejs_heap_size_used_bytes')),
    'RSS MB': megabytes(metrics.get('process_resident_memory_bytes')),
    files: (await readdir(`/proc/${server.pid}/fd`)).length,
    connections: sessions.length,
    'session memory MB': megabytes(memory.reduce((sum, bytes) => sum + bytes, 0)),
  };
}

/** Zero if the process has ended meanwhile. */
async function privateMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
