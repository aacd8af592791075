import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './open.ts';
import { SchemaMismatchError } from './schema-mismatch.ts';

const folder = new URL('./migrations/', import.meta.url);
const repeatable = 'repeatable/';

/** The first migration of the numbering that preceded the baseline. */
const firstOfOldNumbering = '0001_access.sql';

/** An arbitrary number that no other program on the same database uses. */
const migrationLock = 7_366_001;

type Migration = { name: string; statements: string; checksum: string };

/** Shorter than `deadlock_timeout`, so that PostgreSQL never ends a transaction of another process. */
const lockTimeoutMs = 500;
/** With the pauses, for about two minutes. */
const attemptsMax = 150;
/** SQLSTATEs of a lock that was not released in time and of a deadlock. */
const lockConflicts = new Set(['55P03', '40P01']);

/**
 * Brings the schema up to date in one transaction and returns what it applied: the numbered files that
 * are missing, then the repeatable files whose content changed. Processes that start together wait for
 * each other; a table that other transactions use is not waited for, but the transaction is repeated.
 */
export async function migrate(db: Db): Promise<string[]> {
  // The role of the server may be allowed to change data only.
  if ((await pendingMigrations(db)).length === 0) return [];
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyPending(db);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (attempt === attemptsMax || !lockConflicts.has(code)) throw error;
      await delay(Math.random() * 2 * lockTimeoutMs);
    }
  }
}

function applyPending(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx);
    await sql`create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz(3) not null default clock_timestamp()
    )`.execute(tx);
    const pending = await listPending(tx);
    for (const migration of pending) await apply(tx, migration);
    return pending.map(({ name }) => name);
  });
}

/** The migrations that a start would apply. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db);
  const pending = rows[0]?.exists ? await listPending(db) : await readMigrations();
  return pending.map(({ name }) => name);
}

async function listPending(db: Db): Promise<Migration[]> {
  const migrations = await readMigrations();
  await assertUsable(db, migrations);
  const applied = await db.selectFrom('migrations').select(['name', 'checksum']).execute();
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const pending = migrations.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const edited = pending.filter(({ name }) => !name.startsWith(repeatable) && checksums.has(name));
  if (edited.length > 0) {
    throw new SchemaMismatchError(
      `${namesOf(edited)} changed after the database was migrated; ` +
        'restore the file, or use an empty database.',
    );
  }
  return pending;
}

/** Reads names only: the table of the old numbering has no checksums. */
async function assertUsable(db: Db, migrations: readonly Migration[]): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  const applied = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  const unknown = applied.filter(({ name }) => !names.has(name));
  if (unknown.some(({ name }) => name === firstOfOldNumbering)) {
    throw new SchemaMismatchError(
      `The database was created before the baseline migrations (it has ${firstOfOldNumbering}) ` +
        'and cannot be migrated; use an empty database.',
    );
  }
  if (unknown.length > 0) {
    throw new SchemaMismatchError(
      `The database was migrated by a newer Pennon (it has ${namesOf(unknown)}); ` +
        'start that version, or restore a backup made before the upgrade.',
    );
  }
}

const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name).join(', ');

/** Numbered files first, then repeatable ones, each ordered by name. */
async function readMigrations(): Promise<Migration[]> {
  const names = [...(await listFiles('')), ...(await listFiles(repeatable))];
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(new URL(name, folder), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}

async function listFiles(under: string): Promise<string[]> {
  const files = await readdir(new URL(under, folder));
  return files
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => under + file);
}

async function apply(tx: Tx, { name, statements, checksum }: Migration): Promise<void> {
  await sql.raw(statements).execute(tx);
  await sql`insert into migrations (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, applied_at = clock_timestamp()`.execute(
    tx,
  );
}
