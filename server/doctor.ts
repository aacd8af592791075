import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { checkDatabase, checkStandby } from './platform/checks/database.ts';
import { broken, type Finding, ok, warning } from './platform/checks/finding.ts';
import {
  checkDataFolder,
  checkDiskSpace,
  checkNode,
  checkPort,
  isHealthy,
} from './platform/checks/machine.ts';
import { ConfigError } from './platform/config-error.ts';
import { openDb, openStandby } from './platform/db/connect.ts';
import { describeDatabaseFailure } from './platform/db/failures.ts';
import type { Db } from './platform/db/open.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

/** What the checks compare with. */
export type Machine = { now: () => number; nodeVersion: string };

const thisMachine: Machine = { now: Date.now, nodeVersion: process.versions.node };

/** Prints one line per check; returns 1 if something would keep the server from working, else 0. */
export async function examine(terminal: Terminal, machine: Machine = thisMachine): Promise<number> {
  const findings = await allFindings(terminal.env, machine);
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { status, check, text } of findings) {
    terminal.stdout.write(`${status.padEnd(7)}  ${check.padEnd(width)}  ${text.trim()}\n`);
  }
  const failed = findings.filter(({ status }) => status === 'broken').map(({ check }) => check);
  if (failed.length === 0) return 0;
  terminal.stdout.write(`\nBroken: ${failed.join(', ')}.\n`);
  return 1;
}

async function allFindings(env: Terminal['env'], machine: Machine): Promise<Finding[]> {
  const general = [
    ok('Pennon', `${version} on ${process.platform} ${process.arch}`),
    checkNode(machine.nodeVersion),
  ];
  const config = configOf(env);
  if (config instanceof ConfigError) {
    return [...general, broken('Configuration', `${config.message}.`, 'Correct the variable.')];
  }
  const serverResponds = await isHealthy(config);
  return [
    ...general,
    ok('Configuration', 'All variables are valid.'),
    await checkPort(config, serverResponds),
    ...(await storageFindings(config, machine, serverResponds)),
  ];
}

function configOf(env: Terminal['env']): Config | ConfigError {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function storageFindings(
  config: Config,
  machine: Machine,
  serverResponds: boolean,
): Promise<Finding[]> {
  if (config.databaseUrl !== undefined) return databaseFindings(config, machine);
  const { dataDir } = config;
  const folder = await checkDataFolder(dataDir, serverResponds);
  const files = [folder, await checkDiskSpace(dataDir)];
  if (files.some(({ status }) => status === 'broken')) return files;
  if (serverResponds) {
    return [...files, ok('Database', 'In use by the server; stop it to check the database.')];
  }
  // Opening it would create it.
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    return [...files, ok('Database', 'There is none yet; the first start creates it.')];
  }
  return [...files, ...(await databaseFindings(config, machine))];
}

async function databaseFindings(config: Config, { now }: Machine): Promise<Finding[]> {
  const { databaseUrl, poolMax } = config;
  try {
    const opened = await openDb(config);
    try {
      const embedded = databaseUrl === undefined;
      return [
        ...(await checkDatabase(opened.db, { embedded, poolMax, now })),
        ...(await standbyFindings(opened.db, config)),
      ];
    } finally {
      await opened.close();
    }
  } catch (error) {
    const text = describeDatabaseFailure(error) ?? `${(error as Error).message}.`;
    return [broken('Database', text, adviceFor(config))];
  }
}

/** Without the standby the server works, so that its absence is a warning. */
async function standbyFindings(primary: Db, config: Config): Promise<Finding[]> {
  const standby = openStandby(config);
  if (standby === undefined) return [];
  try {
    return [await checkStandby(primary, standby.db)];
  } catch (error) {
    const text = describeDatabaseFailure(error) ?? `${(error as Error).message}.`;
    const advice = 'Check DATABASE_READ_URL. Until it works, the primary serves all reads.';
    return [warning('Standby', text.replace('DATABASE_URL', 'DATABASE_READ_URL'), advice)];
  } finally {
    await standby.close();
  }
}

const adviceFor = ({ databaseUrl }: Config) =>
  databaseUrl === undefined
    ? 'Restore a backup of DATA_DIR.'
    : 'Check the host, port, database, role and password in DATABASE_URL, and that it is running.';
