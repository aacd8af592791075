import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';

/** Arbitrary, but no other advisory lock of the database may use it. */
const partitionsLock = 7_366_021;

/** Less than the deadlock_timeout of PostgreSQL, so that no other transaction is aborted. */
const lockTimeout = '500ms';

/** False while another process works on the partitions. */
export async function tryLockPartitions(tx: Tx): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx);
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${partitionsLock}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Whether the role of this connection may change the table. */
export async function isOwner(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(relowner, 'usage') as owner from pg_class
    where oid = 'events'::regclass`.execute(db);
  return rows[0]?.owner ?? false;
}

export async function hasMoreEvents(db: Db, limit: number): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    select newest > ${limit} and exists (select id from events order by id offset ${limit}) as more
    from event_log_version`.execute(db);
  return rows[0]?.more ?? false;
}

export type OpenPartition = {
  name: string;
  /** Whether it can be closed without reading it. */
  validated: boolean;
  empty: boolean;
};

/** Undefined if the log is not partitioned. */
export async function findOpenPartition(db: Db): Promise<OpenPartition | undefined> {
  const { rows } = await sql<OpenPartition>`
    select name, convalidated as validated,
      not exists (select from events where id >= first_id) as empty
    from event_partitions
    join pg_constraint on conrelid = name::regclass and conname = 'events_end'
    where last_id is null`.execute(db);
  return rows[0];
}

export async function setPartitioned(tx: Tx, month: string): Promise<void> {
  await sql`select partition_events(${month})`.execute(tx);
}

/** Reads the whole partition, while events are written to it. */
export async function setValidated(tx: Tx, name: string): Promise<void> {
  await sql`alter table ${sql.table(name)} validate constraint events_end`.execute(tx);
}

export async function setClosed(tx: Tx, month: string, now: string): Promise<void> {
  await sql`select close_event_partition(${month}, ${now}::timestamptz)`.execute(tx);
}

export type OldPartition = { name: string; lastId: number; lastHash: string; events: number };

/** The oldest partition, if it was closed before the given number of months. */
export async function findOldPartition(
  tx: Tx,
  months: number,
  now: string,
): Promise<OldPartition | undefined> {
  const { rows } = await sql<OldPartition>`
    select name, last_id as "lastId", encode(hash, 'hex') as "lastHash",
      (select count(*) from events where id >= first_id and id <= last_id) as events
    from (select * from event_partitions order by first_id limit 1) as oldest
    join events on events.id = last_id
    where closed_at <= ${now}::timestamptz - make_interval(months => ${months})`.execute(tx);
  return rows[0];
}

export async function deletePartition(tx: Tx, name: string): Promise<void> {
  await sql`select drop_event_partition(${name})`.execute(tx);
}
