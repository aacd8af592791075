import type { Tx } from '../../platform/db/open.ts';
import type { Batch, ImportedTable, Row } from '../source/source.ts';
import {
  type IdentifiedTable,
  identifications,
  isIdentified,
  type Layout,
  layouts,
} from './layout.ts';
import {
  advanceSequence,
  allocateIds,
  deleteMissing,
  deleteOthers,
  findByNames,
  insertIds,
  listDifferent,
  listMissing,
  type NewId,
  referenceKey,
  saveRows,
} from './queries.ts';
import { recordOpenRequests } from './requests.ts';

/** The ids here by the ids of the source. */
export type Ids = Readonly<Record<IdentifiedTable, ReadonlyMap<string, number>>>;

/** What a batch changed in one table. */
export type TableOutcome = {
  table: ImportedTable;
  read: number;
  created: number;
  removed: number;
  /** The names of changed rows. */
  changed: readonly string[];
  /** One reason for each row that was left out. */
  skipped: readonly string[];
};

export type BatchOutcome = {
  tables: readonly TableOutcome[];
  newIds: readonly { table: IdentifiedTable; ids: readonly NewId[] }[];
};

/** Writes a batch; the ids that it assigns are known to other batches once the caller adds them. */
export async function writeBatch(
  tx: Tx,
  source: string,
  known: Ids,
  given: Batch,
): Promise<BatchOutcome> {
  const ids = copyOf(known);
  const tables: TableOutcome[] = await removeAbsent(tx, source, given.present);
  const newIds: { table: IdentifiedTable; ids: readonly NewId[] }[] = [];
  const { batch, columns, refused } = await recordOpenRequests(tx, given, {
    translate: (changes) => translate(changeLayout, ids, changes, []),
    requests: ids.change_requests,
    users: ids.users,
  });
  for (const table of Object.keys(layouts) as ImportedTable[]) {
    const [rows, layout] = [batch.rows[table], layouts[table]];
    if (rows === undefined || layout === undefined) continue;
    const skipped = table === 'change_requests' ? [...refused] : [];
    let valid = translate(layout, ids, rows, skipped);
    if (table === 'change_request_changes') {
      valid = valid.map((row) => ({ ...row, ...columns.get(row.id) }));
    }
    if (isIdentified(table)) {
      const assigned = await assignIds(tx, { table, source }, ids, { rows: valid, skipped });
      valid = assigned.rows;
      newIds.push({ table, ids: assigned.newIds });
    }
    valid = await withExistingReferences(tx, table, { layout, rows: valid, skipped });
    const saved = await save(tx, table, layout, valid);
    const scope = { table, source, layout, ids };
    const parents = batch.complete?.[table];
    const removed = await removeOthers(tx, scope, valid, { given: rows, parents });
    const read = rows.length + (table === 'change_requests' ? refused.length : 0);
    tables.push({ table, read, removed, skipped, ...saved });
  }
  return { tables, newIds };
}

type MutableIds = Record<IdentifiedTable, Map<string, number>>;

const copyOf = (ids: Ids): MutableIds =>
  Object.fromEntries(
    Object.entries(ids).map(([table, map]) => [table, new Map(map)]),
  ) as MutableIds;

/** What a dry run of a change needs. */
const changeLayout: Layout = {
  label: 'changes of requests',
  ids: { segment_id: 'segments' },
  content: 'payload',
};

/** Replaces the ids of the source by those here. */
function translate(
  { label, ids: columns = {}, authors = [], content }: Layout,
  ids: Ids,
  rows: readonly Row[],
  skipped: string[],
): Row[] {
  return rows.flatMap((row) => {
    const copy = { ...row };
    for (const column of authors) copy[column] = ids.users.get(String(row[column])) ?? null;
    if (content !== undefined && content in row) {
      copy[content] = withOwnSegments(row, row[content], ids);
    }
    for (const [column, table] of Object.entries(columns)) {
      const value = row[column] ?? null;
      const id = value === null ? null : ids[table].get(String(value));
      if (id === undefined) {
        skipped.push(`${label}: ${singular[table]} ${value} does not exist`);
        return [];
      }
      copy[column] = id;
    }
    return [copy];
  });
}

/** Unknown segments of a strategy are left out. */
function withOwnSegments({ segment_id }: Row, content: unknown, { segments }: Ids): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  const used = (content as { segments?: unknown }).segments;
  return {
    ...content,
    ...(Array.isArray(used)
      ? { segments: used.flatMap((id) => segments.get(String(id)) ?? []) }
      : {}),
    ...(segment_id == null ? {} : { id: segments.get(String(segment_id)) }),
  };
}

const singular: Record<IdentifiedTable, string> = {
  roles: 'role',
  users: 'user',
  groups: 'group',
  segments: 'segment',
  api_tokens: 'API token',
  personal_tokens: 'personal token',
  change_requests: 'change request',
  change_request_changes: 'change',
  change_request_comments: 'comment',
};

type Assigned = { rows: Row[]; newIds: NewId[] };

/** The id of an earlier run, of a row with the same name, of the source if it is free, or a new one. */
async function assignIds(
  tx: Tx,
  { table, source }: { table: IdentifiedTable; source: string },
  ids: MutableIds,
  { rows, skipped }: { rows: readonly Row[]; skipped: string[] },
): Promise<Assigned> {
  const known = ids[table];
  const { source: column } = identifications[table];
  const unknown = rows.filter((row) => !known.has(String(row[column])));
  if (unknown.length > 0) {
    const found = await findStored(tx, table, unknown);
    const taken = new Set(known.values());
    const wanted: Row[] = [];
    for (const row of unknown) {
      const id = found(row);
      if (id === undefined) wanted.push(row);
      else if (!taken.has(id)) known.set(String(row[column]), id);
      if (id !== undefined) taken.add(id);
    }
    const sourceIds = wanted.map(({ id }) => (typeof id === 'number' ? id : null));
    const allocated = await allocateIds(tx, table, sourceIds);
    wanted.forEach((row, index) => {
      known.set(String(row[column]), allocated[index] ?? 0);
    });
  }
  const newIds = unknown.flatMap((row): NewId[] => {
    const id = known.get(String(row[column]));
    return id === undefined ? [] : [{ source_id: String(row[column]), id }];
  });
  if (newIds.length > 0) await insertIds(tx, { source, kind: table }, newIds);
  return {
    newIds,
    rows: rows.flatMap((row) => {
      const id = known.get(String(row[column]));
      if (id !== undefined) return [{ ...row, id }];
      skipped.push(`${singular[table]} ${row[column]}: another one has the same name`);
      return [];
    }),
  };
}

async function findStored(tx: Tx, table: IdentifiedTable, rows: readonly Row[]) {
  const { names, folded } = identifications[table];
  const textOf = (row: Row, column: string) => {
    const text = row[column];
    if (typeof text !== 'string') return undefined;
    return folded ? text.toLowerCase() : text;
  };
  const found: { column: string; ids: ReadonlyMap<string, number> }[] = [];
  for (const column of names) {
    const texts = rows.flatMap((row) => textOf(row, column) ?? []);
    found.push({ column, ids: await findByNames(tx, table, { column, folded, names: texts }) });
  }
  return (row: Row) => {
    for (const { column, ids } of found) {
      const id = ids.get(textOf(row, column) ?? '');
      if (id !== undefined && row.deleted_at == null) return id;
    }
    return undefined;
  };
}

async function withExistingReferences(
  tx: Tx,
  table: ImportedTable,
  { layout, rows, skipped }: { layout: Layout; rows: Row[]; skipped: string[] },
): Promise<Row[]> {
  let valid = rows;
  for (const reference of layout.references ?? []) {
    if (valid.length === 0) break;
    const missing = await listMissing(tx, table, reference, valid);
    if (missing.size === 0) continue;
    const { columns, table: target } = reference;
    valid = valid.filter((row) => {
      if (!missing.has(referenceKey(row, columns))) return true;
      const named = columns.map((column) => `${column} ${row[column]}`).join(', ');
      skipped.push(`${layout.label}: ${named} is not among the ${layouts[target]?.label}`);
      return false;
    });
  }
  return valid;
}

async function save(tx: Tx, table: ImportedTable, layout: Layout, rows: readonly Row[]) {
  const keys = { key: layout.key, identity: layout.identity ?? layout.key ?? [] };
  const different = rows.length === 0 ? [] : await listDifferent(tx, table, rows, keys);
  if (different.length === 0) return { created: 0, changed: [] };
  const { created, changed } = await saveRows(tx, table, different, keys);
  if (isIdentified(table) && created > 0) await advanceSequence(tx, table);
  return {
    created,
    changed: changed.map((row) => keys.identity.map((column) => String(row[column])).join(' ')),
  };
}

async function removeAbsent(
  tx: Tx,
  source: string,
  present: Batch['present'],
): Promise<TableOutcome[]> {
  const tables: TableOutcome[] = [];
  for (const [table, ids] of Object.entries(present ?? {}) as [ImportedTable, unknown[]][]) {
    const removed = await deleteMissing(tx, { source, kind: table }, ids.map(String));
    tables.push({ table, read: 0, created: 0, removed, changed: [], skipped: [] });
  }
  return tables;
}

type RemovalScope = {
  table: ImportedTable;
  source: string;
  layout: Layout;
  ids: Ids;
};

async function removeOthers(
  tx: Tx,
  { table, source, layout, ids }: RemovalScope,
  rows: readonly Row[],
  { given, parents }: { given: readonly Row[]; parents: readonly unknown[] | 'all' | undefined },
): Promise<number> {
  if (parents === undefined) return 0;
  if (parents === 'all') {
    if (!isIdentified(table)) throw new Error(`The ids of ${table} are not known.`);
    const { source: column } = identifications[table];
    const present = given.map((row) => String(row[column]));
    return deleteMissing(tx, { source, kind: table }, present);
  }
  const { parent = '', ids: columns = {}, identity = layout.key ?? [] } = layout;
  const owner = columns[parent];
  const own = owner ? parents.flatMap((id) => ids[owner].get(String(id)) ?? []) : parents;
  if (own.length === 0) return 0;
  return deleteOthers(tx, table, { parent, parents: own }, { identity, rows });
}
