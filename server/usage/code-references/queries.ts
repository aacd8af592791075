import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type Columns, given } from '../../platform/db/records.ts';
import type { NewReference, NewScan, Reference, Scan, StaleFlag } from './schema.ts';

export type ScanKey = { project: string; repository: string };

const scanLock = 7_366_024;

/** Scans of a project are saved one after the other, so that they can be counted. */
export async function lockScans(tx: Tx, project: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${scanLock}, hashtext(${project}))`.execute(tx);
}

export async function countOtherScans(tx: Tx, { project, repository }: ScanKey, branch: string) {
  const { count } = await tx
    .selectFrom('code_scans')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where((eb) => eb.or([eb('repository', '!=', repository), eb('branch', '!=', branch)]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function saveScan(
  tx: Tx,
  { project, repository }: ScanKey,
  { branch, commit = null }: Omit<NewScan, 'commit'> & { commit?: string | null },
): Promise<void> {
  await sql`
    insert into code_scans (project, repository, branch, commit, scanned_at)
    values (${project}, ${repository}, ${branch}, ${commit}, clock_timestamp())
    on conflict (project, repository, branch) do update set
      commit = excluded.commit, scanned_at = excluded.scanned_at`.execute(tx);
  await tx
    .deleteFrom('code_references')
    .where('project', '=', project)
    .where('repository', '=', repository)
    .where('branch', '=', branch)
    .execute();
}

type ReferenceRow = Required<Omit<NewReference, 'text'>> & { text: string | null };

const referenceColumns: Columns<ReferenceRow> = {
  flag: 'text',
  path: 'text',
  line: 'integer',
  text: 'text',
  inComment: 'boolean',
};

/** Skips what is no flag of the project; returns how many were inserted. */
export async function insertReferences(
  tx: Tx,
  { project, repository }: ScanKey,
  branch: string,
  rows: readonly ReferenceRow[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into code_references
      (flag, project, repository, branch, path, line, content, in_comment)
    select given.flag, ${project}, ${repository}, ${branch}, path, line, text, "inComment"
    from ${given(rows, referenceColumns)}
    join flags on flags.name = given.flag and flags.project = ${project}
    order by given.flag`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function listUnknownFlags(
  db: Db,
  project: string,
  names: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (select from flags where flags.name = name.name and project = ${project})
    order by name limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Without a branch, all of the repository; returns how many were deleted. */
export async function deleteScans(tx: Tx, { project, repository }: ScanKey, branch?: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('code_scans')
    .where('project', '=', project)
    .where('repository', '=', repository)
    .$if(branch !== undefined, (query) => query.where('branch', '=', branch ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function listScans(db: Db, project: string): Promise<Scan[]> {
  const { rows } = await sql<Scan>`
    select repository, branch, commit, scanned_at as "scannedAt", found.flags, found.references
    from code_scans
    cross join lateral (
      select count(distinct flag)::integer as flags, count(*)::integer as references
      from code_references as reference
      where reference.project = code_scans.project
        and reference.repository = code_scans.repository and reference.branch = code_scans.branch
    ) as found
    where project = ${project}
    order by repository, branch`.execute(db);
  return rows;
}

/** With the project of the flag; undefined if it has no such flag. */
export async function findReferences(db: Db, project: string, flag: string, limit: number) {
  const { rows } = await sql<{ total: number; references: Reference[] }>`
    select
      (select count(*)::integer from code_references where flag = flags.name) as total,
      (select coalesce(json_agg(shown), '[]') from (
        select ${shown} from code_references where flag = flags.name
        order by repository, branch, path, line limit ${limit}) as shown) as references
    from flags where name = ${flag} and project = ${project}`.execute(db);
  return rows[0];
}

const shown = sql.raw('repository, branch, path, line, content as text, in_comment as "inComment"');

/** Marked flags first, then by age. */
export async function listStaleFlags(
  db: Db,
  project: string,
  page: { offset: number; limit: number; references: number },
): Promise<{ flags: StaleFlag[]; total: number }> {
  const { rows } = await sql<StaleFlag & { matches: number }>`
    with stale as materialized (
      select flags.name, flags.type, flags.stale as marked, flags.created_at as "createdAt"
      from flags join flag_types on flag_types.id = flags.type
      where flags.project = ${project} and flags.archived_at is null
        and (flags.stale or is_past_lifetime(flags.created_at, flag_types.lifetime_days))
    ), page as (
      select * from stale order by marked desc, "createdAt", name collate "C"
      offset ${page.offset} limit ${page.limit}
    )
    select page.*, flag_last_seen.last_seen_at as "lastSeenAt", flag_search.stage,
      (select count(*)::integer from code_references where flag = page.name) as total,
      (select coalesce(json_agg(shown), '[]') from (
        select ${shown} from code_references where flag = page.name
        order by repository, branch, path, line limit ${page.references}) as shown)
        as references,
      (select count(*)::integer from stale) as matches
    from page
    join flag_last_seen on flag_last_seen.flag = page.name
    join flag_search on flag_search.name = page.name
    order by marked desc, "createdAt", page.name collate "C"`.execute(db);
  const total = rows[0]?.matches ?? (await countStale(db, project));
  return { flags: rows.map(({ matches: _, ...flag }) => flag), total };
}

/** For a page past the end. */
async function countStale(db: Db, project: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from flags join flag_types on flag_types.id = flags.type
    where flags.project = ${project} and flags.archived_at is null
      and (flags.stale or is_past_lifetime(flags.created_at, flag_types.lifetime_days))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
