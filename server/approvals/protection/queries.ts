import { sql } from 'kysely';
import { grantedTo, isNameable } from '../../identity/access/visibility.ts';
import { type Caller, rootRolesAllow } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { Affected, ProtectedEnvironment } from './rules.ts';
import type { Setting } from './schema.ts';

/** An error names at most this many environments: more would hide the first ones. */
const namedMax = 20;

/**
 * The affected environments where changes need a request that the caller may not skip, without the
 * project of the request that the caller applies. Through an interface for models nobody skips it.
 */
export async function listProtectedEnvironments(
  db: Db,
  caller: Caller,
  { scopes, segments }: Affected,
  limit = namedMax,
): Promise<ProtectedEnvironment[]> {
  const maySkip = caller.via === undefined;
  if ((caller.admin && maySkip) || scopes.length + segments.length === 0) return [];
  const skipsInDefault = rootRolesAllow(caller, ['SKIP_CHANGE_REQUEST'], { project: 'default' });
  const { rows } = await sql<ProtectedEnvironment>`
    with affected as (
      select project, environment
      from jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb)
        as scope (project text, environment text)
      union
      select flags.project, strategies.environment
      from strategy_segments
      join strategies on strategies.id = strategy_segments.strategy_id
      join flags on flags.name = strategies.flag
      where strategy_segments.segment_id = any(${segments}::integer[])
        and flags.archived_at is null
    )
    select distinct pe.project, pe.environment,
      ${isNameable(caller, sql.ref('pe.project'))} as visible
    from project_environments as pe
    join affected on affected.project = pe.project
      and coalesce(affected.environment, pe.environment) = pe.environment
    where pe.required_approvals is not null
      and pe.project is distinct from ${caller.applying?.project ?? null}::text
      and not (${maySkip && skipsInDefault}::boolean and pe.project = 'default')
      and not (${maySkip}::boolean and exists (
        select from role_grants
        join role_permissions on role_permissions.role_id = role_grants.role_id
        where role_grants.project = pe.project
          and role_permissions.permission = 'SKIP_CHANGE_REQUEST'
          and coalesce(role_permissions.environment, pe.environment) = pe.environment
          and ${grantedTo(caller.id)}
      ))
    order by visible desc, pe.project, pe.environment
    limit ${limit}`.execute(db);
  return rows;
}

/** One for each environment of the project, in sort order. */
export async function listSettings(db: Db, project: string): Promise<Setting[]> {
  const rows = await selectSettings(db, project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute();
  return rows.map(({ authorMayApprove, ...row }) => ({
    ...row,
    changeRequestEnabled: row.requiredApprovals !== null,
    ...(authorMayApprove && { authorMayApprove }),
  }));
}

/** Undefined if the environment is not enabled in the project. */
export async function findSetting(db: Db, project: string, environment: string) {
  return selectSettings(db, project)
    .where('project_environments.environment', '=', environment)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
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
