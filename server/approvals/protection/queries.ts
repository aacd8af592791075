import { sql } from 'kysely';
import { heldBy, isVisible } from '../../identity/access/visibility.ts';
import { type Caller, rootRolesAllow } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { Affected, ProtectedEnvironment } from './rules.ts';
import type { Setting } from './schema.ts';

/** More than this many names would only hide the first ones. */
const namedMax = 20;

/** Of the places affected, those where changes need a request and the caller may not skip it. */
export async function listProtectedEnvironments(
  db: Db,
  caller: Caller,
  { places, segments }: Affected,
): Promise<ProtectedEnvironment[]> {
  if (caller.admin || places.length + segments.length === 0) return [];
  const skipsInDefault = rootRolesAllow(caller, ['SKIP_CHANGE_REQUEST'], { project: 'default' });
  const { rows } = await sql<ProtectedEnvironment>`
    with affected as (
      select project, environment
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as place (project text, environment text)
      union
      select flags.project, strategies.environment
      from strategy_segments
      join strategies on strategies.id = strategy_segments.strategy_id
      join flags on flags.name = strategies.flag
      where strategy_segments.segment_id = any(${segments}::integer[])
        and flags.archived_at is null
    )
    select distinct guarded.project, guarded.environment,
      ${isVisible(caller, sql.ref('guarded.project'))} as visible
    from project_environments as guarded
    join affected on affected.project = guarded.project
      and coalesce(affected.environment, guarded.environment) = guarded.environment
    where guarded.required_approvals is not null
      and not (${skipsInDefault}::boolean and guarded.project = 'default')
      and not exists (
        select from role_grants
        join role_permissions on role_permissions.role_id = role_grants.role_id
        where role_grants.project = guarded.project
          and role_permissions.permission = 'SKIP_CHANGE_REQUEST'
          and coalesce(role_permissions.environment, guarded.environment) = guarded.environment
          and ${heldBy(caller.id)}
      )
    order by visible desc, guarded.project, guarded.environment
    limit ${namedMax}`.execute(db);
  return rows;
}

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
