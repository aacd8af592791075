import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import type { Cluster } from './cluster.ts';
import { freePort, runProcess, startProcess, waitUntilHealthy } from './processes.ts';
import { obtainTokens, sharedSettings, type Target } from './target.ts';

export type Size = { flags: number; events: number };

/** A database of the cluster, or a data folder. */
export type DataStore = { env: Record<string, string>; database?: string };

export async function storeInCluster(cluster: Cluster, name: string): Promise<DataStore> {
  const database = await cluster.createDatabase(name);
  return { env: { DATABASE_URL: cluster.urlOf(database) }, database };
}

export function storeInFolder(cleanup: Cleanup): DataStore {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-bench-data-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  return { env: { DATA_DIR: folder } };
}

/** The checkout to measure; another one shows the effect of a change. */
export type Checkout = { folder: string };

const command = ({ folder }: Checkout) => join(folder, 'bin', 'pennon.mjs');

/** Builds the checkout if necessary, before any measurement. */
export async function pennonVersion(checkout: Checkout): Promise<string> {
  const output = await runProcess(process.execPath, [command(checkout), 'version']);
  return output.trim().split('\n').at(-1) ?? '';
}

/** The seed is deterministic: a larger size has the same kind of flags, only more. */
export async function seedPennon(checkout: Checkout, { env }: DataStore, { flags, events }: Size) {
  const run = (args: string[]) =>
    runProcess(process.execPath, [command(checkout), ...args], {
      env: { ...env, DATABASE_STATEMENT_TIMEOUT_MS: '0' },
    });
  await run(['migrate']);
  await run(['seed', '--flags', String(flags), '--events', String(events)]);
}

export async function startPennon(
  checkout: Checkout,
  { env, database }: DataStore,
  cleanup: Cleanup,
): Promise<Target> {
  const port = await freePort();
  const started = startProcess(process.execPath, [command(checkout), 'start'], {
    env: {
      ...sharedSettings(port),
      ...env,
      LOGIN_ATTEMPTS_PER_MINUTE: '1000',
      // As often as the live scenario reports it.
      USAGE_FLUSH_MS: '1000',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1',
      CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '10000000',
      REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: '10000000',
    },
  });
  cleanup.add(started.stop);
  await waitUntilHealthy(`http://127.0.0.1:${port}/health`, started);
  return {
    name: 'pennon',
    port,
    tokens: await obtainTokens(port),
    ...(database === undefined ? {} : { database }),
  };
}

/**
 * Usage as SDKs would report it: four live flags in five were evaluated within thirty days, in all
 * environments at once, because Pennon sorts flags by the latest and the peer by any.
 */
const usage = `
  insert into flag_usage (flag, environment, last_seen_at, hour, yes, no)
  select flag, environment, moment, date_trunc('hour', moment),
    abs(hashtext(flag || 'yes')) % 1000, abs(hashtext(flag || 'no')) % 1000
  from flag_environments
  join flags on flags.name = flag,
  lateral (
    select now() - make_interval(secs => abs(hashtext(flag || 'moment')) % 2592000) as moment
  ) as seen
  where archived_at is null and abs(hashtext(flag || 'seen')) % 5 < 4`;

/** The seed has neither usage nor favourites, which two scenarios sort by. */
export async function addUsage(cluster: Cluster, database: string): Promise<void> {
  await cluster.query(database, usage);
  await cluster.query(
    database,
    `insert into flag_favorites (user_id, flag)
     select users.id, flags.name
     from users, (
       select name from flags where archived_at is null order by hashtext(name), name limit 20
     ) as flags
     where username = 'admin'`,
  );
  await cluster.query(database, 'vacuum analyze');
}
