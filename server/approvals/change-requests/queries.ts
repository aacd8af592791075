import { type RawBuilder, sql } from 'kysely';
import { grantedTo, isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type PreparedStatement, planOpaque, prepared } from '../../platform/db/pipeline.ts';
import type { RecordedProposal } from '../previews/rules.ts';
import {
  affectsAllEnvironments,
  countedApprovals,
  currentState,
  isWrittenBy,
  needsReviewBy,
} from '../reviews/queries.ts';
import {
  openStates,
  type PersonRow,
  pendingStates,
  type RequestHead,
  type RequestRow,
} from './rules.ts';
import type { Counts, FoundRequest, NewTitle, RequestSearch, State } from './schema.ts';

export type RequestKey = { project: string; id: number };

/** Every change of a request or of its parts takes this lock first. */
export async function lockRequest(tx: Tx, { project, id }: RequestKey) {
  return selectHeads(tx)
    .where('id', '=', id)
    .where('project', '=', project)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockOwnPending(
  tx: Tx,
  author: Pick<Caller, 'id'>,
  { project, environment }: { project: string; environment: string },
): Promise<RequestHead | undefined> {
  return selectHeads(tx)
    .where('created_by', '=', author.id)
    .where('project', '=', project)
    .where('environment', '=', environment)
    .where(sql<boolean>`state in ('Draft', 'In review', 'Approved')`)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined if the caller already has a pending one for the environment. */
export async function insertDraft(
  tx: Tx,
  caller: Caller,
  { project, environment }: { project: string; environment: string },
): Promise<RequestHead | undefined> {
  const inserted = await tx
    .insertInto('change_requests')
    .values({ project, environment, created_by: caller.id })
    .onConflict((clash) =>
      clash
        .columns(['created_by', 'project', 'environment'])
        .where(sql<boolean>`state in ('Draft', 'In review', 'Approved')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted && selectHeads(tx).where('id', '=', inserted.id).executeTakeFirstOrThrow();
}

export async function deleteRequestRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('change_requests').where('id', '=', id).execute();
}

export async function saveTitle(tx: Tx, id: number, wanted: NewTitle): Promise<void> {
  const { title, composed = false } = wanted;
  const columns = { title, title_composed: composed };
  await tx.updateTable('change_requests').set(columns).where('id', '=', id).execute();
}

export async function saveState(
  tx: Tx,
  id: number,
  { state, minApprovals }: { state: State; minApprovals?: number },
): Promise<void> {
  await tx
    .updateTable('change_requests')
    .set({ state, ...(minApprovals === undefined ? {} : { min_approvals: minApprovals }) })
    .where('id', '=', id)
    .execute();
}

/** With a change to all environments, the strictest one defines the required approvals. */
export async function raiseApprovals(tx: Tx, id: number): Promise<void> {
  await sql`
    update change_requests set min_approvals = greatest(min_approvals, (
      select max(required_approvals) from project_environments
      where project_environments.project = change_requests.project))
    where id = ${id} and ${affectsAllEnvironments(sql`change_requests.id`)}`.execute(tx);
}

export async function insertChange(
  tx: Tx,
  caller: Caller,
  requestId: number,
  change: RecordedProposal,
): Promise<number> {
  const { id } = await tx
    .insertInto('change_request_changes')
    .values({
      change_request_id: requestId,
      flag: change.flag,
      segment_id: change.segmentId,
      created_by: caller.id,
      ...columnsOf(change),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces a stored change. */
export async function saveChange(tx: Tx, change: RecordedProposal & { id: number }): Promise<void> {
  await tx
    .updateTable('change_request_changes')
    .set({ flag: change.flag, segment_id: change.segmentId, ...columnsOf(change) })
    .where('id', '=', change.id)
    .execute();
}

/** Who replaces a change has written it. */
export async function saveWriter(tx: Tx, changeId: number, userId: number): Promise<void> {
  await tx
    .updateTable('change_request_changes')
    .set({ created_by: userId, created_at: sql`clock_timestamp()` })
    .where('id', '=', changeId)
    .execute();
}

export async function deleteChangeRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('change_request_changes').where('id', '=', id).execute();
}

/** With all its parts; undefined if the project has no request with this id. */
export async function findRequest(db: Db, { project, id }: RequestKey) {
  const where = sql`requests.id = ${id} and requests.project = ${project}`;
  const [row] = await selectRequests(db, where);
  return row;
}

/**
 * Undefined if the project has no such flag; by all authors, oldest first. The array makes the plan
 * start from the flag, however many requests are open.
 */
export async function listPendingOfFlag(
  db: Db,
  { project, flag }: { project: string; flag: string },
): Promise<RequestRow[] | undefined> {
  const found = sql`select from flags where name = ${flag} and project = ${project}`;
  const requests = await selectRequests(
    db,
    sql`exists (${found}) and requests.project = ${project}
      and requests.state = any(${pendingStates}::text[])
      and requests.id = any(array(
        select change_request_id from change_request_changes where flag = ${flag}))`,
  );
  if (requests.length > 0) return requests;
  const { rows } = await prepared(found).execute(db);
  return rows.length === 0 ? undefined : [];
}

export async function listOwnPending(db: Db, caller: Caller, project: string) {
  return selectRequests(
    db,
    sql`requests.created_by = ${caller.id} and requests.project = ${project}
      and requests.state in ('Draft', 'In review', 'Approved')`,
  );
}

const listedMax = 300;

/** The newest of the project, without the drafts of other users. */
export async function listRequests(db: Db, caller: Caller, project: string) {
  const rows = await selectRequests(
    db,
    sql`requests.id in (
      select listed.id from change_requests as listed
      where listed.project = ${project} and ${isListed(caller, sql`listed`)}
      order by listed.id desc limit ${listedMax})`,
  );
  return rows.reverse();
}

/** Drafts are listed only for their author. */
const isListed = (caller: Caller, table: RawBuilder<unknown>) => sql<boolean>`(
  ${table}.state <> 'Draft' or ${table}.created_by = ${caller.id})`;

export async function countRequests(db: Db, caller: Caller, project: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) as total,
      count(*) filter (where state = 'Applied') as applied,
      count(*) filter (where state = 'Approved') as approved,
      count(*) filter (where state = 'Rejected') as rejected,
      count(*) filter (where state = 'In review') as "reviewRequired",
      count(*) filter (where state = 'Scheduled') as scheduled
    from (
      select ${currentState} as state from change_requests as requests
      where project = ${project} and ${isListed(caller, sql`requests`)} offset 0
    ) as listed`.execute(db);
  return rows[0] as Counts;
}

/** Requests the caller can approve or apply, in the environments with the permission. */
export async function countActionable(
  db: Db,
  caller: Caller,
  project: string,
  { approves, applies }: { approves: readonly string[]; applies: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from change_requests as requests
    join project_environments as settings
      on settings.project = requests.project and settings.environment = requests.environment
    cross join lateral (select ${currentState} as name offset 0) as state
    where requests.project = ${project} and requests.state in ('In review', 'Approved', 'Scheduled')
      and ((state.name = 'In review' and requests.environment = any(${approves}::text[])
        and (settings.author_may_approve or not ${isWrittenBy(sql`${caller.id}::integer`)})
        and not exists (select from change_request_approvals
          where change_request_id = requests.id and user_id = ${caller.id}))
      or (state.name in ('Approved', 'Scheduled')
        and requests.environment = any(${applies}::text[])))`.execute(db);
  return rows[0]?.total ?? 0;
}

/** One page over all projects the caller may see, newest first, and the total. */
export async function searchRequests(
  db: Db,
  caller: Caller,
  search: RequestSearch,
): Promise<{ rows: FoundRow[]; total: number }> {
  const { offset = 0, limit = 50 } = search;
  const matching = sql`
    from change_requests as requests
    where ${isListed(caller, sql`requests`)} and ${isVisible(caller, sql.ref('requests.project'))}
      and ${conditions(caller, search)}`;
  const { rows } = await sql<FoundRow>`
    select requests.id, ${title} as title, requests.project, requests.environment,
      ${currentState} as state, requests.created_at as "createdAt",
      ${person(sql`requests.created_by`)} as author,
      array(select distinct flag from change_request_changes
        where change_request_id = requests.id and flag is not null order by flag) as features,
      array(select distinct coalesce(segments.name, base ->> 'name', 'Segment ' || segment_id)
        from change_request_changes as changes
        left join segments on segments.id = changes.segment_id
          and coalesce(segments.project = requests.project, true)
        where change_request_id = requests.id and segment_id is not null
        order by 1) as segments,
      ${schedule} as schedule, ${needsReviewBy(caller)} as "needsMyReview"
    ${matching}
    order by requests.id desc offset ${offset} limit ${Math.min(limit, 1000)}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export type FoundRow = Omit<FoundRequest, 'createdBy' | 'schedule'> &
  Pick<RequestRow, 'schedule'> & { author: PersonRow };

/** Unknown ids are left out. */
export const peopleWith = (ids: readonly number[]) =>
  prepared(sql<PersonRow>`
  select id, username, email, name from users where id = any(${planOpaque(ids, 'integer[]')})`);

function conditions(caller: Caller, search: RequestSearch) {
  const { project, feature, createdBy, requestedApproverId, state, needsMyReview } = search;
  const all = [sql`true`];
  if (project !== undefined) all.push(sql`requests.project = any(${valuesIn(project)}::text[])`);
  if (feature !== undefined) {
    all.push(sql`requests.id in (select change_request_id from change_request_changes
      where flag = any(${valuesIn(feature)}::text[]))`);
  }
  if (needsMyReview === true) all.push(needsReviewBy(caller));
  if (needsMyReview === false) all.push(sql`not ${needsReviewBy(caller)}`);
  if (createdBy !== undefined) {
    all.push(sql`requests.created_by = any(${idsIn(createdBy)}::integer[])`);
  }
  if (requestedApproverId !== undefined) {
    all.push(sql`requests.id in (select change_request_id from change_request_reviewers
      where user_id = any(${idsIn(requestedApproverId)}::integer[]))`);
  }
  if (state === 'IS:open') all.push(sql`requests.state = any(${openStates}::text[])`);
  if (state === 'IS:closed') all.push(sql`requests.state <> all(${openStates}::text[])`);
  return sql.join(all, sql` and `);
}

const valuesIn = (filter: string) => filter.slice('IS:'.length).split(',');

const idsIn = (filter: string) => valuesIn(filter).map(Number);

/** In open projects all users may propose; elsewhere those with a role in the project. */
export async function mayPropose(db: Db, caller: Caller, project: string): Promise<boolean> {
  if (caller.admin) return true;
  const { rows } = await sql`
    select from projects where id = ${project} and (mode = 'open' or exists (
      select from role_grants
      where role_grants.project = ${project} and ${grantedTo(caller.id)}))`.execute(db);
  return rows.length > 0;
}

const columnsOf = ({ action, payload, base, proposed, dependsOn }: RecordedProposal) => ({
  action,
  payload: JSON.stringify(payload),
  base: JSON.stringify(base ?? null),
  proposed: JSON.stringify(proposed ?? null),
  depends_on: JSON.stringify(dependsOn),
});

const title = sql<string>`coalesce(title, 'Change request #' || id)`;

const selectHeads = (db: Db) =>
  db
    .selectFrom('change_requests')
    .select(['id', 'project', 'environment', 'state', 'min_approvals as minApprovals'])
    .select(['created_by as authorId', 'title_composed as titleComposed'])
    .select(title.as('title'));

const iso = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const person = (id: RawBuilder<unknown>) => sql`(
  select json_build_object('id', users.id, 'username', users.username, 'email', users.email,
    'name', users.name)
  from users where users.id = ${id})`;

const schedule = sql`(
  select json_build_object('status', status, 'reason', reason, 'scheduledAt', ${iso(sql`scheduled_at`)})
  from change_request_schedules where change_request_id = requests.id)`;

const reviews = (from: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('author', review.user_id,
    'createdAt', ${iso(sql`review.created_at`)}) order by review.created_at, review.user_id), '[]')
  from ${from} as review)`;

const rejections = sql`(
  select * from change_request_rejections where change_request_id = requests.id)`;

const history = sql`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('action', entry.action,
    'createdAt', ${iso(sql`entry.created_at`)}, 'comment', entry.comment,
    'reason', entry.reason, 'scheduledAt', ${iso(sql`entry.scheduled_at`)},
    'subjects', entry.subjects, 'author', entry.user_id)) order by entry.id), '[]')
  from change_request_history as entry where entry.change_request_id = requests.id)`;

async function selectRequests(db: Db, where: RawBuilder<unknown>): Promise<RequestRow[]> {
  return (await requestsWhere(where).execute(db)).rows;
}

/** One statement for any number of requests; oldest first. */
const requestsWhere = (where: RawBuilder<unknown>): PreparedStatement<RequestRow> =>
  prepared(sql<RequestRow>`
    select requests.id, coalesce(requests.title, 'Change request #' || requests.id) as title,
      requests.project, requests.environment, ${currentState} as state,
      coalesce(requests.min_approvals, settings.required_approvals, 1) as "minApprovals",
      requests.created_at as "createdAt", requests.created_by as author,
      (select coalesce(json_agg(row_to_json(change) order by change.id), '[]') from (
          select id, flag, segment_id as "segmentId", action, payload, base, proposed,
            depends_on as "dependsOn", created_by as author, ${iso(sql`created_at`)} as "createdAt"
          from change_request_changes
          where change_request_id = requests.id
        ) as change) as changes,
      ${reviews(countedApprovals)} as approvals,
      ${reviews(rejections)} as rejections,
      (select coalesce(json_agg(json_build_object('id', comment.id, 'text', comment.text,
          'author', comment.created_by,
          'createdAt', ${iso(sql`comment.created_at`)}) order by comment.id), '[]')
        from change_request_comments as comment
        where comment.change_request_id = requests.id) as comments,
      array(select user_id from change_request_reviewers
        where change_request_id = requests.id order by user_id) as reviewers,
      ${history} as history,
      ${schedule} as schedule
    from change_requests as requests
    left join project_environments as settings
      on settings.project = requests.project and settings.environment = requests.environment
    where ${where}
    order by requests.id`);
