import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type Server = {
  version: string;
  versionNumber: number;
  encoding: string;
  readOnly: boolean;
  fsync: boolean;
  fullPageWrites: boolean;
  synchronousCommit: boolean;
  connectionsMax: number;
  role: string;
  mayCreateInSchema: boolean;
  foreignTables: string[];
  mayWrite: boolean;
  hasTrigrams: boolean;
  trigramsAvailable: boolean;
  mayCreateExtension: boolean;
  nowMs: number;
};

/** The settings and privileges that Pennon depends on. */
export async function findServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') = 'on' as "readOnly",
      current_setting('fsync') = 'on' as fsync,
      current_setting('full_page_writes') = 'on' as "fullPageWrites",
      current_setting('synchronous_commit') <> 'off' as "synchronousCommit",
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as "connectionsMax",
      current_user::text as role,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateInSchema",
      array(
        select relname::text from pg_class
        where relnamespace = (select oid from pg_namespace where nspname = current_schema())
          and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
        order by relname limit 3
      ) as "foreignTables",
      coalesce(has_table_privilege(to_regclass('flags'), 'insert')
        and has_table_privilege(to_regclass('events'), 'insert'), false) as "mayWrite",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "trigramsAvailable",
      has_database_privilege(current_database(), 'create') as "mayCreateExtension",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`.execute(db);
  return rows[0] as Server;
}

/** Equal for a primary and its standbys, and the name of the database. */
export async function findIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || ' ' || current_database() as identity
    from pg_control_system()`.execute(db);
  return String(rows[0]?.identity);
}
