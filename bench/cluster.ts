import pg from 'pg';
import type { Cleanup } from './cleanup.ts';
import { startPostgres, temporaryFolder } from './postgres.ts';

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
  max_connections: '200',
  shared_buffers: '512MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  shared_preload_libraries: 'pg_stat_statements',
};

async function startPrivate(cleanup: Cleanup): Promise<string> {
  const { run, data } = temporaryFolder(cleanup);
  await run('initdb', `-D ${data('cluster')} -U postgres -A trust -E UTF8 --locale=C.UTF-8`);
  const { url } = await startPostgres({ run, data: data('cluster'), settings }, cleanup);
  return url;
}
