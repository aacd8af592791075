import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { createSeedData } from '../server/demo/seed.ts';
import { openDb } from '../server/platform/db/connect.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { aUser } from '../server/testing/a.ts';
import { transactionsOf } from '../server/transactions.ts';
import { percentile } from './statistics.ts';

/*
 * Versions of flags: what writing them costs, and how fast they are read. Needs an empty database in
 * DATABASE_URL: node --import tsx bench/history.ts [flags] [versions] [rounds]
 */

const [flags = 100_000, versions = 1_000_000, rounds = 5] = process.argv.slice(2).map(Number);
const requests = 300;
const roundMs = 4000;
const writers = 8;

const config = readConfig();
const opened = await openDb(config);
const { db } = opened;
await migrate(db);
const { token } = await aUser(db, { rootRole: 'Admin' });
console.log(`seeding ${flags} flags`);
await createSeedData(db, transactionsOf(db), { seed: 'history', flags, events: flags * 2 });
await addVersions();
const app = await buildApp({ ...opened, config, log: false, console: 'absent' });
await app.ready();

await printStorage();
const samples = await findSamples();
await measureReads();
await measureWrites();
await app.close();
await opened.close();

/** Older versions of every flag, each with another description. */
async function addVersions(): Promise<void> {
  const each = Math.round(versions / flags) - 1;
  console.log(`adding ${each * flags} versions`);
  for (let step = 1; step <= each; step++) {
    await sql`
      insert into versions
      select kind, key, -${step}::bigint, -${step}::bigint,
        created_at - ${step} * interval '1 day', project,
        jsonb_set(configuration, '{description}', to_jsonb('Version ' || ${step}::integer)),
        children, subject_created_at, subject_created_by, archived_at
      from versions where kind = 'flag' and event_id >= 0`.execute(db);
  }
  await sql`vacuum analyze versions`.execute(db);
}

async function printStorage(): Promise<void> {
  const { rows } = await sql<{ total: number; heap: number; all: number; row: number }>`
    select count(*)::integer as total, pg_table_size('versions') as heap,
      pg_total_relation_size('versions') as all,
      (select avg(pg_column_size(configuration))::integer from versions where kind = 'flag') as row
    from versions`.execute(db);
  const [{ total, heap, all, row } = { total: 1, heap: 0, all: 0, row: 0 }] = rows;
  console.log(
    `${total} versions: ${Math.round(Number(heap) / total)} bytes each in the table, ` +
      `${Math.round(Number(all) / total)} with indexes; configuration ${row} bytes`,
  );
}

async function findSamples() {
  const { rows } = await sql<{ name: string; project: string; at: string; strategy: string }>`
    select flags.name, flags.project, versions.created_at as at, strategies.id as strategy
    from flags tablesample bernoulli (20)
    join versions on kind = 'flag' and key = flags.name and event_id = -3
    join strategies on strategies.flag = flags.name and strategies.environment = 'development'
    where flags.archived_at is null
    limit ${requests}`.execute(db);
  return rows;
}

async function measureReads(): Promise<void> {
  const urls = {
    'version list': (path: string) => `${path}/versions`,
    at: (path: string, at: string) => `${path}?at=${at}`,
    diff: (path: string, at: string) => `${path}/diff?from=${at}`,
    'flag (for comparison)': (path: string) => path,
  };
  for (const [name, urlOf] of Object.entries(urls)) {
    const times: number[] = [];
    for (const { name: flag, project, at } of samples) {
      const start = performance.now();
      const url = urlOf(`/api/admin/projects/${project}/features/${flag}`, at);
      const { statusCode, body } = await request('GET', url);
      times.push(performance.now() - start);
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
    }
    console.log(`${name}: median ${ms(times, 0.5)}, p95 ${ms(times, 0.95)} of ${times.length}`);
  }
}

/** Rounds with and without versions take turns, so that both see the same machine. */
async function measureWrites(): Promise<void> {
  const totals = { with: 0, without: 0 };
  for (let round = 0; round < 2 * rounds; round++) {
    const kind = round % 2 === 0 ? 'with' : 'without';
    await setWriting(kind === 'with');
    totals[kind] += await writeFor(roundMs, round);
  }
  await setWriting(true);
  const perSecond = (count: number) => Math.round((count * 1000) / (roundMs * rounds));
  const loss = 100 * (1 - totals.with / totals.without);
  console.log(
    `writes per second: ${perSecond(totals.with)} with versions, ` +
      `${perSecond(totals.without)} without: ${loss.toFixed(1)}% fewer`,
  );
}

async function setWriting(on: boolean): Promise<void> {
  const file = new URL('../server/platform/db/migrations/repeatable/versions.sql', import.meta.url);
  const text = await readFile(file, 'utf8');
  const definition = /create or replace function write_versions\([\s\S]*?\n\$\$;/.exec(text)?.[0];
  await sql
    .raw(
      on
        ? String(definition)
        : `create or replace function write_versions(flags text[], first_event bigint,
             last_event bigint, moment timestamptz) returns void language plpgsql as $$ begin end; $$`,
    )
    .execute(db);
}

/** Changes rollouts of different flags from several connections; returns how many. */
async function writeFor(durationMs: number, round: number): Promise<number> {
  const end = performance.now() + durationMs;
  let count = 0;
  const write = async (writer: number) => {
    for (let n = writer; performance.now() < end; n += writers) {
      const sample = samples[n % samples.length];
      const rollout = String((n + round * 7) % 101);
      const url = `/api/admin/projects/${sample?.project}/features/${sample?.name}/environments/development/strategies/${sample?.strategy}`;
      const body = { name: 'flexibleRollout', parameters: { rollout, stickiness: 'default' } };
      const { statusCode } = await request('PUT', url, body);
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return count;
}

function request(method: 'GET' | 'PUT', url: string, body?: object) {
  const headers = { authorization: token };
  return app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
}

function ms(times: readonly number[], share: number): string {
  return `${percentile(
    [...times].sort((a, b) => a - b),
    share,
  ).toFixed(1)} ms`;
}
