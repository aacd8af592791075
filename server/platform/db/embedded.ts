import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { ConfigError } from '../config-error.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';
import { listenOnEmbedded } from './listen.ts';
import { fromPool, type OpenDb } from './open.ts';

export const extensions = { pg_trgm };

/** An embedded database behind the same pool and driver as PostgreSQL. */
export function openEmbedded(pglite: PGlite, release: () => Promise<void>): OpenDb {
  // No idle timeout: closing the client would end the only session.
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
  });
  const listener = listenOnEmbedded(pglite, (statement) => pool.query(statement));
  return fromPool(pool, listener, async () => {
    await pglite.close();
    await release();
  });
}

export async function openFolder(dataDir: string): Promise<OpenDb> {
  const release = await lockDataDir(dataDir);
  try {
    const pglite = await PGlite.create(join(dataDir, 'postgres'), { extensions });
    return openEmbedded(pglite, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true });
    return await lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUseError) throw error;
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}
