import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type Columns, given } from '../../platform/db/records.ts';
import type { ApplicationRow, InstanceRow, ProjectRow } from './rules.ts';
import type { Application, Instance, NewApplication, ProjectApplication } from './schema.ts';

/** Frontend tokens are public, so any client can report names; this bounds them. */
const applicationsMax = 10_000;

type CreatedApplication = { name: string; strategies: string[]; createdAt: string };

/** Returns the applications that are new. */
export async function saveApplications(
  tx: Tx,
  rows: readonly ApplicationRow[],
): Promise<CreatedApplication[]> {
  const listed = rows.map(({ strategies, ...row }) => ({
    ...row,
    strategies: strategies && [...strategies],
  }));
  const { rows: saved } = await sql<CreatedApplication & { created: boolean }>`
    insert into applications as known (name, strategies, created_at, seen_at)
    select given.name,
      coalesce(array(select jsonb_array_elements_text(given.strategies)), '{}'),
      "seenAt", "seenAt"
    from ${given(listed, applicationColumns)}
    where (select count(*) from applications) < ${applicationsMax}
      or exists (select from applications where applications.name = given.name)
    order by given.name
    on conflict (name) do update set
      seen_at = greatest(known.seen_at, excluded.seen_at),
      strategies = case when excluded.strategies = '{}' then known.strategies
        else excluded.strategies end
    returning name, strategies, created_at as "createdAt", xmax = 0 as created`.execute(tx);
  return saved
    .filter(({ created }) => created)
    .map(({ name, strategies, createdAt }) => ({ name, strategies, createdAt }));
}

/** Skips unknown applications and deleted environments. */
export async function saveInstances(tx: Tx, rows: readonly InstanceRow[]): Promise<void> {
  await sql`
    insert into application_instances as known
      (application, environment, instance, kind, sdk_version, seen_at)
    select given.application, given.environment, given.instance, given.kind, "sdkVersion", "seenAt"
    from ${given(rows, instanceColumns)}
    join applications on applications.name = given.application
    join environments on environments.name = given.environment
    order by given.application, given.environment, given.instance
    on conflict (application, environment, instance) do update set
      kind = excluded.kind, sdk_version = coalesce(excluded.sdk_version, known.sdk_version),
      seen_at = greatest(known.seen_at, excluded.seen_at)`.execute(tx);
}

export async function saveApplicationProjects(tx: Tx, rows: readonly ProjectRow[]): Promise<void> {
  await sql`
    insert into application_projects (application, environment, project)
    select given.application, given.environment, given.project
    from ${given(rows, projectColumns)}
    join applications on applications.name = given.application
    join environments on environments.name = given.environment
    where given.project is null or exists (select from projects where id = given.project)
    order by given.application, given.environment, given.project
    on conflict do nothing`.execute(tx);
}

/** Onboarding is permanent: deleting the application does not undo it. */
export async function onboardProjects(tx: Tx, projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  await sql`
    insert into onboarded_projects (project, since)
    select id, now() from projects where id = any (${projects}::text[])
    order by id
    on conflict do nothing`.execute(tx);
}

type DescriptionMember = 'description' | 'url' | 'color' | 'icon';

export type KnownApplication = Omit<Application, DescriptionMember> &
  Record<DescriptionMember, string | null>;

type ListFilter = { text: string; limit: number; offset: number };

/** Applications visible to the caller, by name, each row with the total. */
export async function listApplications(db: Db, caller: Caller, input: ListFilter) {
  const { rows } = await sql<KnownApplication & { total: number }>`
    select ${applicationOf(caller)}, count(*) over () as total
    from applications
    where position(lower(${input.text}) in lower(applications.name)) > 0 and ${isVisibleTo(caller)}
    order by applications.name collate "C"
    limit ${input.limit} offset ${input.offset}`.execute(db);
  return rows;
}

export async function findApplication(
  db: Db,
  caller: Caller,
  name: string,
): Promise<KnownApplication | undefined> {
  const { rows } = await sql<KnownApplication>`
    select ${applicationOf(caller)} from applications
    where applications.name = ${name} and ${isVisibleTo(caller)}`.execute(db);
  return rows[0];
}

/** Omitted members stay unchanged. Undefined if there are too many applications. */
export async function saveDescription(tx: Tx, name: string, input: NewApplication) {
  const { description = null, url = null, color = null, icon = null, strategies } = input;
  const { rows } = await sql<CreatedApplication & { created: boolean }>`
    insert into applications as known
      (name, strategies, created_at, seen_at, description, url, color, icon)
    select ${name}, ${strategies ?? []}::text[], now(), now(),
      ${description}, ${url}, ${color}, ${icon}
    where (select count(*) from applications) < ${applicationsMax}
      or exists (select from applications where name = ${name})
    on conflict (name) do update set
      strategies = case when ${strategies === undefined}::boolean then known.strategies
        else excluded.strategies end,
      description = coalesce(excluded.description, known.description),
      url = coalesce(excluded.url, known.url),
      color = coalesce(excluded.color, known.color),
      icon = coalesce(excluded.icon, known.icon)
    returning name, strategies, created_at as "createdAt", xmax = 0 as created`.execute(tx);
  return rows[0];
}

/** Deletes its instances too; usage counts stay. */
export async function deleteApplication(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('applications').where('name', '=', name).execute();
}

/** Environments with instances of the application, and the missing flags it evaluated there. */
export async function listEnvironmentsOf(db: Db, application: string): Promise<EnvironmentRow[]> {
  const { rows } = await sql<EnvironmentRow>`
    select environment as name, count(*)::integer as "instanceCount", iso(max(seen_at)) as "lastSeen",
      array_agg(distinct sdk_version collate "C") filter (
        where sdk_version is not null and kind = 'frontend') as "frontendSdks",
      array_agg(distinct sdk_version collate "C") filter (
        where sdk_version is not null and kind = 'client') as "backendSdks",
      array(select name from unknown_flags as missing
        where missing.application = ${application} and missing.environment = instances.environment
        order by name collate "C" limit ${instancesMax}) as "missingFeatures"
    from application_instances as instances
    where application = ${application}
    group by environment
    order by environment collate "C"`.execute(db);
  return rows;
}

export type EnvironmentRow = {
  name: string;
  instanceCount: number;
  lastSeen: string | null;
  frontendSdks: string[] | null;
  backendSdks: string[] | null;
  missingFeatures: string[];
};

/** Flags visible to the caller that the application evaluated within the retention of counts. */
export async function countFlagsOf(db: Db, caller: Caller, application: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from flags
    where flags.name in (select flag from usage_hours where application = ${application})
      and ${isVisible(caller, sql.ref('flags.project'))}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function listMissingStrategies(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (select from strategy_types where strategy_types.name = name.name)
    order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/** SDKs with their applications: those of one project, or all that the caller may see. */
export async function listSdks(db: Db, caller: Caller, project?: string) {
  const included =
    project === undefined
      ? isVisibleTo(caller)
      : sql`exists (select from application_projects
          where application = applications.name and project = ${project})`;
  const { rows } = await sql<{ sdkVersion: string; applications: string[] }>`
    select sdk_version as "sdkVersion",
      array_agg(distinct applications.name collate "C") as applications
    from application_instances
    join applications on applications.name = application_instances.application
    where sdk_version is not null and ${included}
    group by 1 order by sdk_version collate "C"`.execute(db);
  return rows;
}

/** Newest first. */
export async function listInstances(
  db: Db,
  application: string,
  environment: string,
): Promise<Instance[]> {
  const { rows } = await sql<Instance>`
    select instance as "instanceId", sdk_version as "sdkVersion", null as "clientIp",
      seen_at as "lastSeen"
    from application_instances
    where application = ${application} and environment = ${environment}
    order by seen_at desc, instance collate "C"
    limit ${instancesMax}`.execute(db);
  return rows;
}

const instancesMax = 1000;

/** Applications with a token for the project, by name, each row with the total. */
export async function listApplicationsIn(db: Db, project: string, input: ListFilter) {
  const { rows } = await sql<ProjectApplication & { total: number }>`
    select found.application as name, count(*) over () as total,
      array(select distinct environment collate "C" from application_projects
        where application = found.application and project = ${project} order by 1) as environments,
      array(select distinct instance collate "C" from application_instances
        where application = found.application order by 1 limit ${instancesMax}) as instances,
      (select coalesce(json_agg(json_build_object('name', name, 'versions', versions)
          order by name collate "C"), '[]')
        from (
          select split_part(sdk_version, ':', 1) as name,
            json_agg(distinct split_part(sdk_version, ':', 2)) as versions
          from application_instances
          where application = found.application and sdk_version is not null
          group by 1
        ) as sdks
      ) as sdks
    from (
      select distinct application from application_projects where project = ${project}
    ) as found
    where position(lower(${input.text}) in lower(found.application)) > 0
    order by found.application collate "C"
    limit ${input.limit} offset ${input.offset}`.execute(db);
  return rows;
}

/** Lists only projects that the caller may see; `*` means all projects. */
const applicationOf = (caller: Caller): RawBuilder<unknown> => sql`
  applications.name as "appName", applications.strategies, applications.description,
  applications.url, applications.color, applications.icon,
  (select coalesce(json_agg(json_build_object('project', project, 'environments', environments)
      order by project collate "C"), '[]')
    from (
      select coalesce(scopes.project, '*') as project,
        json_agg(scopes.environment order by scopes.environment collate "C") as environments
      from application_projects as scopes
      where scopes.application = applications.name and ${isProjectVisible(caller)}
      group by 1
    ) as projects
  ) as usage`;

/** An application without an instance has no token to decide by, so all users may see it. */
const isVisibleTo = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(exists (
  select from application_projects as scopes
  where scopes.application = applications.name and ${isProjectVisible(caller)})
  or not exists (
    select from application_instances where application = applications.name))`;

const isProjectVisible = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(
  scopes.project is null or ${isVisible(caller, sql.ref('scopes.project'))})`;

/** Deletes at most `limit` instances, and applications, not seen since the given time. */
export async function deleteOldApplications(
  tx: Tx,
  before: string,
  limit: number,
): Promise<number> {
  const instances = await sql`
    delete from application_instances where ctid = any (array(
      select ctid from application_instances where seen_at < ${before}::timestamptz
      order by seen_at limit ${limit} for update skip locked))`.execute(tx);
  const applications = await sql`
    delete from applications where ctid = any (array(
      select ctid from applications where seen_at < ${before}::timestamptz
      order by seen_at limit ${limit} for update skip locked))`.execute(tx);
  return Math.max(
    Number(instances.numAffectedRows ?? 0),
    Number(applications.numAffectedRows ?? 0),
  );
}

const applicationColumns: Columns<ApplicationRow> = {
  name: 'text',
  strategies: 'jsonb',
  seenAt: 'timestamptz',
};

const instanceColumns: Columns<InstanceRow> = {
  application: 'text',
  environment: 'text',
  instance: 'text',
  kind: 'text',
  sdkVersion: 'text',
  seenAt: 'timestamptz',
};

const projectColumns: Columns<ProjectRow> = {
  application: 'text',
  environment: 'text',
  project: 'text',
};
