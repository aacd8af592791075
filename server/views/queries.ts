import { sql } from 'kysely';
import { grantedTo, isVisible } from '../identity/access/visibility.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { mayShareByRoot, sharingPermissions, type ViewPlan } from './rules.ts';
import type { Subscription, View, ViewListQuery } from './schema.ts';

/** A user, or a project. */
export type ViewOwner = { project: string | null; ownerId: number | null };

/** Those of the caller and those of visible projects. */
export async function listViews(
  db: Db,
  caller: Caller,
  { kind, project }: ViewListQuery,
): Promise<View[]> {
  const { rows } = await sql<View>`
    ${selectViews(caller)}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${project === undefined ? sql`` : sql`and project = ${project}`}
    order by project collate "C" nulls first, lower(name) collate "C", id`.execute(db);
  return rows;
}

export async function findView(db: Db, caller: Caller, id: string): Promise<View | undefined> {
  const { rows } = await sql<View>`
    ${selectViews(caller)} and id = ${id}::uuid`.execute(db);
  return rows[0];
}

export async function lockView(tx: Tx, caller: Caller, id: string): Promise<View | undefined> {
  const { rows } = await sql<View>`
    ${selectViews(caller)} and id = ${id}::uuid for update`.execute(tx);
  return rows[0];
}

const selectViews = (caller: Caller) => sql`
  select id, kind, name, description, query, columns, project, created_at as "createdAt",
    updated_at as "updatedAt", ${isEditable(caller)} as editable
  from saved_views
  where ${isVisibleView(caller)}`;

/** Their own, and those of visible projects; for statements on `saved_views`. */
export const isVisibleView = (caller: Caller) => sql<boolean>`(
  saved_views.owner_id = ${caller.id} or saved_views.project is not null
    and ${isVisible(caller, sql.ref('saved_views.project'))})`;

/** Null if the caller is not subscribed to it. */
export async function findSubscription(
  db: Db,
  caller: Caller,
  id: string,
): Promise<Subscription | null> {
  const { rows } = await sql<Subscription>`
    select view_subscriptions.created_at as "createdAt", view_watches.parked
    from view_subscriptions
    join view_watches on view_watches.view_id = view_subscriptions.view_id
    where view_subscriptions.view_id = ${id}::uuid
      and view_subscriptions.user_id = ${caller.id}`.execute(db);
  return rows[0] ?? null;
}

const isEditable = (caller: Caller) => sql`(
  owner_id is not null
  or ${mayShareByRoot(caller, '')}::boolean
  or (project = 'default' and ${mayShareByRoot(caller, 'default')}::boolean)
  or exists (
    select from role_grants
    join role_permissions on role_permissions.role_id = role_grants.role_id
    where role_grants.project = saved_views.project
      and role_permissions.permission = any (${sharingPermissions}::text[])
      and ${grantedTo(caller.id)}
  ))`;

/** Undefined if the name is taken. */
export async function insertView(
  tx: Tx,
  { project, ownerId }: ViewOwner,
  { kind, name, description, query, columns }: ViewPlan,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into saved_views (project, owner_id, kind, name, description, query, columns)
    values (${project}, ${ownerId}, ${kind}, ${name}, ${description}, ${query}, ${columns}::text[])
    on conflict do nothing
    returning id`.execute(tx);
  return rows[0]?.id;
}

export async function countViews(tx: Tx, { project, ownerId }: ViewOwner): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from saved_views
    where ${project === null ? sql`owner_id = ${ownerId}` : sql`project = ${project}`}`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** By another view of the same kind and owner. */
export async function isNameTaken(tx: Tx, id: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from saved_views as own
    join saved_views as other on other.kind = own.kind
      and (other.project = own.project or other.owner_id = own.owner_id)
    where own.id = ${id}::uuid and other.id <> own.id and lower(other.name) = lower(${name})`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function saveView(
  tx: Tx,
  id: string,
  { name, description, query, columns }: Omit<ViewPlan, 'kind'>,
): Promise<void> {
  await sql`
    update saved_views set name = ${name}, description = ${description}, query = ${query},
      columns = ${columns}::text[], updated_at = now()
    where id = ${id}::uuid`.execute(tx);
}

export async function deleteViewRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}

/** Where the words of a query come from. */
export type WordSource =
  | 'projects'
  | 'flags'
  | 'flag types'
  | 'environments'
  | 'tag types'
  | 'segments'
  | 'context fields'
  | 'strategies';

/** Words that begin with the text, in any case; none of a project that the caller may not see. */
export async function listWords(
  db: Db,
  caller: Caller,
  { source, start, limit }: { source: WordSource; start: string; limit: number },
): Promise<string[]> {
  const { from, word } = wordSources[source];
  const visible = {
    projects: 'projects.id',
    flags: 'flag_search.project',
    segments: 'segments.project',
  };
  const project = Object.hasOwn(visible, source) ? visible[source as keyof typeof visible] : null;
  const condition =
    project === null
      ? sql`true`
      : sql`(${sql.ref(project)} is null or ${isVisible(caller, sql.ref(project))})`;
  const begins = sql`starts_with(lower(${sql.ref(word)}), lower(${start}::text))`;
  const { rows } = await sql<{ word: string }>`
    select ${sql.ref(word)} as word from ${sql.table(from)}
    where ${source === 'flags' ? isFlagFrom(start) : begins} and ${condition}
    order by ${sql.ref(word)} collate "C" limit ${limit}`.execute(db);
  return rows.map((row) => row.word);
}

/** A range of an index, because flags are many; so the case matters, and archived ones are left out. */
const isFlagFrom = (start: string) => sql`flag_search.archived = false
  and flag_search.name collate "C" >= ${start}
  and flag_search.name collate "C" < ${`${start}\u{10FFFF}`}`;

const wordSources: Record<WordSource, { from: string; word: string }> = {
  projects: { from: 'projects', word: 'projects.id' },
  flags: { from: 'flag_search', word: 'flag_search.name' },
  'flag types': { from: 'flag_types', word: 'flag_types.id' },
  environments: { from: 'environments', word: 'environments.name' },
  'tag types': { from: 'tag_types', word: 'tag_types.name' },
  segments: { from: 'segments', word: 'segments.name' },
  'context fields': { from: 'context_fields', word: 'context_fields.name' },
  strategies: { from: 'strategy_types', word: 'strategy_types.name' },
};
