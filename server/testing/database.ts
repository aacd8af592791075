import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { extensions, openEmbedded } from '../platform/db/embedded.ts';
import { type OpenDb, openPostgres } from '../platform/db/open.ts';
import { atEnd } from './cleanup.ts';
import { restoreInitialState } from './initial-state.ts';

/** Set by the test run: the PostgreSQL server under test; empty for the embedded database. */
const postgresUrl = process.env.PENNON_TEST_POSTGRES ?? '';
/** Set by the test run: the name or the file of a migrated database to copy. */
const template = process.env.PENNON_TEST_TEMPLATE ?? '';

export const onPostgres = postgresUrl !== '';

export const testLimits = { poolMax: 10, connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

/**
 * A migrated database with the data of a new installation, closed at the end of the test or file. It
 * is then reused, unless the test needs `close` to make it unavailable.
 */
export async function openTestDb({ reusable = true } = {}): Promise<OpenDb> {
  if (template === '')
    throw new Error('Run the tests with `npm test`, which prepares the databases.');
  const { close, ...opened } = await (reusable ? openReusable() : openCopy());
  let closed: Promise<void> | undefined;
  const closeOnce = () => {
    closed ??= close();
    return closed;
  };
  atEnd(closeOnce);
  return { ...opened, close: closeOnce };
}

/** Databases of this worker that no test uses. */
const idle: OpenDb[] = [];

async function openReusable(): Promise<OpenDb> {
  const opened = idle.pop() ?? (await openCopy());
  const close = async () => {
    if (await restoreInitialState(opened.db)) idle.push(opened);
    else await opened.close();
  };
  return { ...opened, close };
}

const openCopy = () => (onPostgres ? openOnServer() : openInMemory());

async function openOnServer(): Promise<OpenDb> {
  const { url, drop } = await createPostgresDatabase(template);
  const opened = openPostgres(url, testLimits);
  return { ...opened, close: () => opened.close().then(drop) };
}

async function openInMemory(): Promise<OpenDb> {
  const loadDataDir = new Blob([await readFile(template)]);
  return openEmbedded(await PGlite.create({ loadDataDir, extensions }), async () => {});
}

/** A new database on the PostgreSQL server under test; `template0` creates an empty one. */
async function createPostgresDatabase(from: string) {
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} template ${from}`);
  const drop = async () => {
    await runOnServer(`drop database if exists ${name} with (force)`);
  };
  return { url: databaseUrl(name), drop };
}

/** The folders of the embedded databases to copy: one without tables, one migrated. */
export const foldersOf = (file: string) => ({ bare: `${file}.bare`, migrated: `${file}.migrated` });

/** Copying an embedded database takes a fraction of the time of creating it. */
export async function copyDatabase(kind: 'bare' | 'migrated', folder: string): Promise<void> {
  // By a program, because `cp` of Node takes five times as long for a thousand files.
  await promisify(execFile)('cp', ['-r', foldersOf(template)[kind], folder]);
}

export const createDatabase = (kind: 'bare' | 'migrated') =>
  createPostgresDatabase(kind === 'bare' ? 'template0' : template);

export async function runOnServer(
  statement: string,
  url = postgresUrl,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export function databaseUrl(name: string, server = postgresUrl): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
