import type { Config } from '../../config.ts';
import { type OpenDb, openPostgres } from './open.ts';

/** A pool on PostgreSQL where one is configured, else the embedded database in the data folder. */
export async function openDb(config: Config): Promise<OpenDb> {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config);
  // Loaded only where it is used: it is a whole database.
  const { openFolder } = await import('./embedded.ts');
  return openFolder(config.dataDir);
}
