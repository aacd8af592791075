import pg from 'pg';
import { type Row, SourceError } from './source.ts';

/** The rows of the tables of an Unleash database, at one moment. */
export type PeerDatabase = {
  has: (table: string, column?: string) => boolean;
  /** Empty if the table does not exist. */
  readAll: (table: string) => Promise<Row[]>;
  /** The rows of these parents. */
  readOf: (table: string, column: string, values: readonly unknown[]) => Promise<Row[]>;
  /** In the order of the key, which must be unique. */
  readPages: (table: string, key: readonly string[], options?: PageOptions) => AsyncIterable<Row[]>;
  count: (table: string, condition?: string) => Promise<number>;
  newestHours: (flags: readonly string[]) => Promise<Row[]>;
  applicationUsage: () => Promise<Row[]>;
  close: () => Promise<void>;
};

type PageOptions = {
  after?: readonly unknown[];
  size?: number;
  /** All, if absent; never fewer than the key has. */
  columns?: readonly string[];
};

/** A page of flags with all that belongs to them stays below some megabytes. */
const pageSize = 500;

/** Everything is read in one transaction, so that a running Unleash cannot change half of it. */
export async function openPeerDatabase(url: string): Promise<PeerDatabase> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'pennon import',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'; set statement_timeout = 0");
    await client.query('begin isolation level repeatable read read only');
    return await readerOf(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readerOf(client: pg.Client): Promise<PeerDatabase> {
  const columns = await listColumns(client);
  const has = (table: string, column?: string) =>
    column === undefined ? columns.has(table) : (columns.get(table)?.has(column) ?? false);
  const rowsOf = async (text: string, values: readonly unknown[] = []) =>
    (await client.query<{ row: Row }>(text, [...values])).rows.map(({ row }) => row);
  return {
    has,
    readAll: async (table) =>
      has(table) ? rowsOf(`select row_to_json(t) as row from ${quoted(table)} t`) : [],
    readOf: async (table, column, values) =>
      has(table)
        ? rowsOf(
            `select row_to_json(t) as row from ${quoted(table)} t
             where ${quoted(column)}::text = any($1::text[])`,
            [values],
          )
        : [],
    readPages: (table, key, options = {}) =>
      has(table) ? pagesOf({ rowsOf, table, key, ...options }) : noPages(),
    count: async (table, condition = 'true') => {
      if (!has(table)) return 0;
      const { rows } = await client.query<{ count: number }>(
        `select count(*) from ${quoted(table)} where ${condition}`,
      );
      return rows[0]?.count ?? 0;
    },
    newestHours: async (flags) => (has(usage) ? rowsOf(newestHours, [flags]) : []),
    applicationUsage: async () => (has(usage) ? rowsOf(applicationUsage) : []),
    close: () => client.end(),
  };
}

const usage = 'client_metrics_env';

/** The newest hour of each flag and environment, of all applications together. */
const newestHours = `
  select distinct on (feature_name, environment) json_build_object('feature_name', feature_name,
    'environment', environment, 'hour', timestamp, 'yes', sum(yes), 'no', sum(no)) as row
  from ${usage} where feature_name = any($1::text[])
  group by feature_name, environment, timestamp
  order by feature_name, environment, timestamp desc`;

const applicationUsage = `
  select json_build_object('application', app_name, 'environment', environment,
    'project', project, 'seen_at', max(timestamp)) as row
  from ${usage} join features on features.name = feature_name
  group by app_name, environment, project`;

async function listColumns(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ table: string; column: string; readable: boolean }>(`
    select relname as table, attname as column,
      has_table_privilege(pg_class.oid, 'select') as readable
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(current_schemas(false)) and relkind in ('r', 'p', 'v', 'm')
      and attnum > 0 and not attisdropped`);
  const unreadable = rows.find(({ table, readable }) => !readable && table === 'features');
  if (unreadable) {
    throw new SourceError(
      'The role may not read the tables of Unleash; grant it pg_read_all_data.',
    );
  }
  const columns = new Map<string, Set<string>>();
  for (const { table, column, readable } of rows) {
    if (!readable) continue;
    columns.set(table, (columns.get(table) ?? new Set()).add(column));
  }
  return columns;
}

type Paging = PageOptions & {
  rowsOf: (text: string, values?: readonly unknown[]) => Promise<Row[]>;
  table: string;
  key: readonly string[];
};

async function* pagesOf({ rowsOf, table, key, after, size = pageSize, columns }: Paging) {
  const names = key.map(quoted).join(', ');
  const position = key.map((_, index) => `$${index + 1}`).join(', ');
  for (let last = after; ; ) {
    const rows = await rowsOf(
      `select row_to_json(t) as row from (
         select ${columns?.map(quoted).join(', ') ?? '*'} from ${quoted(table)}
         ${last ? `where (${names}) > (${position})` : ''} order by ${names} limit ${size}) t`,
      last ?? [],
    );
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (rows.length < size || !end) return;
    last = key.map((column) => end[column]);
  }
}

async function* noPages(): AsyncGenerator<Row[]> {}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
