import { type Config, readConfig } from './config.ts';
import type { Db } from './platform/db/open.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command with an open database, which is closed afterwards. */
export async function withDb(
  { env }: Terminal,
  work: (db: Db, config: Config) => Promise<number>,
): Promise<number> {
  const config = readConfig(env);
  const { openDb } = await import('./platform/db/connect.ts');
  const opened = await openDb(config);
  try {
    return await work(opened.db, config);
  } finally {
    await opened.close();
  }
}

/** Migrates, and returns the means to run commands. */
export async function prepare(db: Db) {
  const { migrate } = await import('./platform/db/migrate.ts');
  await migrate(db);
  return (await import('./transactions.ts')).transactionsOf(db);
}
