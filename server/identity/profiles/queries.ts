import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { findCaller, maySeeProject } from '../access/queries.ts';
import { grantedTo } from '../access/visibility.ts';
import type { Feedback } from '../preferences/schema.ts';
import { accountColumns, adminRoleId, type UserRow } from '../users/rules.ts';
import type { AssignedRole } from './rules.ts';

/** A user or a service account that is not deleted. */
export async function findAccount(db: Db, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A user who is not a service account. */
export async function findPerson(db: Db, id: number) {
  const account = await findAccount(db, id);
  if (account?.accountType !== 'User') return undefined;
  const caller = await findCaller(db, id);
  return caller && { account, caller };
}

/** An API token has the role Admin. */
export async function findRootRoleOf(db: Db, caller: Pick<Caller, 'id'>) {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type', sql<null>`null`.as('project')])
    .where(
      'id',
      '=',
      sql<number>`coalesce(
        (select root_role_id from users where users.id = ${caller.id}), ${adminRoleId}
      )`,
    )
    .executeTakeFirstOrThrow();
}

/** Direct roles and those of groups, root roles first. */
export async function listAssignedRoles(db: Db, userId: number): Promise<AssignedRole[]> {
  const { rows } = await sql<AssignedRole>`
    with assigned as (
      select root_role_id as role_id, null as project from users where id = ${userId}
      union
      select groups.root_role_id, null from groups
      join group_members on group_members.group_id = groups.id
      where group_members.user_id = ${userId} and groups.root_role_id is not null
      union
      select role_id, project from role_grants where ${grantedTo(userId)}
    )
    select
      roles.id, roles.name, roles.description, roles.type, assigned.project,
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('name', permission, 'environment', environment)
            order by permission, environment
          )
          from role_permissions where role_id = roles.id
        ),
        '[]'
      ) as permissions
    from assigned join roles on roles.id = assigned.role_id
    order by assigned.project nulls first, roles.id`.execute(db);
  return rows;
}

/** All roles, or those in one project; undefined if the caller may not see the project. */
export async function listOwnRoles(db: Db, caller: Caller, project: string | undefined) {
  if (project !== undefined && !(await maySeeProject(db, caller, project))) return undefined;
  const roles =
    caller.kind === 'admin-token'
      ? [await findRootRoleOf(db, caller)]
      : await listAssignedRoles(db, caller.id);
  return project === undefined ? roles : roles.filter((role) => role.project === project);
}

/** Projects in which the user has a role, without archived projects. */
export async function listProjectsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('archived_at', 'is', null)
    .where('id', 'in', (query) =>
      query.selectFrom('role_grants').select('project').where(grantedTo(userId)),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What the user has seen and dismissed in a user interface. */
export async function findPreferences(
  db: Db,
  userId: number,
): Promise<{ splash: Record<string, boolean>; feedback: Feedback[] }> {
  const { rows } = await sql<{ splash: string[]; feedback: Feedback[] }>`
    select array(select splash_id from user_splashes where user_id = ${userId} order by 1) as splash,
      (
        select coalesce(json_agg(json_build_object('userId', user_id, 'feedbackId', feedback_id,
          'given', iso(given_at), 'neverShow', never_show) order by feedback_id), '[]')
        from user_feedback where user_id = ${userId}
      ) as feedback`.execute(db);
  const { splash = [], feedback = [] } = rows[0] ?? {};
  return { splash: Object.fromEntries(splash.map((id) => [id, true])), feedback };
}

/** The project or the environment that does not exist. */
export async function findMissingScope(
  db: Db,
  { project, environment }: { project?: string; environment?: string },
): Promise<[kind: string, name: string] | undefined> {
  const { rows } = await sql<{ project: boolean; environment: boolean }>`
    select
      exists (select from projects where id = ${project ?? ''}) as project,
      exists (select from environments where name = ${environment ?? ''}) as environment
  `.execute(db);
  if (project !== undefined && !rows[0]?.project) return ['Project', project];
  if (environment !== undefined && !rows[0]?.environment) return ['Environment', environment];
  return undefined;
}
