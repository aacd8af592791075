import { type OpenDb, openPostgres, type PoolLimits } from './open.ts';

export type DbOptions = PoolLimits & {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  dataDir: string;
};

/** A pool on PostgreSQL if it is configured, else the embedded database in the data folder. */
export async function openDb(config: DbOptions): Promise<OpenDb> {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config);
  // Loaded only if it is used: it is a complete database.
  const { openFolder } = await import('./embedded.ts');
  return openFolder(config.dataDir);
}

/** Connects on the first read. */
export const openStandby = ({ databaseReadUrl, ...limits }: DbOptions): OpenDb | undefined =>
  databaseReadUrl === undefined
    ? undefined
    : openPostgres(databaseReadUrl, limits, { readOnly: true });
