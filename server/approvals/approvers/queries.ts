import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

export type ApproverRow = {
  id: number;
  name: string | null;
  username: string | null;
  email: string | null;
};

/** The users who may approve in all of the environments; with `except`, without these. */
export type ApproverScope = {
  project: string;
  environments: readonly string[];
  except?: readonly number[];
};

/** Users and service accounts, by id. */
export async function listApprovers(db: Db, scope: ApproverScope): Promise<ApproverRow[]> {
  const { rows } = await sql<ApproverRow>`
    select users.id, users.name, users.username, users.email
    from users where ${approves(scope)} order by users.id`.execute(db);
  return rows;
}

/** The first ones by name, Admins last, and the number of all and of the Admins among them. */
export async function findApprovers(db: Db, scope: ApproverScope, limit: number) {
  const { rows } = await sql<ApproverRow & { total: number; admins: number }>`
    select approvers.id, approvers.name, approvers.username, approvers.email,
      count(*) over () as total, count(*) filter (where approvers.admin) over () as admins
    from (
      select users.id, users.name, users.username, users.email, ${hasRootRole(isAdmin)} as admin
      from users where ${approves(scope)}
    ) as approvers
    order by approvers.admin, lower(coalesce(approvers.name, approvers.username, approvers.email)),
      approvers.id
    limit ${limit}`.execute(db);
  const { total = 0, admins = 0 } = rows[0] ?? {};
  return { rows, total, admins };
}

export type GroupRow = { id: number; name: string; members: number };

/** The first groups by name whose members may approve in the environment, and the number of all. */
export async function findApprovingGroups(
  db: Db,
  { project, environment }: { project: string; environment: string },
  limit: number,
) {
  const scope = [sql`${project}::text`, sql`${environment}::text`] as const;
  const { rows } = await sql<GroupRow & { total: number }>`
    select groups.id, groups.name, count(*) over () as total,
      (select count(*) from group_members join users on users.id = group_members.user_id
        where group_members.group_id = groups.id and ${isActive}) as members
    from groups
    where exists (select from role_grants join role_permissions using (role_id)
        where role_grants.group_id = groups.id and ${inProject(...scope)})
      or exists (select from role_permissions
        where role_permissions.role_id = groups.root_role_id and ${everywhere(scope[0])})
    order by lower(groups.name), groups.id
    limit ${limit}`.execute(db);
  return { rows: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
}

/** Whether the row of `users` has the permission: by a role in the project, or by a root role. */
export const mayApprove = (project: RawBuilder<unknown>, environment: RawBuilder<unknown>) =>
  sql<boolean>`(
    exists (select from role_grants join role_permissions using (role_id)
      where role_grants.user_id = users.id and ${inProject(project, environment)})
    or exists (select from group_members join role_grants using (group_id)
      join role_permissions using (role_id)
      where group_members.user_id = users.id and ${inProject(project, environment)})
    or ${hasRootRole(everywhere(project))})`;

const isActive = sql<boolean>`(users.deleted_at is null and users.deactivated_at is null)`;

/** By sets of ids instead of `mayApprove` for each user: a tenth of the time with 2,000 users. */
const approves = ({ project, environments, except = [] }: ApproverScope) => {
  const inEach = environments.map((environment) =>
    approverIds(sql`${project}::text`, sql`${environment}::text`),
  );
  return sql<boolean>`(${isActive} and users.id <> all(${except}::integer[])
    and ${sql.join(
      inEach.map((ids) => sql`users.id in (${ids})`),
      sql` and `,
    )})`;
};

/** The ids of the users for whom `mayApprove` is true. */
const approverIds = (project: RawBuilder<unknown>, environment: RawBuilder<unknown>) => sql`
  select role_grants.user_id from role_grants join role_permissions using (role_id)
  where role_grants.user_id is not null and ${inProject(project, environment)}
  union all
  select group_members.user_id from role_grants join role_permissions using (role_id)
  join group_members using (group_id) where ${inProject(project, environment)}
  union all
  select users.id from users
  join role_permissions on role_permissions.role_id = users.root_role_id
  where ${everywhere(project)}
  union all
  select group_members.user_id from groups join group_members on group_members.group_id = groups.id
  join role_permissions on role_permissions.role_id = groups.root_role_id
  where ${everywhere(project)}`;

const inProject = (project: RawBuilder<unknown>, environment: RawBuilder<unknown>) => sql<boolean>`
  role_grants.project = ${project} and role_permissions.permission = 'APPROVE_CHANGE_REQUEST'
  and coalesce(role_permissions.environment, ${environment}) = ${environment}`;

const isAdmin = sql<boolean>`role_permissions.permission = 'ADMIN'`;

const everywhere = (project: RawBuilder<unknown>) => sql<boolean>`(${isAdmin}
  or (role_permissions.permission = 'APPROVE_CHANGE_REQUEST' and ${project} = 'default'))`;

/** Whether a root role of the row of `users`, or of one of their groups, has such a permission. */
const hasRootRole = (permission: RawBuilder<boolean>) => sql<boolean>`(
  exists (select from role_permissions
    where role_permissions.role_id = users.root_role_id and ${permission})
  or exists (select from group_members join groups on groups.id = group_members.group_id
    join role_permissions on role_permissions.role_id = groups.root_role_id
    where group_members.user_id = users.id and ${permission}))`;
