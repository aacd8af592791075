import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type Columns, given } from '../../platform/db/records.ts';
import { isUnknownTo } from '../metrics/queries.ts';
import type { ApplicationRow, InstanceRow, KnownApplication, ProjectRow } from './rules.ts';
import type { NewApplication, ProjectApplication } from './schema.ts';

/** Frontend tokens are public, so any client can report names; they may use half of each limit. */
const applicationsMax = 10_000;
const instancesMax = 100_000;

const shareOf = (limit: number) =>
  sql`case candidates.kind when 'frontend' then ${limit / 2}::integer else ${limit}::integer end`;

type CreatedApplication = { name: string; strategies: string[]; createdAt: string };

/** Returns the applications that are new; above the limit none is created. */
export async function saveApplications(
  tx: Tx,
  rows: readonly ApplicationRow[],
): Promise<CreatedApplication[]> {
  const { rows: saved } = await sql<CreatedApplication & { created: boolean }>`
    insert into applications as known (name, strategies, created_at, seen_at)
    select name, coalesce(array(select jsonb_array_elements_text(strategies)), '{}'),
      "seenAt", "seenAt"
    from (
      select given.*, stored.name is not null as stored,
        row_number() over (partition by stored.name is null order by given.name) as position
      from ${given(rows, applicationColumns)}
      left join applications as stored on stored.name = given.name
    ) as candidates
    where stored or position + (select count(*) from applications) <= ${shareOf(applicationsMax)}
    order by name
    on conflict (name) do update set
      seen_at = greatest(known.seen_at, excluded.seen_at),
      strategies = case when excluded.strategies = '{}' then known.strategies
        else excluded.strategies end
    returning name, strategies, created_at as "createdAt", xmax = 0 as created`.execute(tx);
  return saved
    .filter(({ created }) => created)
    .map(({ name, strategies, createdAt }) => ({ name, strategies, createdAt }));
}

/**
 * Skips unknown applications, deleted environments and new instances above the limit. Returns how many
 * were skipped.
 */
export async function saveInstances(tx: Tx, rows: readonly InstanceRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into application_instances as known
      (application, environment, instance, kind, sdk_version, seen_at)
    select application, environment, instance, kind, "sdkVersion", "seenAt"
    from (
      select given.*, stored.instance is not null as stored,
        row_number() over (partition by stored.instance is null) as position
      from ${given(rows, instanceColumns)}
      join applications on applications.name = given.application
      join environments on environments.name = given.environment
      left join application_instances as stored on stored.application = given.application
        and stored.environment = given.environment and stored.instance = given.instance
    ) as candidates
    where stored
      or position + (select count(*) from application_instances) <= ${shareOf(instancesMax)}
    order by application, environment, instance
    on conflict (application, environment, instance) do update set
      kind = excluded.kind, sdk_version = coalesce(excluded.sdk_version, known.sdk_version),
      seen_at = greatest(known.seen_at, excluded.seen_at)`.execute(tx);
  return rows.length - Number(numAffectedRows ?? 0);
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

type ListFilter = { text: string; order: 'asc' | 'desc'; limit: number; offset: number };

/**
 * Applications visible to the caller, by name, each row with the total. With a list of outdated SDKs,
 * those with issues come first.
 */
export async function listApplications(
  db: Db,
  caller: Caller,
  { outdatedSdks, ...input }: ListFilter & { outdatedSdks: readonly string[] | undefined },
) {
  const last = outdatedSdks ? sql`not ${hasIssues(caller, outdatedSdks)}` : sql`false`;
  const order = sql`last, name collate "C" ${sql.raw(input.order)}`;
  const { rows } = await sql<ListedRow>`
    with found as (
      select applications.name, ${last} as last, count(*) over () as total from applications
      where ${isVisibleTo(caller)} and (${contains(sql.ref('applications.name'), input)}
        or exists (select from application_instances
          where application = applications.name and ${contains(sql.ref('sdk_version'), input)}))
      order by ${order} limit ${input.limit} offset ${input.offset}
    )
    select ${applicationOf(caller)}, found.total, applications.seen_at as "lastSeen",
      array(select distinct sdk_version collate "C" from application_instances
        where application = name and sdk_version is not null
        order by 1 limit ${sdksMax}) as sdks,
      cardinality(array(select unnest(applications.strategies)
        except select name from strategy_types)) + (
        select count(distinct unknown_flags.name) from unknown_flags
        where application = applications.name and ${isUnknownTo(caller)}) as "otherIssues"
    from found join applications using (name)
    order by ${order}`.execute(db);
  return rows;
}

const sdksMax = 100;

export type ListedRow = KnownApplication & {
  total: number;
  lastSeen: string;
  sdks: string[];
  /** All but outdated SDKs. */
  otherIssues: number;
};

const hasIssues = (caller: Caller, outdatedSdks: readonly string[]) => sql<boolean>`(
  not applications.strategies <@ array(select name from strategy_types)
  or applications.name in (select application from unknown_flags where ${isUnknownTo(caller)})
  or applications.name in (select application from application_instances
    where sdk_version = any(${outdatedSdks}::text[])))`;

/** SDKs with their versions, of all applications. */
export async function listSdkVersions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sdkVersion: string }>`
    select distinct sdk_version as "sdkVersion" from application_instances
    where sdk_version is not null`.execute(db);
  return rows.map(({ sdkVersion }) => sdkVersion);
}

const contains = (column: RawBuilder<unknown>, { text }: ListFilter) =>
  sql<boolean>`position(lower(${text}) in lower(${column})) > 0`;

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

/** SDKs with their applications: those of one project, or all that the caller may see. */
export async function listSdks(db: Db, caller: Caller, project?: string) {
  const included =
    project === undefined
      ? isVisibleTo(caller)
      : sql`applications.name in (select application from ${scopesIn(project)})`;
  const { rows } = await sql<{ sdkVersion: string; applications: string[] }>`
    select sdk_version as "sdkVersion",
      array_agg(distinct applications.name collate "C") as applications
    from application_instances
    join applications on applications.name = application_instances.application
    where sdk_version is not null and ${included}
    group by 1 order by sdk_version collate "C"`.execute(db);
  return rows;
}

const listedMax = 1000;

/** The applications of a project: with a token for it, or that evaluated its flags. */
const scopesIn = (project: string) => sql`(
  select application, environment from application_projects where project = ${project}
  union
  select application, environment from application_usage where project = ${project}
) as scopes`;

/** By name, each row with the total. */
export async function listApplicationsIn(db: Db, project: string, input: ListFilter) {
  const instancesOf = (application: 'names.application' | 'found.application') => sql`
    application_instances join scopes using (application, environment)
    where application = ${sql.ref(application)}`;
  const { rows } = await sql<ProjectApplication & { total: number }>`
    with scopes as materialized (select * from ${scopesIn(project)}),
    found as (
      select application, count(*) over () as total
      from (select distinct application from scopes) as names
      where ${contains(sql.ref('application'), input)}
        or exists (select from scopes where application = names.application
          and ${contains(sql.ref('environment'), input)})
        or exists (select from ${instancesOf('names.application')}
          and ${contains(sql`concat_ws(chr(31), instance, sdk_version)`, input)})
      order by application collate "C" ${sql.raw(input.order)}
      limit ${input.limit} offset ${input.offset}
    )
    select application as name, total,
      array(select environment from scopes
        where application = found.application order by environment collate "C") as environments,
      array(select distinct instance collate "C" from ${instancesOf('found.application')}
        order by 1 limit ${listedMax}) as instances,
      (select coalesce(json_agg(json_build_object('name', name, 'versions', versions)
          order by name collate "C"), '[]')
        from (
          select split_part(sdk_version, ':', 1) as name,
            coalesce(json_agg(distinct split_part(sdk_version, ':', 2)) filter (
              where split_part(sdk_version, ':', 2) <> ''), '[]') as versions
          from ${instancesOf('found.application')} and sdk_version <> ''
          group by 1
        ) as sdks
      ) as sdks
    from found
    order by application collate "C" ${sql.raw(input.order)}`.execute(db);
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
  kind: 'text',
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
