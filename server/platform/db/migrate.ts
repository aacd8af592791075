import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './open.ts';

/** The database was migrated by a newer Pennon than this one. */
export class NewerSchemaError extends Error {}

const folder = new URL('./migrations/', import.meta.url);

/** Any number that no other program on the same database uses. */
const migrationLock = 7_366_001;

/** Brings the schema up to date in one transaction; processes that start together wait their turn. */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await sql`create table if not exists migrations (
      name text primary key,
      applied_at timestamptz(3) not null default clock_timestamp()
    )`.execute(tx);
    const pending = await listPending(tx);
    for (const name of pending) await apply(tx, name);
    return pending;
  });
}

/** The migrations that a start would apply. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db);
  return rows[0]?.exists ? listPending(db) : listFiles();
}

async function listPending(db: Db): Promise<string[]> {
  const known = await listFiles();
  const applied = await db.selectFrom('migrations').select('name').execute();
  const unknown = applied.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new NewerSchemaError(
      `The database was migrated by a newer Pennon (it has ${unknown.join(', ')}); ` +
        'start that version, or restore a backup made before the upgrade.',
    );
  }
  const done = new Set(applied.map(({ name }) => name));
  return known.filter((name) => !done.has(name));
}

async function listFiles(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.sql')).sort();
}

async function apply(tx: Tx, name: string): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8');
  await sql.raw(statements).execute(tx);
  await tx.insertInto('migrations').values({ name }).execute();
}
