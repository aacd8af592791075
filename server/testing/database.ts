import { randomBytes } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { extensions, openEmbedded } from '../platform/db/embedded.ts';
import { type OpenDb, openPostgres } from '../platform/db/open.ts';

/** Set by the test run: the PostgreSQL server to test on; empty for the embedded database. */
const postgresUrl = process.env.PENNON_TEST_POSTGRES ?? '';
/** Set by the test run: a migrated database to copy, by its name or by its file. */
const template = process.env.PENNON_TEST_TEMPLATE ?? '';

export const onPostgres = postgresUrl !== '';

export const testLimits = { poolMax: 10, connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

/** A freshly installed database of its own for each caller: migrated, with the first-install data. */
export async function openTestDb(): Promise<OpenDb> {
  if (template === '') throw new Error('run the tests with npm test: it prepares the databases');
  if (!onPostgres) {
    const loadDataDir = new Blob([await readFile(template)]);
    return openEmbedded(await PGlite.create({ loadDataDir, extensions }), async () => {});
  }
  const { url, drop } = await createPostgresDatabase(template);
  const opened = openPostgres(url, testLimits);
  return { ...opened, close: () => opened.close().then(drop) };
}

/** Another database on the PostgreSQL under test; `template0` makes an empty one. */
async function createPostgresDatabase(from: string) {
  const name = `pennon_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} template ${from}`);
  const drop = () => runOnServer(`drop database if exists ${name} with (force)`);
  return { url: databaseUrl(name), drop };
}

/** Where the test run keeps embedded databases to copy: one without tables, one migrated. */
export const foldersOf = (file: string) => ({ bare: `${file}.bare`, migrated: `${file}.migrated` });

/** Puts an embedded database into the folder, in a fraction of the time of making it. */
export async function copyDatabase(kind: 'bare' | 'migrated', folder: string): Promise<void> {
  await cp(foldersOf(template)[kind], folder, { recursive: true });
}

/** A PostgreSQL database of the kind. */
export const createDatabase = (kind: 'bare' | 'migrated') =>
  createPostgresDatabase(kind === 'bare' ? 'template0' : template);

export async function runOnServer(statement: string, url = postgresUrl): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseUrl(name: string, server = postgresUrl): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
