import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/records.ts';
import type { EnvironmentData } from './rules.ts';

/** By sort order, with counts of what the caller may see. */
export async function listEnvironments(db: Db, caller: Caller) {
  return selectWithCounts(db, caller)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute();
}

export async function findEnvironment(db: Db, caller: Caller, name: string) {
  return selectWithCounts(db, caller).where('environments.name', '=', name).executeTakeFirst();
}

export async function environmentExists(db: Db, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

/** All environments; `visible` is true for those of the project. */
export async function listProjectEnvironments(db: Db, project: string) {
  const rows = await db
    .selectFrom('environments')
    .leftJoin('project_environments', (join) =>
      join
        .onRef('project_environments.environment', '=', 'environments.name')
        .on('project_environments.project', '=', project),
    )
    .leftJoin(switchedOn(sql`project = ${project}`), (join) =>
      join.onRef('switched_on.environment', '=', 'environments.name'),
    )
    .select([
      'environments.name',
      'environments.type',
      'environments.enabled',
      'environments.protected',
      'environments.sort_order as sortOrder',
      'project_environments.default_strategy as defaultStrategy',
    ])
    .select([
      sql<boolean>`project_environments.project is not null`.as('visible'),
      sql<number>`(
        select count(*) from api_tokens
        where api_tokens.environment = environments.name and (all_projects or exists (
          select from api_token_projects where token_id = api_tokens.id and project = ${project}
        )))`.as('projectApiTokenCount'),
      sql<number>`coalesce(switched_on.flags, 0)`.as('projectEnabledToggleCount'),
    ])
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute();
  return rows.map(({ defaultStrategy, ...row }) => ({
    ...row,
    ...(defaultStrategy === null ? {} : { defaultStrategy }),
  }));
}

/** Blocks adding it to a project until the transaction ends, not inserts of flags and tokens. */
export async function lockEnvironment(tx: Tx, name: string): Promise<EnvironmentData | undefined> {
  const [found] = await lockEnvironments(tx, [name]);
  return found;
}

/** No row can reference the environment from now on. It must already be locked. */
export async function lockEnvironmentForDeletion(tx: Tx, name: string): Promise<void> {
  await sql`select from environments where name = ${name} for update`.execute(tx);
}

/** Returns the environments that exist, always locked in the same order. */
export async function lockEnvironments(tx: Tx, names: string[]): Promise<EnvironmentData[]> {
  return selectData(tx).where('name', '=', oneOf(names)).orderBy('name').forNoKeyUpdate().execute();
}

/** Projects cannot gain or lose flags or the environment. Locked by id, as for moving a flag. */
export async function lockProjectsInEnvironment(tx: Tx, environment: string): Promise<void> {
  await sql`
    select from projects
    where id in (select project from project_environments where environment = ${environment})
    order by id collate "C"
    for no key update`.execute(tx);
}

export async function listProjectsInEnvironment(db: Db, environment: string): Promise<string[]> {
  const links = await db
    .selectFrom('project_environments')
    .select('project')
    .where('environment', '=', environment)
    .orderBy('project')
    .execute();
  return links.map(({ project }) => project);
}

/** False when the name is taken. */
export async function insertEnvironment(tx: Tx, data: EnvironmentData): Promise<boolean> {
  const inserted = await tx
    .insertInto('environments')
    .values({ name: data.name, ...columnsOf(data) })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function saveEnvironment(tx: Tx, data: EnvironmentData): Promise<void> {
  await tx.updateTable('environments').set(columnsOf(data)).where('name', '=', data.name).execute();
}

export async function saveSortOrders(tx: Tx, moved: readonly EnvironmentData[]): Promise<void> {
  await sql`
    update environments set sort_order = moved.sort_order
    from unnest(
      ${moved.map(({ name }) => name)}::text[],
      ${moved.map(({ sortOrder }) => sortOrder)}::integer[]
    ) as moved (name, sort_order)
    where environments.name = moved.name`.execute(tx);
}

/** Cascades to links, flag environments, tokens and permissions. */
export async function deleteEnvironmentRow(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('environments').where('name', '=', name).execute();
}

/** Live projects that have no other environment. */
export async function listProjectsWithNoOther(db: Db, environment: string): Promise<string[]> {
  const { rows } = await sql<{ project: string }>`
    select project from project_environments
    join projects on projects.id = project_environments.project and projects.archived_at is null
    group by project
    having count(*) = 1 and min(environment) = ${environment}
    order by project
    limit 10`.execute(db);
  return rows.map(({ project }) => project);
}

const columnsOf = (data: EnvironmentData) => ({
  type: data.type,
  enabled: data.enabled,
  protected: data.protected,
  sort_order: data.sortOrder,
  required_approvals: data.requiredApprovals,
});

function selectData(db: Db) {
  return db
    .selectFrom('environments')
    .select([
      'environments.name',
      'environments.type',
      'environments.enabled',
      'environments.protected',
      'environments.sort_order as sortOrder',
      'environments.required_approvals as requiredApprovals',
    ]);
}

function selectWithCounts(db: Db, caller: Caller) {
  return selectData(db)
    .leftJoin(switchedOn(isVisible(caller, sql.ref('flag_counts.project'))), (join) =>
      join.onRef('switched_on.environment', '=', 'environments.name'),
    )
    .select([
      sql<number>`(
        select count(*) from project_environments
        join projects on projects.id = project_environments.project
        where project_environments.environment = environments.name and projects.archived_at is null
          and ${isVisible(caller, sql.ref('projects.id'))}
      )`.as('projectCount'),
      sql<number>`(
        select count(*) from api_tokens
        where api_tokens.environment = environments.name and (all_projects or exists (
          select from api_token_projects
          where token_id = api_tokens.id
            and ${isVisible(caller, sql.ref('api_token_projects.project'))}
        )))`.as('apiTokenCount'),
      sql<number>`coalesce(switched_on.flags, 0)`.as('enabledToggleCount'),
    ]);
}

/** How many flags are on in each environment, in one scan of the selected rows of flag_counts. */
const switchedOn = (condition: RawBuilder<unknown>) =>
  sql<{ environment: string; flags: number }>`(
    select left(switch, -length(':enabled')) as environment, sum(flags) as flags
    from flag_counts cross join unnest(switches) as switch
    where switch like '%:enabled' and not archived and ${condition}
    group by switch)`.as<'switched_on'>(sql`switched_on`);
