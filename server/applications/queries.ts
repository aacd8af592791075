import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { type Columns, given } from '../db/records.ts';
import type { ApplicationRow, InstanceRow, ReachRow } from './rules.ts';

/** Names come from whoever holds a token, which for browsers is everybody: there is an end to them. */
const applicationsMax = 10_000;

type NewApplication = { name: string; strategies: string[]; createdAt: string };

/** Returns those that were not known. */
export async function saveApplications(
  tx: Tx,
  rows: readonly ApplicationRow[],
): Promise<NewApplication[]> {
  const listed = rows.map(({ strategies, ...row }) => ({
    ...row,
    strategies: strategies && [...strategies],
  }));
  const { rows: saved } = await sql<NewApplication & { made: boolean }>`
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
    returning name, strategies, created_at as "createdAt", xmax = 0 as made`.execute(tx);
  return saved
    .filter(({ made }) => made)
    .map(({ name, strategies, createdAt }) => ({ name, strategies, createdAt }));
}

/** Those of known applications, where the environment is still there. */
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

export async function saveReach(tx: Tx, rows: readonly ReachRow[]): Promise<void> {
  await sql`
    insert into application_projects (application, environment, project)
    select given.application, given.environment, given.project
    from ${given(rows, reachColumns)}
    join applications on applications.name = given.application
    join environments on environments.name = given.environment
    where given.project is null or exists (select from projects where id = given.project)
    order by given.application, given.environment, given.project
    on conflict do nothing`.execute(tx);
}

/** An SDK that is for a project has been seen, and nothing takes that back. */
export async function onboardProjects(tx: Tx, projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  await sql`
    insert into onboarded_projects (project, since)
    select id, now() from projects where id = any (${projects}::text[])
    order by id
    on conflict do nothing`.execute(tx);
}

/** Instances, and applications that have none left, not seen since the moment; so many at a time. */
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

const reachColumns: Columns<ReachRow> = {
  application: 'text',
  environment: 'text',
  project: 'text',
};
