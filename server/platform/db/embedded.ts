import { existsSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { ConfigError } from '../config-error.ts';
import { backUpOnSignal } from './backup.ts';
import { type DiskSpace, watchDiskSpace } from './disk-space.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';
import { listenOnEmbedded } from './listen.ts';
import { fromPool, type OpenDb } from './open.ts';
import { ReservedFiles } from './reserved-files.ts';

export const extensions = { pg_trgm };

/** An embedded database behind the same pool and driver as PostgreSQL; without a disk in memory. */
export function openEmbedded(
  pglite: PGlite,
  release: () => Promise<void>,
  space?: DiskSpace,
): OpenDb {
  // No idle timeout: closing the client would end the only session.
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
  });
  if (space) refuseWritesOnLowSpace(pool, space);
  const listener = listenOnEmbedded(pglite, (statement) => pool.query(statement));
  return fromPool(pool, listener, {
    explain: (error) => (isReadOnly(error) && space?.isLow() ? space.error() : error),
    afterClose: async () => {
      await pglite.close();
      await release();
    },
  });
}

/** Decides before each transaction, and each statement outside one: reads go on. */
function refuseWritesOnLowSpace(pool: pg.Pool, space: DiskSpace): void {
  let refusing = false;
  pool.on('acquire', (client) => {
    if (space.isLow() === refusing) return;
    refusing = !refusing;
    const value = refusing ? 'on' : 'off';
    // Sent before what the client is acquired for.
    client.query(`set default_transaction_read_only = ${value}`).catch(() => {});
  });
}

const isReadOnly = (error: unknown) => (error as { code?: string }).code === '25006';

export async function openFolder(dataDir: string): Promise<OpenDb> {
  const backups = backUpOnSignal(dataDir);
  const release = await lockDataDir(dataDir, backups.stop);
  try {
    const space = watchDiskSpace(dataDir);
    const pglite = await openFiles(dataDir, space);
    backups.ready();
    return openEmbedded(pglite, release, space);
  } catch (error) {
    await release();
    throw error;
  }
}

async function openFiles(dataDir: string, space: DiskSpace): Promise<PGlite> {
  const folder = join(dataDir, 'postgres');
  // A new database that is written only in part could never be opened.
  if (space.isLow() && !existsSync(join(folder, 'PG_VERSION'))) throw space.error();
  let panic: string | undefined;
  let opened = false;
  const onStderr = (line: string) => {
    panic = /(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? panic;
    return false;
  };
  const onAbort = () => {
    if (opened) endProcess(panic);
  };
  const files = new ReservedFiles(folder, { release: space.release, onAbort });
  try {
    const pglite = await PGlite.create({ fs: files, extensions, onStderr });
    opened = true;
    return pglite;
  } catch (error) {
    if (panic === undefined) throw error;
    throw new ConfigError(`The database in DATA_DIR ${dataDir} cannot be opened: ${panic}`);
  }
}

/** As PostgreSQL does: the next start recovers all that was committed. */
function endProcess(panic = 'no reason was given'): never {
  writeSync(2, `The embedded database failed, and Pennon ends: ${panic}.\n`);
  process.exit(1);
}

/** The given function is called when the folder is released, or cannot be locked. */
async function lockDataDir(dataDir: string, stop: () => void): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true });
    const release = await lockFolder(dataDir);
    return async () => {
      await release();
      stop();
    };
  } catch (error) {
    stop();
    if (error instanceof FolderInUseError) throw error;
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}
