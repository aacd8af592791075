import type { Db, Tx } from '../../platform/db/open.ts';
import type { Setting } from './schema.ts';

/** One for each environment of the project, in the order of environments. */
export async function listSettings(db: Db, project: string): Promise<Setting[]> {
  const rows = await selectSettings(db, project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute();
  return rows.map((row) => ({ ...row, changeRequestEnabled: row.requiredApprovals !== null }));
}

/** Undefined when the environment is not linked to the project. */
export async function findSetting(db: Db, project: string, environment: string) {
  return selectSettings(db, project)
    .where('project_environments.environment', '=', environment)
    .executeTakeFirst();
}

/** The same, and it stays so until the transaction ends. */
export async function lockSetting(tx: Tx, project: string, environment: string) {
  return selectSettings(tx, project)
    .where('project_environments.environment', '=', environment)
    .forUpdate('project_environments')
    .executeTakeFirst();
}

const selectSettings = (db: Db, project: string) =>
  db
    .selectFrom('project_environments')
    .innerJoin('environments', 'environments.name', 'project_environments.environment')
    .select([
      'project_environments.environment',
      'environments.type',
      'project_environments.required_approvals as requiredApprovals',
      'project_environments.author_may_approve as authorMayApprove',
    ])
    .where('project_environments.project', '=', project);
