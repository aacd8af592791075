import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';

/** Deletes the archived flags of a project and returns each as events tell of it. */
export async function deleteArchivedFlags(tx: Tx, project: string) {
  const flags = await tx
    .deleteFrom('flags')
    .where('project', '=', project)
    .where('archived_at', 'is not', null)
    .returning([
      'name',
      'description',
      'type',
      'project',
      'stale',
      'created_at as createdAt',
      'impression_data as impressionData',
      'archived_at as archivedAt',
    ])
    .execute();
  return flags
    .map((flag) => ({ ...flag, archived: true }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
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
