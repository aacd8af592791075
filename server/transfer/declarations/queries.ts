import { sql } from 'kysely';
import type { SegmentPlan } from '../../flags/segments/rules.ts';
import type { Db } from '../../platform/db/open.ts';

export type StoredSegment = SegmentPlan & { id: number };

/** Active flags of a project whose names begin with the prefix, by name. */
export async function listFlagNames(
  db: Db,
  project: string,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from flags
    where project = ${project} and archived_at is null and starts_with(name, ${prefix})
    order by name collate "C"
    limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** In their sort order. */
export async function listEnvironmentNames(db: Db, project: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_environments')
    .innerJoin('environments', 'environments.name', 'project_environments.environment')
    .select('environments.name')
    .where('project_environments.project', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Of the segments of the project and those for all projects, these. */
export async function listSegmentsByName(
  db: Db,
  project: string,
  names: readonly string[],
): Promise<StoredSegment[]> {
  if (names.length === 0) return [];
  return selectAvailable(db, project)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
}

export async function listSegmentsById(
  db: Db,
  project: string,
  ids: readonly number[],
): Promise<StoredSegment[]> {
  if (ids.length === 0) return [];
  return selectAvailable(db, project)
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
}

/** Those of the project alone, by name. */
export async function listSegmentsOf(
  db: Db,
  project: string,
  limit: number,
): Promise<StoredSegment[]> {
  return selectAvailable(db, project)
    .where('project', '=', project)
    .orderBy(sql`name collate "C"`)
    .limit(limit)
    .execute();
}

const selectAvailable = (db: Db, project: string) =>
  db
    .selectFrom('segments')
    .select(['id', 'name', 'description', 'project', 'constraints'])
    .$castTo<StoredSegment>()
    .where((where) => where.or([where('project', 'is', null), where('project', '=', project)]));
