import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from './cleanup.ts';
import type { Cluster } from './cluster.ts';
import { freePort, runProcess, startProcess, waitUntilHealthy } from './processes.ts';
import { obtainTokens, sharedSettings, type Target, type Tokens } from './target.ts';

const folder = fileURLToPath(new URL('peer', import.meta.url));
const entry = join(folder, 'node_modules', 'unleash-server', 'dist', 'server.js');
const load = fileURLToPath(new URL('peer-load.sql', import.meta.url));

export const peerVersion: string = (
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  }
).dependencies['unleash-server'] as string;

/** Installed by its own lock file, in its own folder. */
export async function installPeer(): Promise<void> {
  if (existsSync(entry)) return;
  await runProcess('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Removes all configurable limits. */
const withoutLimits = {
  CHECK_VERSION: 'false',
  SEND_TELEMETRY: 'false',
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000',
  CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000',
  REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: '100000000',
  CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '100000000',
  UNLEASH_FEATURE_FLAGS_LIMIT: '100000000',
  UNLEASH_PROJECTS_LIMIT: '100000',
};

export type PeerSetup = { database: string; tokens: Tokens };

/**
 * Creates tables, accounts and tokens, but no flags. The peer is stopped again, because it would be busy
 * for minutes after its tables are filled, and disturb the measurements.
 */
export async function preparePeer(cluster: Cluster, cleanup: Cleanup): Promise<PeerSetup> {
  const database = await cluster.createDatabase('peer');
  const { started, port } = await runPeer(cluster, database, cleanup);
  // Before the copy, because creating a token records an event.
  const tokens = await obtainTokens(port);
  await started.stop();
  return { database, tokens };
}

export async function startPeer(
  cluster: Cluster,
  { database, tokens }: PeerSetup,
  cleanup: Cleanup,
): Promise<Target> {
  const { port } = await runPeer(cluster, database, cleanup);
  return { name: 'peer', port, tokens, database };
}

async function runPeer(cluster: Cluster, database: string, cleanup: Cleanup) {
  const port = await freePort();
  const started = startProcess(process.execPath, [entry], {
    cwd: folder,
    env: {
      ...sharedSettings(port),
      ...withoutLimits,
      DATABASE_URL: cluster.urlOf(database),
      DATABASE_SSL: 'false',
    },
  });
  cleanup.add(started.stop);
  await waitUntilHealthy(`http://127.0.0.1:${port}/health`, started);
  return { started, port };
}

export async function fillPeer(cluster: Cluster, peer: string, pennon: string): Promise<void> {
  const { hostname, port, username, password } = new URL(cluster.urlOf(pennon));
  const options = Object.entries({ host: hostname, port: port || '5432', dbname: pennon })
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(', ');
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  const account = Object.entries(login)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(', ');
  await cluster.query(
    peer,
    `create extension postgres_fdw;
     create server pennon foreign data wrapper postgres_fdw
       options (${options}, fetch_size '10000');
     create user mapping for current_user server pennon options (${account});
     create schema pennon;
     ${readFileSync(load, 'utf8')}`,
  );
  await cluster.query(peer, 'vacuum analyze');
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
