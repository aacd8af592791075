import { sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';
import { type FlagFacts, flagFacts } from './rules.ts';

/** A flag is named by its project too: through another project's path it does not exist. */
export type FlagKey = { project: string; name: string };

/** Whoever changes a flag or any part of it holds this lock, so that no update is lost. */
export async function lockFlag(tx: Tx, { project, name }: FlagKey): Promise<FlagFacts | undefined> {
  return selectFacts(tx)
    .where('name', '=', name)
    .where('project', '=', project)
    .forUpdate()
    .executeTakeFirst();
}

/** Those of the names that are in the project, always locked in the same order. */
export async function lockFlags(
  tx: Tx,
  project: string,
  names: readonly string[],
): Promise<FlagFacts[]> {
  return selectFacts(tx)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('project', '=', project)
    .orderBy('name')
    .forUpdate()
    .execute();
}

export async function findProjectOfFlag(db: Db, name: string): Promise<string | undefined> {
  const flag = await db
    .selectFrom('flags')
    .select('project')
    .where('name', '=', name)
    .executeTakeFirst();
  return flag?.project;
}

/** Deletes the archived flags of a project and returns each as events tell of it. */
export async function deleteArchivedFlags(tx: Tx, project: string) {
  const flags = await tx
    .deleteFrom('flags')
    .where('project', '=', project)
    .where('archived_at', 'is not', null)
    .returning(factColumns)
    .execute();
  return flags.map(flagFacts).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Every flag of the project, archived ones too, gets the environment: switched off. */
export async function insertFlagEnvironments(
  tx: Tx,
  project: string,
  environment: string,
): Promise<void> {
  await sql`
    insert into flag_environments (flag, environment)
    select name, ${environment}::text from flags where project = ${project}
    on conflict do nothing`.execute(tx);
}

/** Every flag of the project loses its configuration in the environment. */
export async function deleteFlagEnvironments(
  tx: Tx,
  project: string,
  environment: string,
): Promise<void> {
  await tx
    .deleteFrom('flag_environments')
    .where('environment', '=', environment)
    .where('flag', 'in', (query) =>
      query.selectFrom('flags').select('name').where('project', '=', project),
    )
    .execute();
}

const factColumns = [
  'name',
  'description',
  'type',
  'project',
  'stale',
  'impression_data as impressionData',
  'created_at as createdAt',
  'archived_at as archivedAt',
] as const;

const selectFacts = (db: Db) => db.selectFrom('flags').select(factColumns);
