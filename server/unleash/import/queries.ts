import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { storableJson } from '../../platform/db/records.ts';
import type { Reference, Row } from './layout.ts';

export type ImportState = { lastEventId: number; recorded: boolean };

/** Undefined before the first run. */
export async function findImport(db: Db, source: string): Promise<ImportState | undefined> {
  return db
    .selectFrom('imports')
    .select(['last_event_id as lastEventId', 'recorded'])
    .where('source', '=', source)
    .executeTakeFirst();
}

/** One run at a time, until the transaction ends. */
export async function lockImport(tx: Tx, source: string): Promise<void> {
  await tx
    .insertInto('imports')
    .values({ source })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom('imports')
    .select('source')
    .where('source', '=', source)
    .forUpdate()
    .execute();
}

export async function setRecorded(tx: Tx, source: string, recorded: boolean): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ recorded })
    .where('source', '=', source)
    .where('recorded', '<>', recorded)
    .execute();
}

/** False if another run has imported events meanwhile. */
export async function setLastEvent(
  tx: Tx,
  source: string,
  { before, after }: { before: number; after: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ last_event_id: after })
    .where('source', '=', source)
    .where('last_event_id', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The events that the transaction has just appended: no other one can append until it ends. */
export async function insertImportedEvents(tx: Tx, count: number): Promise<void> {
  await sql`
    insert into imported_events (first_id, last_id)
    select min(id), max(id) from (select id from events order by id desc limit ${count}) as newest
    `.execute(tx);
}

export async function listIds(db: Db, source: string) {
  return db
    .selectFrom('imported_ids')
    .select(['kind', 'source_id as sourceId', 'id'])
    .where('source', '=', source)
    .execute();
}

export type NewId = { source_id: string; id: number };

export async function insertIds(
  tx: Tx,
  { source, kind }: { source: string; kind: string },
  ids: readonly NewId[],
): Promise<void> {
  await sql`
    insert into imported_ids (source, kind, source_id, id)
    select ${source}, ${kind}, source_id, id from ${given('imported_ids', ids)}
    on conflict do nothing`.execute(tx);
}

/** Rows of the source that it no longer has; returns their number. */
export async function deleteMissing(
  tx: Tx,
  { source, kind }: { source: string; kind: string },
  present: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from imported_ids
    where source = ${source} and kind = ${kind} and source_id <> all(${present}::text[])
    returning id`.execute(tx);
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(kind)}
    where id = any(${rows.map(({ id }) => id)}::integer[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Requests of the author for the environment that are pending, but for the given one. */
export async function listOtherPending(
  tx: Tx,
  { project, environment, author }: { project: string; environment: string; author: number },
  request: number | null,
) {
  return tx
    .selectFrom('change_requests')
    .select('id')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .where('created_by', '=', author)
    .where(sql<boolean>`state in ('Draft', 'In review', 'Approved')`)
    .where(sql<boolean>`id is distinct from ${request}::integer`)
    .execute();
}

/** The ids of stored rows by each of their names. */
export async function findByNames(
  tx: Tx,
  table: string,
  { column, folded, names }: { column: string; folded: boolean; names: readonly string[] },
): Promise<Map<string, number>> {
  const stored = folded ? sql`lower(${sql.ref(column)})` : sql.ref(column);
  const live = table === 'users' ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql<{ name: string; id: number }>`
    select ${stored} as name, id from ${sql.table(table)}
    where ${stored} = any(${names}::text[]) and ${live}`.execute(tx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** The wanted ids where they are free, and new ones otherwise. */
export async function allocateIds(
  tx: Tx,
  table: string,
  wanted: readonly (number | null)[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select case when given is null or exists (select from ${sql.table(table)} where id = given)
      then nextval(${sequenceOf(table)}) else given end as id
    from unnest(${wanted}::integer[]) with ordinality as wanted (given, position)
    order by position`.execute(tx);
  return rows.map(({ id }) => id);
}

/** After rows with chosen ids, so that generated ones do not collide with them. */
export async function advanceSequence(tx: Tx, table: string): Promise<void> {
  await sql`
    select setval(${sequenceOf(table)}, greatest((select max(id) from ${sql.table(table)}),
      nextval(${sequenceOf(table)})))`.execute(tx);
}

const sequenceOf = (table: string) => sql`pg_get_serial_sequence(${table}, 'id')`;

/** The values of a reference that do not exist, each as JSON text of a list. */
export async function listMissing(
  tx: Tx,
  table: string,
  { columns, table: target, key }: Reference,
  rows: readonly Row[],
): Promise<Set<string>> {
  const matches = columns.map(
    (column, index) => sql`${sql.ref(`stored.${key[index]}`)} = ${sql.ref(`given.${column}`)}`,
  );
  const present = columns.map((column) => sql`${sql.ref(`given.${column}`)} is not null`);
  const { rows: missing } = await sql<{ position: number }>`
    select position::integer from ${numbered(table, rows)}
    where ${sql.join(present, sql` and `)} and not exists (
      select from ${sql.table(target)} as stored where ${sql.join(matches, sql` and `)})`.execute(
    tx,
  );
  return new Set(missing.map(({ position }) => referenceKey(rows[position - 1] ?? {}, columns)));
}

export const referenceKey = (row: Row, columns: readonly string[]) =>
  JSON.stringify(columns.map((column) => row[column] ?? null));

export type Saved = { created: number; changed: readonly Row[] };

/**
 * The rows that are not stored, or differ from what is stored. They are found by a read, because
 * triggers of a statement run even if it changes nothing.
 */
export async function listDifferent(
  tx: Tx,
  table: string,
  rows: readonly Row[],
  { key, identity }: Keys,
): Promise<Row[]> {
  const columns = Object.keys(rows[0] ?? {});
  const others = columns.map(
    (column) =>
      sql`${sql.ref(`stored.${column}`)} is not distinct from ${sql.ref(`given.${column}`)}`,
  );
  // Without a key, a row with the same identity is not updated.
  const same =
    key === undefined
      ? sameIdentity('stored', identity)
      : sql.join([sameKey(key), ...others], sql` and `);
  const { rows: different } = await sql<{ position: number }>`
    select position::integer from ${numbered(table, rows)}
    where not exists (
      select from ${sql.table(table)} as stored where ${same})
    order by position`.execute(tx);
  const positions = new Set(different.map(({ position }) => position));
  return rows.filter((_, index) => positions.has(index + 1));
}

/** Equality, unlike `is not distinct from`, can use an index. */
const sameKey = (key: readonly string[]) =>
  sql.join(
    key.map((column) => sql`${sql.ref(`stored.${column}`)} = ${sql.ref(`given.${column}`)}`),
    sql` and `,
  );

/** Columns of an identity may be null; equality of texts can use a hash join. */
const sameIdentity = (table: string, identity: readonly string[]) =>
  sql.join(
    identity.map(
      (column) => sql`coalesce(${sql.ref(`given.${column}`)}::text, '') =
        coalesce(${sql.ref(`${table}.${column}`)}::text, '')`,
    ),
    sql` and `,
  );

type Keys = { key: readonly string[] | undefined; identity: readonly string[] };

/** Inserts rows, or updates them by their key; without a key, rows that exist are left. */
export async function saveRows(
  tx: Tx,
  table: string,
  rows: readonly Row[],
  { key, identity }: Keys,
): Promise<Saved> {
  const columns = Object.keys(rows[0] ?? {});
  const { rows: written } = await sql<Row & { created_now: boolean }>`
    insert into ${sql.table(table)} as stored (${list(columns)})
    select ${list(columns)} from ${given(table, rows)}
    ${onConflict(columns, key)}
    returning ${list(identity.map((column) => `stored.${column}`))}, xmax = 0 as created_now`.execute(
    tx,
  );
  const changed = written.filter(({ created_now }) => !created_now);
  return { created: written.length - changed.length, changed };
}

function onConflict(columns: readonly string[], key: readonly string[] | undefined) {
  const others = columns.filter((column) => !key?.includes(column));
  if (key === undefined || others.length === 0) return sql`on conflict do nothing`;
  const assignments = others.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`,
  );
  return sql`on conflict (${list(key)}) do update set ${sql.join(assignments)}`;
}

/** Deletes the rows of the parents that are not given; returns their number. */
export async function deleteOthers(
  tx: Tx,
  table: string,
  { parent, parents }: { parent: string; parents: readonly unknown[] },
  { identity, rows }: { identity: readonly string[]; rows: readonly Row[] },
): Promise<number> {
  const parentType = parentTypes[parent] ?? 'text';
  const others = sql`from ${sql.table(table)}
    where ${sql.ref(parent)} = any(${parents}::${sql.raw(parentType)}[]) and not exists (
      select from ${given(table, rows)} where ${sameIdentity(table, identity)})`;
  const { rows: found } = await sql`select ${others} limit 1`.execute(tx);
  if (found.length === 0) return 0;
  const { numAffectedRows } = await sql`delete ${others}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const parentTypes: Readonly<Record<string, string>> = {
  role_id: 'integer',
  group_id: 'integer',
  token_id: 'integer',
  change_request_id: 'integer',
  strategy_id: 'uuid',
};

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The rows as a table named `given`, with the columns of the stored one. */
const given = (table: string, rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${storableJson(rows)}::jsonb) as given`;

const numbered = (table: string, rows: readonly object[]): RawBuilder<unknown> =>
  sql`(select *, row_number() over () as position from ${given(table, rows)}) as given`;
