import { type RawBuilder, sql } from 'kysely';
import type { PersonRow } from '../approvals/change-requests/rules.ts';
import { needsReviewBy } from '../approvals/reviews/queries.ts';
import { grantedTo, isVisible } from '../identity/access/visibility.ts';
import { scopes } from '../integrations/integrations/rules.ts';
import { type Caller, rootRolesAllow } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { prepared } from '../platform/db/pipeline.ts';
import type { InboxItem } from './schema.ts';

/** Of each kind; the newest. */
const itemsMax = 50;

/** Flags that became stale earlier, and older decisions, are not listed: nothing else ends the list. */
const recentDays = 30;

export type ItemRow = Pick<InboxItem, 'id' | 'kind' | 'createdAt' | 'read' | 'title'> & {
  project: string | null;
  environment: string | null;
  changeRequestId: number | null;
  featureName: string | null;
  integrationId: number | null;
  text: string | null;
  status: InboxItem['status'] | null;
  author: PersonRow | null;
};

/** One statement, because every open page of the console sends it each minute. */
export async function listItems(db: Db, caller: Caller): Promise<ItemRow[]> {
  const parts = [
    reviews(caller),
    mentions(caller),
    decisions(caller),
    failedSchedules(caller),
    parkedIntegrations(caller),
    markedFlags(caller),
    agedFlags(caller),
  ];
  const { rows } = await prepared(sql<ItemRow>`
    select items.id, items.kind, items.created_at as "createdAt", items.title, items.project,
      items.environment, items.request_id as "changeRequestId", items.flag as "featureName",
      items.integration_id as "integrationId", items.text, items.status,
      coalesce(items.created_at <= (
        select read_until from inbox_reads where user_id = ${caller.id}), false) as read,
      (select json_build_object('id', users.id, 'username', users.username, 'email', users.email,
          'name', users.name)
        from users where users.id = items.author_id) as author
    from (
      ${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}
    ) as items
    order by items.created_at desc, items.id`).execute(db);
  return rows;
}

/** Never moves back, so that a second window does not make items unread again. */
export async function saveRead(tx: Tx, userId: number, position: string): Promise<void> {
  await sql`
    insert into inbox_reads (user_id, read_until)
    values (${userId}, least(${position}::timestamptz, now()))
    on conflict (user_id) do update
    set read_until = greatest(inbox_reads.read_until, excluded.read_until)`.execute(tx);
}

type Part = {
  kind: InboxItem['kind'];
  /** Unique among the items of its kind. */
  key: RawBuilder<unknown>;
  createdAt: RawBuilder<unknown>;
  title: RawBuilder<unknown>;
  project: RawBuilder<unknown>;
  environment?: RawBuilder<unknown>;
  request?: RawBuilder<unknown>;
  flag?: RawBuilder<unknown>;
  integration?: RawBuilder<unknown>;
  text?: RawBuilder<unknown>;
  status?: RawBuilder<unknown>;
  author?: RawBuilder<unknown>;
};

const none = sql`null`;

/** The columns of an item, the same for each kind. */
const columnsOf = (part: Part) => sql`
  ${part.kind}::text as kind, ${part.kind}::text || '-' || ${part.key} as id,
  ${part.createdAt} as created_at, ${part.title} as title, ${part.project} as project,
  ${part.environment ?? none}::text as environment, ${part.request ?? none}::integer as request_id,
  ${part.flag ?? none}::text as flag, ${part.integration ?? none}::integer as integration_id,
  ${part.text ?? none}::text as text, ${part.status ?? none}::text as status,
  ${part.author ?? none}::integer as author_id`;

const ofRequest = {
  title: sql`coalesce(requests.title, 'Change request #' || requests.id)`,
  project: sql`requests.project`,
  environment: sql`requests.environment`,
  request: sql`requests.id`,
};

/** When the request last got one of these entries in its history, which an imported one lacks. */
const lastEntry = (actions: readonly string[], otherwise: RawBuilder<unknown>) => sql`coalesce((
  select max(entry.created_at) from change_request_history as entry
  where entry.change_request_id = requests.id and entry.action = any(${actions}::text[])),
  ${otherwise})`;

const isRequestVisible = (caller: Caller) => isVisible(caller, sql.ref('requests.project'));

const reviews = (caller: Caller) => sql`
  select ${columnsOf({
    ...ofRequest,
    kind: 'review',
    key: sql`requests.id`,
    createdAt: lastEntry(['submitted'], sql`requests.created_at`),
    author: sql`requests.created_by`,
  })}
  from change_requests as requests
  where ${needsReviewBy(caller)} and ${isRequestVisible(caller)}
  order by requests.id desc limit ${sql.lit(itemsMax)}`;

/**
 * By the username and the e-mail that the user has today. `offset 0` makes the plan find all of them by
 * the index, instead of reading the comments from the newest on until there are enough.
 */
const mentions = (caller: Caller) => sql`
  select ${columnsOf({
    ...ofRequest,
    kind: 'mention',
    key: sql`comments.id`,
    createdAt: sql`comments.created_at`,
    text: sql`comments.text`,
    author: sql`comments.created_by`,
  })}
  from (
    select * from change_request_comments
    where created_by <> ${caller.id} and mentioned_names(text) && (
      select array[lower(username), lower(email)] from users where id = ${caller.id})
    offset 0
  ) as comments
  join change_requests as requests on requests.id = comments.change_request_id
  where ${isRequestVisible(caller)}
  order by comments.id desc limit ${sql.lit(itemsMax)}`;

/** What others did last with requests of the user, and schedules of theirs that were applied. */
const decisions = (caller: Caller) => sql`
  select ${columnsOf({
    ...ofRequest,
    kind: 'decision',
    key: sql`requests.id`,
    createdAt: sql`entry.created_at`,
    text: sql`entry.comment`,
    status: sql`entry.action`,
    author: sql`entry.user_id`,
  })}
  from (
    select * from change_requests
    where created_by = ${caller.id} and state in ('Approved', 'Applied', 'Rejected', 'Cancelled')
    order by id desc limit ${sql.lit(itemsMax)}
  ) as requests
  cross join lateral (
    select * from change_request_history
    where change_request_id = requests.id
      and action in ('approved', 'applied', 'rejected', 'cancelled')
    order by id desc limit 1
  ) as entry
  where entry.created_at >= now() - make_interval(days => ${recentDays}::integer)
    and (entry.user_id is distinct from ${caller.id} or entry.scheduled_at is not null)
    and ${isRequestVisible(caller)}`;

/** Of requests that the user scheduled or proposed. */
const failedSchedules = (caller: Caller) => sql`
  select ${columnsOf({
    ...ofRequest,
    kind: 'schedule',
    key: sql`requests.id`,
    createdAt: lastEntry(['failed', 'suspended'], sql`schedules.scheduled_at`),
    text: sql`schedules.reason`,
    status: sql`schedules.status`,
  })}
  from change_requests as requests
  join change_request_schedules as schedules on schedules.change_request_id = requests.id
  where schedules.status <> 'pending' and requests.state = 'Scheduled'
    and requests.id = any(array(
      select change_request_id from change_request_schedules
      where scheduled_by = ${caller.id} and status <> 'pending'
      union
      select id from change_requests where created_by = ${caller.id} and state = 'Scheduled'))
    and ${isRequestVisible(caller)}
  order by requests.id desc limit ${sql.lit(itemsMax)}`;

/** Those that the caller may see: of the installation, and of projects. */
function parkedIntegrations(caller: Caller) {
  const [installation, project] = scopes;
  const inDefault = rootRolesAllow(caller, project.read, { project: 'default' });
  const inProjects = caller.admin
    ? sql`true`
    : sql`integrations.project = any(array(
        select role_grants.project from role_grants join role_permissions using (role_id)
        where role_permissions.permission = any(${project.read}::text[])
          and role_permissions.environment is null and ${grantedTo(caller.id)}
        union select 'default' where ${inDefault}::boolean))`;
  return sql`
    select ${columnsOf({
      kind: 'integration',
      key: sql`integrations.id`,
      createdAt: sql`integrations.parked_at`,
      title: sql`integrations.name`,
      project: sql`integrations.project`,
      integration: sql`integrations.id`,
    })}
    from integrations
    where integrations.parked_at is not null and integrations.enabled
      and case when integrations.project is null
        then ${rootRolesAllow(caller, installation.read, {})}::boolean else ${inProjects} end
    order by integrations.parked_at desc limit ${sql.lit(itemsMax)}`;
}

/** Flags that the user created and another one marked as stale. */
const markedFlags = (caller: Caller) => sql`
  select ${columnsOf({
    ...ofFlag,
    createdAt: sql`marked.created_at`,
    status: sql`'stale'`,
    author: sql`marked.created_by_user_id`,
  })}
  from flags cross join lateral (
    select events.created_at, events.created_by_user_id from events
    where events.feature_name = flags.name and events.type = 'feature-stale-on'
      and events.id >= (
        select first_id from event_days
        where day >= (now() at time zone 'utc')::date - ${recentDays}::integer
        order by first_id limit 1)
    order by events.id desc limit 1
  ) as marked
  where flags.created_by_user_id = ${caller.id} and flags.stale and flags.archived_at is null
    and marked.created_by_user_id is distinct from ${caller.id}
    and ${isVisible(caller, sql.ref('flags.project'))}
  order by marked.created_at desc limit ${sql.lit(itemsMax)}`;

/** Flags that the user created and that are past the lifetime of their type. */
const agedFlags = (caller: Caller) => sql`
  select ${columnsOf({
    ...ofFlag,
    createdAt: sql`aged.recorded_at`,
    status: sql`'potentially-stale'`,
  })}
  from potentially_stale_flags as aged join flags on flags.name = aged.flag
  where aged.created_by_user_id = ${caller.id} and not flags.stale and flags.archived_at is null
    and aged.recorded_at >= now() - make_interval(days => ${recentDays}::integer)
    and ${isVisible(caller, sql.ref('flags.project'))}
  order by aged.recorded_at desc limit ${sql.lit(itemsMax)}`;

const ofFlag = {
  kind: 'stale',
  key: sql`flags.name`,
  title: sql`flags.name`,
  project: sql`flags.project`,
  flag: sql`flags.name`,
} as const;
