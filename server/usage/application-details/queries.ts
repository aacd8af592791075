import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { isUnknownTo } from '../metrics/queries.ts';
import type { Instance, Overview, SeenFlag } from './schema.ts';

const listedMax = 1000;

/** Environments with instances of the application, and the missing flags it evaluated there. */
export async function listEnvironmentsOf(
  db: Db,
  caller: Caller,
  application: string,
): Promise<EnvironmentRow[]> {
  const { rows } = await sql<EnvironmentRow>`
    select environment as name, count(*)::integer as "instanceCount", iso(max(seen_at)) as "lastSeen",
      array_agg(distinct sdk_version collate "C") filter (
        where sdk_version is not null and kind = 'frontend') as "frontendSdks",
      array_agg(distinct sdk_version collate "C") filter (
        where sdk_version is not null and kind = 'client') as "backendSdks",
      array(select name from unknown_flags
        where unknown_flags.application = ${application}
          and unknown_flags.environment = instances.environment and ${isUnknownTo(caller)}
        order by name collate "C" limit ${listedMax}) as "missingFeatures"
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

/** Names that the application evaluated and that are no flags, the latest first. */
export async function listUnknownFlagsOf(
  db: Db,
  caller: Caller,
  application: string,
): Promise<UnknownFlag[]> {
  const { rows } = await sql<UnknownFlag>`
    select name, max(seen_at) as "lastSeen",
      array_agg(environment order by environment collate "C") as environments
    from unknown_flags
    where application = ${application} and ${isUnknownTo(caller)}
    group by name
    order by max(seen_at) desc, name collate "C" limit ${listedMax}`.execute(db);
  return rows;
}

type UnknownFlag = Overview['issues']['missingFeatures'][number];

/** Projects of its tokens, and those whose flags it evaluated, as far as the caller may see them. */
export async function listProjectsOf(
  db: Db,
  caller: Caller,
  application: string,
): Promise<string[]> {
  const { rows } = await sql<{ project: string }>`
    select project from (
      select project from application_projects where application = ${application}
      union
      select project from application_usage where application = ${application}
    ) as scopes
    where project is not null and ${isVisible(caller, sql.ref('scopes.project'))}
    order by project collate "C"`.execute(db);
  return rows.map(({ project }) => project);
}

/** Flags visible to the caller that the application evaluated, and names that are no flags. */
export async function listSeenFlags(
  db: Db,
  caller: Caller,
  application: string,
): Promise<SeenFlag[]> {
  const { rows } = await sql<{ flag: SeenFlag }>`
    select json_build_object('name', flags.name, 'project', flags.project, 'type', flags.type,
      'description', flags.description, 'stale', flags.stale,
      'archived', flags.archived_at is not null) as flag
    from flags
    where flags.name in (select flag from usage_hours where application = ${application})
      and ${isVisible(caller, sql.ref('flags.project'))}
    union all
    (select distinct on (name) json_build_object('name', name, 'notFound', true)
    from unknown_flags
    where application = ${application} and ${isUnknownTo(caller)})
    limit ${listedMax}`.execute(db);
  return rows.map(({ flag }) => flag).sort((one, other) => (one.name < other.name ? -1 : 1));
}

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

/** Newest first; of all environments if none is given. */
export async function listInstances(db: Db, application: string, environment?: string) {
  const chosen = environment === undefined ? sql`true` : sql`environment = ${environment}`;
  const { rows } = await sql<Instance & { environment: string }>`
    select instance as "instanceId", sdk_version as "sdkVersion", null as "clientIp",
      seen_at as "lastSeen", environment
    from application_instances
    where application = ${application} and ${chosen}
    order by seen_at desc, instance collate "C", environment collate "C"
    limit ${listedMax}`.execute(db);
  return rows;
}
