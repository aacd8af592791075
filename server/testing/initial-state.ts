import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';

/*
 * Restoring the rows of a new installation takes a tenth of the time of opening a new embedded
 * database, and a third of that of creating one on PostgreSQL, so that test files in one worker take turns with one database.
 */

/** Stores the rows of all tables and the state of all sequences in the schema `initial`. */
export async function storeInitialState(db: Db): Promise<void> {
  await sql.raw(definitions).execute(db);
}

/** False if the schema has changed since; the database cannot be used for another test then. */
export async function restoreInitialState(db: Db): Promise<boolean> {
  const { rows } = await sql<{ restored: boolean }>`select initial.restore() as restored`.execute(
    db,
  );
  return rows[0]?.restored === true;
}

const definitions = `
  create schema initial;

  create function initial.current_schema_digest() returns text language sql as $$
    select md5(string_agg(line, chr(10) order by line)) from (
      select format('%s %s %s %s %s', attrelid::regclass, attnum, attname, atttypid::regtype, attnotnull) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind <> 'i'
      union all
      select pg_get_constraintdef(oid) || conname from pg_constraint
      where connamespace = 'public'::regnamespace
      union all
      select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all
      select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select indexdef from pg_indexes where schemaname = 'public'
      union all
      select pg_get_viewdef(oid) || relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    ) as lines
  $$;

  create table initial.schema_digest as select initial.current_schema_digest() as digest;

  create table initial.filled (table_name text);

  create table initial.sequences (name text, value bigint, is_called boolean);

  do $$
  declare
    name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create table initial.%I as table public.%I', 'rows_of_' || name, name);
      -- Statistics that are collected between two tests would change plans at random.
      execute format('alter table public.%I set (autovacuum_enabled = false)', name);
      execute format(
        'insert into initial.filled select %L where exists (select from public.%I)', name, name);
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' loop
      execute format(
        'insert into initial.sequences select %L, last_value, is_called from public.%I', name, name);
    end loop;
  end
  $$;

  create function initial.restore() returns boolean language plpgsql as $$
  declare
    name text;
    columns text;
    sequence record;
  begin
    if initial.current_schema_digest() <> (select digest from initial.schema_digest) then
      return false;
    end if;
    -- Neither triggers nor foreign keys.
    set local session_replication_role = replica;
    if (select sum(pg_table_size(format('public.%I', tablename))) > 4000000
        from pg_tables where schemaname = 'public') then
      execute (
        select 'truncate ' || string_agg(format('public.%I', tablename), ', ')
        from pg_tables where schemaname = 'public'
      );
    else
      -- Much faster than to create the files of all tables and indexes again.
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('delete from public.%I', name);
      end loop;
    end if;
    for name in select table_name from initial.filled loop
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = format('public.%I', name)::regclass and attnum > 0
        and not attisdropped and attgenerated = '';
      execute format(
        'insert into public.%1$I (%2$s) overriding system value select %2$s from initial.%3$I',
        name, columns, 'rows_of_' || name);
    end loop;
    for sequence in select * from initial.sequences loop
      perform setval(format('public.%I', sequence.name), sequence.value, sequence.is_called);
    end loop;
    return true;
  end
  $$`;
