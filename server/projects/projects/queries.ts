import { type RawBuilder, sql } from 'kysely';
import { grantedTo, isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { countFlagTypes, liveFlagsOf } from '../flag-counts/queries.ts';
import { listOwners } from '../owners/queries.ts';
import {
  type AvailableEnvironment,
  defaultProject,
  etagOf,
  type FlagCounts,
  healthOf,
  namingOf,
  type ProjectData,
  type ProjectLink,
} from './rules.ts';
import type { OnboardingStatus, Project } from './schema.ts';

type SummaryRow = ProjectData &
  FlagCounts &
  Pick<Project, 'favorite' | 'memberCount' | 'createdAt' | 'updatedAt' | 'archivedAt'>;

/** Projects the caller may see, by name: either the live or the archived ones. */
export async function listProjects(db: Db, caller: Caller, archived: boolean): Promise<Project[]> {
  const rows = await selectSummaries(
    db,
    caller,
    sql`${isVisible(caller, sql.ref('projects.id'))}
      and projects.archived_at is ${archived ? sql`not null` : sql`null`}`,
  );
  const owners = await listOwners(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    mode: row.mode,
    defaultStickiness: row.defaultStickiness,
    health: healthOf(row),
    favorite: row.favorite,
    featureCount: row.total,
    staleFeatureCount: row.stale,
    potentiallyStaleFeatureCount: row.potentiallyStale,
    memberCount: row.memberCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archivedAt: row.archivedAt,
    owners: owners.get(row.id) ?? [{ ownerType: 'system' }],
  }));
}

/** Live projects where the caller has a role, favourites, and the default project; by name. */
export async function listOwnProjects(db: Db, caller: Caller) {
  const rows = await selectSummaries(
    db,
    caller,
    sql`${isVisible(caller, sql.ref('projects.id'))} and projects.archived_at is null and (
      projects.id = ${defaultProject}
      or exists (select from role_grants where project = projects.id and ${grantedTo(caller.id)})
      or exists (select from project_favorites
        where project = projects.id and user_id = ${caller.id}))`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    health: healthOf(row),
    memberCount: row.memberCount,
    featureCount: row.total,
  }));
}

/** The common part of both overviews, with its ETag. Visibility is checked by the route. */
export async function findOverview(db: Db, caller: Caller, id: string) {
  const [row] = await selectSummaries(db, caller, sql`projects.id = ${id}`);
  if (!row) return undefined;
  return {
    etag: etagOf(row),
    version: 1,
    name: row.name,
    description: row.description,
    mode: row.mode,
    defaultStickiness: row.defaultStickiness,
    featureLimit: row.featureLimit,
    ...namingOf(row),
    members: row.memberCount,
    health: healthOf(row),
    favorite: row.favorite,
    environments: await listOverviewEnvironments(db, id),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archivedAt: row.archivedAt,
  };
}

export async function findTypesAndOnboarding(db: Db, project: string) {
  return {
    featureTypeCounts: await countFlagTypes(db, project),
    onboardingStatus: await findOnboardingStatus(db, project),
  };
}

/** Onboarded once an SDK has connected; before, depends on whether it has an active flag. */
export async function findOnboardingStatus(db: Db, project: string): Promise<OnboardingStatus> {
  const { rows } = await sql<Onboarding>`${onboardingOf(project)}`.execute(db);
  return onboardingStatusOf(rows[0] ?? { onboarded: false, oldest: null });
}

export type Onboarding = { onboarded: boolean; oldest: string | null };

export const onboardingOf = (project: string) => sql`
  select exists (select from onboarded_projects where project = ${project}) as onboarded, (
    select name from flags where project = ${project} and archived_at is null
    order by created_at, name limit 1
  ) as oldest`;

export function onboardingStatusOf({ onboarded, oldest }: Onboarding): OnboardingStatus {
  if (onboarded) return { status: 'onboarded' };
  return oldest === null
    ? { status: 'onboarding-started' }
    : { status: 'first-flag-created', feature: oldest };
}

export async function listActiveFlags(db: Db, project: string) {
  const flags = await db
    .selectFrom('flags')
    .select(['name', 'type', 'description', 'project', 'stale'])
    .select(['impression_data as impressionData', 'created_at as createdAt'])
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute();
  return flags.map((flag) => ({ ...flag, archived: false }));
}

export async function projectExists(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('projects').select('id').where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * No flag can be added and no environment removed until the transaction ends. For a deletion, no
 * other row, such as a token, can reference the project either.
 */
export async function lockProject(
  tx: Tx,
  id: string,
  { forDeletion = false } = {},
): Promise<(ProjectData & { archivedAt: string | null }) | undefined> {
  const row = await tx
    .selectFrom('projects')
    .select(['id', 'name', 'description', 'mode', 'default_stickiness as defaultStickiness'])
    .select(['flag_limit as featureLimit', 'archived_at as archivedAt'])
    .select(['naming_pattern as pattern', 'naming_example as example'])
    .select('naming_description as explanation')
    .where('id', '=', id)
    .$call((query) => (forDeletion ? query.forUpdate() : query.forNoKeyUpdate()))
    .executeTakeFirst();
  if (!row) return undefined;
  const { pattern, example, explanation, ...data } = row;
  return { ...data, naming: { pattern, example, description: explanation } };
}

/** The first of `slug`, `slug-1`, `slug-2`, … that no project has and that is not in `taken`. */
export async function findFreeId(db: Db, slug: string, taken: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select candidate as id
    from generate_series(0, 10000) as n,
      lateral (select ${slug}::text || case n when 0 then '' else '-' || n end as candidate) as named
    where candidate <> all (${taken}::text[])
      and not exists (select from projects where projects.id = candidate)
    order by n
    limit 1`.execute(db);
  return rows[0]?.id;
}

/** False when the id is taken. */
export async function insertProject(tx: Tx, data: ProjectData): Promise<boolean> {
  const inserted = await tx
    .insertInto('projects')
    .values({ id: data.id, ...columnsOf(data) })
    .onConflict((clash) => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function saveProject(tx: Tx, data: ProjectData): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ ...columnsOf(data), updated_at: sql`clock_timestamp()` })
    .where('id', '=', data.id)
    .execute();
}

export async function setArchived(tx: Tx, id: string, archived: boolean): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ archived_at: archived ? sql`clock_timestamp()` : null })
    .where('id', '=', id)
    .execute();
}

/** Cascades to its environments and role grants; flags and tokens must be deleted before. */
export async function deleteProjectRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('projects').where('id', '=', id).execute();
}

export async function countActiveFlags(db: Db, project: string): Promise<number> {
  const { count } = await db
    .selectFrom('flags')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** In sort order. Locked by name, as for changes; none can change until the transaction ends. */
export async function lockAvailableEnvironments(tx: Tx): Promise<AvailableEnvironment[]> {
  const environments = await selectAvailable(tx).orderBy('name').forShare().execute();
  return environments.sort((one, other) => one.sortOrder - other.sortOrder);
}

export async function lockAvailableEnvironment(tx: Tx, name: string) {
  return selectAvailable(tx).where('name', '=', name).forShare().executeTakeFirst();
}

/** Returns how many were inserted; existing links are unchanged. */
export async function insertLinks(tx: Tx, project: string, links: readonly ProjectLink[]) {
  const { rows } = await sql`
    insert into project_environments (project, environment, required_approvals)
    select ${project}::text, environment, "requiredApprovals"
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as link (environment text, "requiredApprovals" integer)
    on conflict do nothing
    returning environment`.execute(tx);
  return rows.length;
}

/** None can be deleted with its environment until the transaction ends. */
export async function lockLinkedEnvironments(tx: Tx, project: string): Promise<string[]> {
  const links = await tx
    .selectFrom('project_environments')
    .select('environment')
    .where('project', '=', project)
    .orderBy('environment')
    .forUpdate()
    .execute();
  return links.map(({ environment }) => environment);
}

export async function deleteLink(tx: Tx, project: string, environment: string): Promise<void> {
  await tx
    .deleteFrom('project_environments')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute();
}

export async function saveDefaultStrategy(
  tx: Tx,
  { project, environment }: { project: string; environment: string },
  strategy: object,
): Promise<void> {
  await tx
    .updateTable('project_environments')
    .set({ default_strategy: JSON.stringify(strategy) })
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute();
}

/** Null approvals: changes need no approval. */
export async function saveApprovalRules(
  tx: Tx,
  { project, environment }: { project: string; environment: string },
  rules: { requiredApprovals: number | null; authorMayApprove: boolean },
): Promise<void> {
  await tx
    .updateTable('project_environments')
    .set({
      required_approvals: rules.requiredApprovals,
      author_may_approve: rules.authorMayApprove,
    })
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute();
}

const columnsOf = (data: ProjectData) => ({
  name: data.name,
  description: data.description,
  mode: data.mode,
  default_stickiness: data.defaultStickiness,
  flag_limit: data.featureLimit,
  naming_pattern: data.naming.pattern,
  naming_example: data.naming.example,
  naming_description: data.naming.description,
});

const selectAvailable = (db: Db) =>
  db
    .selectFrom('environments')
    .select(['name', 'enabled', 'required_approvals as requiredApprovals'])
    .select('sort_order as sortOrder');

async function listOverviewEnvironments(db: Db, project: string) {
  const rows = await db
    .selectFrom('project_environments')
    .innerJoin('environments', 'environments.name', 'project_environments.environment')
    .select([
      'project_environments.environment',
      'project_environments.required_approvals as requiredApprovals',
      'project_environments.default_strategy as defaultStrategy',
    ])
    .where('project_environments.project', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute();
  return rows.map(({ environment, requiredApprovals, defaultStrategy }) => ({
    environment,
    changeRequestsEnabled: requiredApprovals !== null,
    ...(defaultStrategy === null ? {} : { defaultStrategy }),
  }));
}

/** Projects with their counts, in one statement. */
async function selectSummaries(
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    with shown as materialized (select * from projects where ${where})
    select
      projects.id, projects.name, projects.description, projects.mode,
      projects.default_stickiness as "defaultStickiness",
      projects.flag_limit as "featureLimit",
      json_build_object(
        'pattern', naming_pattern, 'example', naming_example, 'description', naming_description
      ) as naming,
      projects.created_at as "createdAt",
      projects.updated_at as "updatedAt",
      projects.archived_at as "archivedAt",
      exists (
        select from project_favorites
        where project_favorites.user_id = ${caller.id} and project_favorites.project = projects.id
      ) as favorite,
      coalesce(counts.total, 0) as total, coalesce(counts.stale, 0) as stale,
      coalesce(counts.potentially_stale, 0) as "potentiallyStale",
      members.total as "memberCount"
    from shown as projects
    left join ${liveFlagsOf(sql`shown`)} as counts
      on counts.project = projects.id
    cross join lateral (
      select count(distinct users.id) as total
      from role_grants
      left join group_members on group_members.group_id = role_grants.group_id
      join users on users.id = coalesce(role_grants.user_id, group_members.user_id)
      where role_grants.project = projects.id and users.deleted_at is null
    ) as members
    order by lower(projects.name), projects.id`.execute(db);
  return rows;
}
