import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { isVisibleView } from '../queries.ts';
import { entriesMax, type WatchedView } from './rules.ts';
import type { ViewEntry } from './schema.ts';

/** Of users who still exist. */
const subscribers = sql`
  from view_subscriptions join users on users.id = view_subscriptions.user_id
  where users.deleted_at is null and view_subscriptions.view_id = view_watches.view_id`;

const isWholeDue = sql<boolean>`(view_watches.query <> saved_views.query
  or view_watches.evaluated_at <= clock_timestamp() - interval '1 hour')`;

export async function isEvaluationDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from view_watches) and (
      (select position from view_reading) < (select max(id) from events)
      or exists (
        select from view_watches join saved_views on saved_views.id = view_watches.view_id
        where ${isWholeDue})) as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** The position; undefined while another process evaluates. */
export async function tryLockReading(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from view_reading for update skip locked`.execute(tx);
  return rows[0]?.position;
}

/** Waits for a running evaluation. Without watched views, the events before are of no interest. */
export async function lockReading(tx: Tx): Promise<void> {
  await sql`select from view_reading for update`.execute(tx);
  await sql`
    update view_reading set position = coalesce((select max(id) from events), 0)
    where not exists (select from view_watches)`.execute(tx);
}

export async function savePosition(tx: Tx, position: number): Promise<void> {
  await tx.updateTable('view_reading').set({ position }).execute();
}

export type ChangedFlags = {
  /** The newest event of each flag. */
  flags: { name: string; eventId: number }[];
  newest: number;
};

/** The events of evaluations change no flag. */
export async function listChangedFlags(
  tx: Tx,
  { after, upTo }: { after: number; upTo: number },
): Promise<ChangedFlags> {
  const { rows } = await sql<ChangedFlags>`
    select coalesce((select max(id) from events), 0) as newest,
      coalesce((
        select json_agg(json_build_object('name', name, 'eventId', id) order by id) from (
          select feature_name as name, max(id) as id from events
          where id > ${after} and id <= ${upTo} and feature_name is not null
            and type <> 'view-entered'
          group by feature_name
        ) as changed), '[]') as flags`.execute(tx);
  return rows[0] ?? { flags: [], newest: after };
}

const selectWatched = sql`
  select saved_views.id, saved_views.kind, saved_views.name, saved_views.query,
    saved_views.project, saved_views.owner_id as "ownerId",
    array(
      select id from projects
      where mode = 'private' and saved_views.project is not null and id <> saved_views.project
    ) as "hiddenProjects",
    exists (
      select from projects where id = saved_views.project and mode = 'private') as "isPrivate",
    view_watches.parked is null and view_watches.query = saved_views.query as evaluated
  from view_watches join saved_views on saved_views.id = view_watches.view_id`;

/** Those to evaluate for changed flags; none of them can be deleted until the end. */
export async function listEvaluated(tx: Tx): Promise<WatchedView[]> {
  const { rows } = await sql<WatchedView>`
    ${selectWatched}
    where view_watches.parked is null and view_watches.query = saved_views.query
      and exists (select ${subscribers})
    order by saved_views.id
    for key share of view_watches`.execute(tx);
  return rows;
}

/** The next one to evaluate for all flags. */
export async function findWholeDue(tx: Tx): Promise<WatchedView | undefined> {
  const { rows } = await sql<WatchedView>`
    ${selectWatched}
    where ${isWholeDue} and exists (select ${subscribers})
    order by view_watches.evaluated_at limit 1
    for key share of view_watches`.execute(tx);
  return rows[0];
}

export async function findWatched(tx: Tx, viewId: string): Promise<WatchedView | undefined> {
  const { rows } = await sql<WatchedView>`
    ${selectWatched} where saved_views.id = ${viewId}::uuid`.execute(tx);
  return rows[0];
}

/** False if the view is watched already. */
export async function insertWatch(tx: Tx, viewId: string, query: string): Promise<boolean> {
  const { rows } = await sql`
    insert into view_watches (view_id, query, evaluated_at)
    values (${viewId}::uuid, ${query}, clock_timestamp())
    on conflict do nothing
    returning view_id`.execute(tx);
  return rows.length > 0;
}

/** Without a reason, its members are those of the query. */
export async function saveEvaluated(
  tx: Tx,
  { id, query }: WatchedView,
  parked: string | null,
): Promise<void> {
  await sql`
    update view_watches set query = ${query}, parked = ${parked}, evaluated_at = clock_timestamp()
    where view_id = ${id}::uuid`.execute(tx);
}

/** Without users who were deleted, a view may have no subscription left. */
export async function deleteAbandoned(tx: Tx): Promise<void> {
  await sql`
    delete from view_watches where not exists (select ${subscribers})`.execute(tx);
}

/** Of these flags, or of all. */
export async function listMembers(
  tx: Tx,
  viewId: string,
  names: readonly string[] | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ flag: string }>`
    select flag from view_members where view_id = ${viewId}::uuid
      and ${names === undefined ? sql`true` : sql`flag = any (${names}::text[])`}`.execute(tx);
  return rows.map(({ flag }) => flag);
}

/** Returns those that were not deleted meanwhile. */
export async function insertMembers(
  tx: Tx,
  viewId: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ flag: string }>`
    with existing as (
      select name from flags where name = any (${names}::text[]) order by name for key share)
    insert into view_members (view_id, flag)
    select ${viewId}::uuid, name from existing
    on conflict do nothing
    returning flag`.execute(tx);
  return rows.map(({ flag }) => flag);
}

/** These, or all. */
export async function deleteMembers(
  tx: Tx,
  viewId: string,
  names?: readonly string[],
): Promise<void> {
  if (names?.length === 0) return;
  await sql`
    delete from view_members where view_id = ${viewId}::uuid
      and ${names === undefined ? sql`true` : sql`flag = any (${names}::text[])`}`.execute(tx);
}

export type NewEntry = { flag: string; eventId: number | null };

/** For each subscriber; also deletes their oldest ones. */
export async function insertEntries(
  tx: Tx,
  viewId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const flags = entries.map(({ flag }) => flag);
  const eventIds = entries.map(({ eventId }) => eventId);
  await sql`
    insert into view_entries (view_id, user_id, flag, event_id)
    select view_subscriptions.view_id, view_subscriptions.user_id, entered.flag, entered.event_id
    from view_subscriptions
    join users on users.id = view_subscriptions.user_id and users.deleted_at is null
    cross join unnest(${flags}::text[], ${eventIds}::bigint[]) with ordinality
      as entered (flag, event_id, position)
    where view_subscriptions.view_id = ${viewId}::uuid
    order by entered.position, view_subscriptions.user_id`.execute(tx);
  await sql`
    delete from view_entries using view_subscriptions as subscribed
    cross join lateral (
      select id from view_entries as stored where stored.user_id = subscribed.user_id
      order by id desc offset ${entriesMax} limit 1) as oldest
    where subscribed.view_id = ${viewId}::uuid and view_entries.user_id = subscribed.user_id
      and view_entries.id <= oldest.id`.execute(tx);
}

export async function insertSubscription(tx: Tx, viewId: string, userId: number): Promise<void> {
  await sql`
    insert into view_subscriptions (view_id, user_id) values (${viewId}::uuid, ${userId})
    on conflict do nothing`.execute(tx);
}

/** False if there was none. */
export async function deleteSubscription(tx: Tx, viewId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from view_subscriptions where view_id = ${viewId}::uuid and user_id = ${userId}
    returning view_id`.execute(tx);
  return rows.length > 0;
}

export async function countSubscriptions(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from view_subscriptions where user_id = ${userId}`.execute(tx);
  return rows[0]?.total ?? 0;
}

export type EntryPage = { before: number | undefined; limit: number };

/** Newest first, of views and flags that the caller may see today. */
export async function listEntries(
  db: Db,
  caller: Caller,
  { before, limit }: EntryPage,
): Promise<ViewEntry[]> {
  const { rows } = await sql<ViewEntry>`
    select view_entries.id, view_entries.view_id as "viewId", saved_views.name as "viewName",
      view_entries.flag as "featureName", flags.project, view_entries.event_id as "eventId",
      view_entries.seen, view_entries.created_at as "createdAt"
    ${visibleEntries(caller)}
      and ${before === undefined ? sql`true` : sql`view_entries.id < ${before}`}
    order by view_entries.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countUnseen(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${visibleEntries(caller)} and not view_entries.seen`.execute(db);
  return rows[0]?.total ?? 0;
}

const visibleEntries = (caller: Caller) => sql`
  from view_entries
  join saved_views on saved_views.id = view_entries.view_id
  join flags on flags.name = view_entries.flag
  where view_entries.user_id = ${caller.id} and ${isVisibleView(caller)}
    and ${isVisible(caller, sql.ref('flags.project'))}`;

export async function setSeen(tx: Tx, userId: number, upTo: number): Promise<void> {
  await sql`
    update view_entries set seen = true
    where user_id = ${userId} and id <= ${upTo} and not seen`.execute(tx);
}
