import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Cleanup } from './cleanup.ts';
import { freePort, runProcess } from './processes.ts';

export type Cluster = {
  /** As shown in the report. */
  version: string;
  urlOf: (database: string) => string;
  /** Creates an empty database, which is dropped when the run ends. */
  createDatabase: (name: string) => Promise<string>;
  query: (database: string, text: string, values?: unknown[]) => Promise<Row[]>;
  /** Number of statements executed in a database; undefined without pg_stat_statements. */
  countStatements: ((database: string) => Promise<number>) | undefined;
};

type Row = Record<string, unknown>;

const prefix = `pennon_bench_${process.pid}_`;

/** The cluster of BENCH_DATABASE_URL, or a temporary one. */
export async function openCluster(cleanup: Cleanup): Promise<Cluster> {
  const given = process.env.BENCH_DATABASE_URL;
  const base = given ?? (await startPrivate(cleanup));
  const urlOf = (database: string) => {
    const url = new URL(base);
    url.pathname = `/${database}`;
    return url.toString();
  };
  const maintenance = new URL(base).pathname.slice(1) || 'postgres';
  const query: Cluster['query'] = async (database, text, values) => {
    const client = new pg.Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
      // Several statements return several results, which are not needed.
      return 'rows' in result ? result.rows : [];
    } finally {
      await client.end();
    }
  };
  const [row] = await query(maintenance, 'show server_version');
  return {
    version: `PostgreSQL ${String(row?.server_version).split(' ')[0]}`,
    urlOf,
    query,
    createDatabase: async (name) => {
      const database = `${prefix}${name}`;
      await query(maintenance, `create database ${database} template template0`);
      cleanup.add(() => query(maintenance, `drop database if exists ${database} with (force)`));
      return database;
    },
    countStatements: await statementCounter(maintenance, query),
  };
}

async function statementCounter(maintenance: string, query: Cluster['query']) {
  try {
    await query(maintenance, 'create extension if not exists pg_stat_statements');
    await query(maintenance, 'select from pg_stat_statements limit 1');
  } catch {
    return undefined;
  }
  return async (database: string) => {
    const [row] = await query(
      maintenance,
      `select coalesce(sum(calls), 0)::float as calls
       from pg_stat_statements join pg_database on pg_database.oid = dbid where datname = $1`,
      [database],
    );
    return Number(row?.calls);
  };
}

/** Durability stays on, as in production. */
const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '512MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  shared_preload_libraries: 'pg_stat_statements',
};

async function startPrivate(cleanup: Cleanup): Promise<string> {
  const binaries = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'pennon-bench-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const asOwner = ownerOf(folder);
  const data = join(folder, 'data');
  const control = join(binaries, 'pg_ctl');
  const port = await freePort();
  const options = [
    `-p ${port} -k ${folder}`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
  const initdb = join(binaries, 'initdb');
  await asOwner(`${initdb} -D ${data} -U postgres -A trust -E UTF8 --locale=C.UTF-8`);
  cleanup.add(() => asOwner(`${control} -D ${data} -m immediate stop || true`));
  await asOwner(`${control} -D ${data} -w -l ${folder}/log -o '${options}' start`);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/** The newest version in Debian's folder, or the one of pg_config. */
function findBinaries(): string {
  try {
    const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(a) - Number(b));
    const newest = versions.at(-1);
    if (newest !== undefined) return `/usr/lib/postgresql/${newest}/bin`;
  } catch {
    // Not Debian.
  }
  try {
    return execFileSync('pg_config', ['--bindir']).toString().trim();
  } catch {
    throw new Error('No PostgreSQL binaries found; install them or set BENCH_DATABASE_URL.');
  }
}

/** PostgreSQL does not run as root, so root switches to the account postgres. */
function ownerOf(folder: string): (command: string) => Promise<string> {
  if (process.getuid?.() !== 0) return (command) => runProcess('bash', ['-c', command]);
  const [user = 0, group = 0] = ['-u', '-g'].map((what) =>
    Number(execFileSync('id', [what, 'postgres']).toString()),
  );
  chownSync(folder, user, group);
  return (command) => runProcess('su', ['postgres', '-s', '/bin/bash', '-c', command]);
}
