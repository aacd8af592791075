import { pendingMigrations } from '../db/migrate.ts';
import type { Db } from '../db/open.ts';
import { SchemaMismatchError } from '../db/schema-mismatch.ts';
import { broken, type Finding, ok, warning } from './finding.ts';
import { findIdentity, findServer, type Server } from './queries.ts';

/** Checks of the database, by statements that only read. */

export type CheckOptions = {
  embedded: boolean;
  poolMax: number;
  now: () => number;
};

export async function checkDatabase(db: Db, options: CheckOptions): Promise<Finding[]> {
  const before = options.now();
  const server = await findServer(db);
  const after = options.now();
  return [
    checkVersion(server, options),
    checkWritable(server),
    checkEncoding(server),
    checkPrivileges(server),
    checkExtension(server),
    await checkMigrations(db),
    checkDurability(server, options),
    checkClock(server.nowMs, { before, after }),
    ...(options.embedded ? [] : [checkConnections(server, options)]),
  ];
}

function checkVersion({ version, versionNumber }: Server, { embedded }: CheckOptions): Finding {
  const name = `${embedded ? 'Embedded ' : ''}PostgreSQL ${version}`;
  if (versionNumber >= 150_000) return ok('Database', name);
  return broken('Database', `${name} is too old.`, 'Upgrade to PostgreSQL 15 or newer.');
}

function checkWritable({ readOnly }: Server): Finding {
  if (!readOnly) return ok('Writes', 'The database accepts writes.');
  return broken(
    'Writes',
    'The database is read-only: a standby, or default_transaction_read_only is on.',
    'Set DATABASE_URL to the primary.',
  );
}

function checkEncoding({ encoding }: Server): Finding {
  if (encoding === 'UTF8') return ok('Encoding', encoding);
  return broken(
    'Encoding',
    `The database has the encoding ${encoding}.`,
    "Create it with: create database … encoding 'UTF8' template template0",
  );
}

function checkPrivileges({ role, mayCreateInSchema, ...server }: Server): Finding {
  const { foreignTables, mayWrite } = server;
  if (foreignTables.length > 0 && mayWrite) {
    const text = `The role "${role}" can change data; migrate as the owner of the tables.`;
    return ok('Privileges', text);
  }
  if (foreignTables.length > 0) {
    return broken(
      'Privileges',
      `The role "${role}" does not own tables such as ${foreignTables.join(', ')}.`,
      'Connect as their owner, or change the owner with: reassign owned by … to …',
    );
  }
  if (mayCreateInSchema) return ok('Privileges', `The role "${role}" can create tables.`);
  return broken(
    'Privileges',
    `The role "${role}" cannot create tables.`,
    `Run as an administrator: grant create on schema public to "${role}"`,
  );
}

function checkExtension(server: Server): Finding {
  if (server.hasTrigrams) return ok('Extensions', 'pg_trgm is installed.');
  if (!server.trigramsAvailable) {
    return broken(
      'Extensions',
      'The PostgreSQL server does not have the extension pg_trgm.',
      'Install the package with the contrib modules of PostgreSQL.',
    );
  }
  if (server.mayCreateExtension) {
    return ok('Extensions', 'pg_trgm is available; the first start installs it.');
  }
  return broken(
    'Extensions',
    `The role "${server.role}" cannot install the extension pg_trgm.`,
    'Run as an administrator in this database: create extension pg_trgm',
  );
}

async function checkMigrations(db: Db): Promise<Finding> {
  try {
    const pending = await pendingMigrations(db);
    if (pending.length === 0) return ok('Schema', 'The schema is up to date.');
    const count = pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`;
    return ok('Schema', `${count} pending; the next start or pennon migrate applies them.`);
  } catch (error) {
    if (error instanceof SchemaMismatchError) return broken('Schema', error.message, '');
    // The owner of the tables is named by another check.
    if ((error as { code?: string }).code !== '42501') throw error;
    return broken('Schema', 'The migrations cannot be read.', 'See Privileges.');
  }
}

function checkDurability(server: Server, { embedded }: CheckOptions): Finding {
  if (embedded) {
    return warning(
      'Durability',
      'The embedded database does not wait for the disk: a power failure can lose writes.',
      'Back up with pennon backup, or use PostgreSQL.',
    );
  }
  if (!server.fsync || !server.fullPageWrites) {
    return broken(
      'Durability',
      'PostgreSQL runs with fsync or full_page_writes off: a crash can destroy the database.',
      'Switch both on in postgresql.conf.',
    );
  }
  if (server.synchronousCommit) return ok('Durability', 'fsync and synchronous_commit are on.');
  return warning(
    'Durability',
    'synchronous_commit is off: a crash can lose acknowledged writes.',
    `Run: alter role "${server.role}" set synchronous_commit = on`,
  );
}

const clockWarningMs = 1000;
const clockBrokenMs = 60_000;

/** Only the part of the difference that the duration of the query does not explain. */
function checkClock(nowMs: number, { before, after }: { before: number; after: number }): Finding {
  const differenceMs = Math.max(0, before - nowMs, nowMs - after);
  const text = `The clock differs from that of the database by ${Math.round(differenceMs)} ms.`;
  const advice = 'Synchronise the clocks of both machines, for example with chrony.';
  if (differenceMs >= clockBrokenMs) return broken('Clock', text, advice);
  if (differenceMs >= clockWarningMs) return warning('Clock', text, advice);
  return ok('Clock', text);
}

function checkConnections({ connectionsMax }: Server, { poolMax }: CheckOptions): Finding {
  // One more, for notifications.
  const needed = poolMax + 1;
  const text = `PostgreSQL allows ${connectionsMax} connections; this process uses up to ${needed}.`;
  if (needed <= connectionsMax) return ok('Connections', text);
  return warning('Connections', text, 'Lower DATABASE_POOL_MAX, or raise max_connections.');
}

/** Reading from another database would show other flags. */
export async function checkStandby(primary: Db, standby: Db): Promise<Finding> {
  const [one, other] = await Promise.all([findIdentity(primary), findIdentity(standby)]);
  if (one === other) return ok('Standby', 'It is a copy of the database of DATABASE_URL.');
  return broken(
    'Standby',
    'The database of DATABASE_READ_URL is not a copy of that of DATABASE_URL.',
    'Set DATABASE_READ_URL to a standby with physical replication.',
  );
}
