import { sql } from 'kysely';
import { builtInRoles } from '../../identity/access/rules.ts';
import { grantedTo, isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/pipeline.ts';
import { type OwnerGrant, ownerGrantsOf } from '../../projects/owners/queries.ts';
import { type Onboarding, onboardingOf } from '../../projects/projects/queries.ts';
import type { PersonalDashboard, ProjectDashboard } from './schema.ts';

type Membership = {
  onboarding: Onboarding;
  owners: OwnerGrant[];
  roles: ProjectDashboard['roles'];
};

/** Onboarding, owners and the roles of the caller in one statement. */
export const membershipStatement = (caller: Caller, project: string) =>
  prepared(sql<Membership>`
    select
      (select row_to_json(found) from (${onboardingOf(project)}) as found) as onboarding,
      (select coalesce(json_agg(grants), '[]') from (${ownerGrantsOf([project])}) as grants)
        as owners,
      (select coalesce(json_agg(assigned), '[]') from (${rolesIn(caller, project)}) as assigned)
        as roles`);

/** Distinct roles, assigned directly or through groups. */
const rolesIn = (caller: Caller, project: string) => sql`
  select id, name, type from roles
  where type in ('project', 'custom') and exists (
    select from role_grants where role_grants.role_id = roles.id
      and role_grants.project = ${project} and ${grantedTo(caller.id)}
  )
  order by id`;

/** Written into the statement: the generic plan for an unknown limit is too expensive to be used. */
const latestMax = 10;

export const latestEventsStatement = (project: string) =>
  prepared(sql<LatestEvent>`
    select events.id, events.type, events.created_by as "createdBy",
      events.created_at as "createdAt", events.project, events.environment,
      events.feature_name as "featureName", events.data, events.pre_data as "preData",
      events.created_by_user_id as "userId", users.username, users.email
    from events left join users on users.id = events.created_by_user_id
    where events.project = ${project}
    order by events.id desc limit ${sql.lit(latestMax)}`);

type LatestEvent = {
  id: number;
  type: string;
  createdBy: string;
  createdAt: string;
  project: string | null;
  environment: string | null;
  featureName: string | null;
  data: object | null;
  preData: object | null;
  userId: number | null;
  username: string | null;
  email: string | null;
};

const ownFlagsMax = 100;

/** Active flags that the caller created or marked as favourite, newest first. */
export async function listOwnFlags(db: Db, caller: Caller): Promise<PersonalDashboard['flags']> {
  const { rows } = await sql<PersonalDashboard['flags'][number]>`
    select flags.name, flags.project, flags.type from flags
    where flags.archived_at is null and ${isVisible(caller, sql.ref('flags.project'))}
      and flags.name in (
        select name from flag_search where created_by = ${caller.id}
        union select flag from flag_favorites where user_id = ${caller.id}
      )
    order by flags.created_at desc, flags.name collate "C"
    limit ${ownFlagsMax}`.execute(db);
  return rows;
}

type Person = { id: number; name: string | null; username: string | null; email: string | null };

const peopleMax = 1000;

/** Users who own a project that the caller may see. */
export async function listOwnerUsers(db: Db, caller: Caller): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id, name, username, email from users
    where deleted_at is null and id in (
      select user_id from role_grants
      join projects on projects.id = role_grants.project
      where role_id = ${builtInRoles.owner} and projects.archived_at is null
        and ${isVisible(caller, sql.ref('projects.id'))}
    )
    order by id limit ${peopleMax}`.execute(db);
  return rows;
}

export async function listAdmins(db: Db): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id, name, username, email from users
    where root_role_id = ${builtInRoles.admin} and account_type = 'User' and deleted_at is null
    order by id limit ${peopleMax}`.execute(db);
  return rows;
}
