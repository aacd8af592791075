import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import { adminTokenId, type Caller, systemCaller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import {
  always,
  type Condition,
  columnOf,
  containing,
  isInSet,
  isWithin,
  matches,
  payload,
  valuesOf,
} from './conditions.ts';
import { type ColumnFilter, creatorsIn, type EventFilters } from './filters.ts';
import {
  type Conditions,
  driverOf,
  findsAllFirst,
  type IdRange,
  isIndexed,
  type ResolvedFilters,
  type Slice,
  type Total,
} from './rules.ts';
import type { EventRow } from './wire.ts';

/** With more ranges, comparing the time of each event is cheaper than a scan per range. */
const rangesMax = 100;

/**
 * The state that a query depends on, read in one statement and therefore consistent. Queries the
 * database only if the newest event is not known or the filter or the caller requires it.
 */
export async function resolveFilters(
  db: Db,
  caller: Caller,
  filters: EventFilters,
  newest?: number,
): Promise<ResolvedFilters> {
  const { from, to, text } = filters;
  const names = creatorsIn(filters);
  const dependsOnData = caller.restricted || from || to || text?.everywhere || names.length > 0;
  if (newest !== undefined && !dependsOnData) return { ...unresolved, newest };
  const projects = caller.restricted
    ? sql`array(select id from projects where ${isVisible(caller, sql.ref('projects.id'))} order by id)`
    : sql`null::text[]`;
  const days = from === undefined && to === undefined ? sql`null::json` : rangesOfDays(from, to);
  const users = text?.everywhere
    ? sql`array(
        select id from users
        where username ilike ${containing(text.text)} or email ilike ${containing(text.text)}
        order by id
      )`
    : sql`'{}'::integer[]`;
  const { rows } = await sql<ResolvedFilters>`
    select coalesce((select max(id) from events), 0) as newest,
      ${projects} as projects, ${days} as days, ${users} as users,
      ${names.length === 0 ? sql`null::json` : idsOf(names)} as creators`.execute(db);
  const resolved = rows[0] ?? unresolved;
  return (resolved.days?.length ?? 0) > rangesMax ? { ...resolved, days: null } : resolved;
}

const unresolved: ResolvedFilters = {
  newest: 0,
  projects: null,
  days: null,
  users: [],
  creators: null,
};

/** The ids of users by username and by e-mail, in lower case. */
const idsOf = (names: readonly string[]) => sql`(
  select json_object_agg(wanted, ids) from (
    select wanted, array_agg(users.id order by users.id) as ids
    from unnest(${names}::text[]) as wanted
    join users on lower(username) = wanted or lower(email) = wanted
    group by wanted
  ) as found)`;

/** Adjacent days are merged into one range of ids. */
function rangesOfDays(from = '-infinity', to = 'infinity'): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(range order by range.start), '[]')
    from (
      select start, stop from (
        select first_id as start, lead(first_id) over (order by first_id) as stop, wanted
        from (
          select first_id, wanted, lag(wanted, 1, false) over (order by first_id) as before
          from (
            select first_id, day between ${from}::date and ${to}::date as wanted from event_days
          ) as days
        ) as boundaries
        where wanted <> before
      ) as ranges
      where wanted
      limit ${rangesMax + 1}
    ) as range
  )`;
}

/** Counts matches after the last counted event. */
export async function countEvents(
  db: Db,
  conditions: Conditions,
  { days, newest }: ResolvedFilters,
  after: number,
): Promise<Total> {
  const { from, where, residual } = merged(conditions, days, {
    start: after + 1,
    stop: newest + 1,
  });
  const { rows } = await sql<Omit<Total, 'newest'>>`
    select count(*) as count, coalesce(min(events.id), 0) as first, coalesce(max(events.id), 0) as last
    from ${from} where ${where} and ${residual}`.execute(db);
  return { newest, ...(rows[0] ?? { count: 0, first: 0, last: 0 }) };
}

/** Number and length of the texts that estimate which parts of a text are common. */
const sampleSize = 200;
const sampledLength = 4000;

/** Lower-case payloads, evenly distributed over the log. */
export async function sampleTexts(db: Db, newest: number): Promise<string[]> {
  const ids = Array.from(
    { length: sampleSize },
    (_, n) => newest - Math.floor((n * newest) / sampleSize),
  );
  const { rows } = await sql<{ text: string }>`
    select lower(left(${payload}, ${sampledLength})) as text from events
    where id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ text }) => text);
}

/** The ids of all matches, newest first; undefined if there are more than `max`. */
export async function listIfFew(
  db: Db,
  conditions: Conditions,
  { days, newest }: ResolvedFilters,
  { pattern, max }: { pattern: string; max: number },
): Promise<number[] | undefined> {
  const { from, where, residual } = merged(
    conditions,
    days,
    { start: 0, stop: newest + 1 },
    pattern,
  );
  const { rows } = await sql<{ id: number }>`
    with matching as materialized (select events.id from ${from} where ${where} and ${residual})
    select id from matching limit ${max + 1}`.execute(db);
  if (rows.length > max) return undefined;
  return rows.map(({ id }) => id).sort((one, other) => other - one);
}

/** In any order. */
export async function listByIds(db: Db, ids: readonly number[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Newest first. */
export async function listIds(
  db: Db,
  conditions: Conditions,
  { days }: ResolvedFilters,
  { total, slice }: { total: Total; slice: Slice },
): Promise<number[]> {
  const ids = findsAllFirst(conditions, total, slice)
    ? allIds(conditions, days, slice)
    : scannedIds(conditions, days, slice);
  const { rows } = await sql<{ id: number }>`${ids}`.execute(db);
  return rows.map(({ id }) => id).sort((one, other) => other - one);
}

export type Window = { after: number; upTo: number; limit: number; descending: boolean };

/** `after` is exclusive, `upTo` inclusive. */
export async function listWindow(
  db: Db,
  conditions: Conditions,
  { days }: ResolvedFilters,
  { after, upTo, limit, descending }: Window,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events
    where events.id > ${after} and events.id <= ${upTo} and ${matches(conditions, days)}
    order by events.id ${descending ? sql`desc` : sql`asc`}
    limit ${limit}`.execute(db);
  return rows;
}

/** Creators of events that the caller may see. */
export async function listEventCreators(db: Db, caller: Caller) {
  const { rows } = await sql<{ id: number; name: string }>`
    select creators.user_id as id,
      coalesce(users.name, users.username, users.email, case creators.user_id
        when ${systemCaller.id}::integer then ${systemCaller.name}
        when ${adminTokenId}::integer then 'Admin token'
        else 'User ' || creators.user_id
      end) as name
    from (
      select distinct user_id from event_creators
      where ${caller.admin}::boolean
        or (project is not null and ${isVisible(caller, sql.ref('event_creators.project'))})
    ) as creators
    left join users on users.id = creators.user_id
    order by 2, 1`.execute(db);
  return rows;
}

const columns = sql.raw(`
  events.id, events.created_at as "createdAt", events.type, events.created_by as "createdBy",
  events.created_by_user_id as "createdByUserId", events.environment, events.project,
  events.feature_name as "featureName", events.data, events.pre_data as "preData", events.tags,
  events.via`);

/** Finds all matches with any index and sorts them. */
function allIds(
  conditions: Conditions,
  days: ResolvedFilters['days'],
  slice: Slice,
): RawBuilder<unknown> {
  const { from, where, residual } = merged(conditions, days, slice.within);
  return sql`
    select id from (
      with matching as materialized (select events.id from ${from} where ${where} and ${residual})
      select id from matching
    ) as found
    order by id ${orderOf(slice)} offset ${slice.skip} limit ${slice.take}`;
}

/**
 * Scans the log, or the index of one filter, in order until the page is full. Several values or
 * ranges are scanned separately and merged, because no index has them in one order.
 */
function scannedIds(
  conditions: Conditions,
  days: ResolvedFilters['days'],
  slice: Slice,
): RawBuilder<unknown> {
  const { skip, take } = slice;
  const driver = driverOf(conditions);
  const page = sql`offset ${skip} limit ${take}`;
  if ((driver?.values.length ?? 1) === 1 && (days?.length ?? 1) === 1) {
    return orderedScan(merged(conditions, days, slice.within), slice, page);
  }
  const list = driver?.values.length === 1 ? undefined : driver;
  const sets = conditions.sets.filter((set) => set !== list);
  const others = { ...conditions, sets, ...(days === null ? {} : { from: null, to: null }) };
  const { from, where, residual } = merged(others, null, slice.within);
  const here = sql<boolean>`${where} and events.id >= span.start and events.id < span.stop
    and ${list ? sql`${columnOf(list)} = wanted.value` : sql`true`}`;
  const spans = days ?? [{ start: 0, stop: null }];
  return sql`
    select scanned.id
    from ${list ? sql`unnest(${valuesOf(list)})` : sql`(values (0))`} as wanted (value)
    cross join unnest(
      ${spans.map(({ start }) => start)}::bigint[],
      ${spans.map(({ stop }) => stop ?? Number.MAX_SAFE_INTEGER)}::bigint[]
    ) as span (start, stop)
    cross join lateral (
      ${orderedScan({ from, where: here, residual }, slice, sql`limit ${skip + take}`)}
    ) as scanned
    order by scanned.id ${orderOf(slice)} ${page}`;
}

type Merged = { from: RawBuilder<unknown>; where: Condition; residual: Condition };

/**
 * In the order of the log. Residual conditions are checked row by row behind an optimization fence:
 * PostgreSQL estimates that an unknown text is rare, and would read and sort all events of the
 * project.
 */
function orderedScan({ from, where, residual }: Merged, slice: Slice, page: RawBuilder<unknown>) {
  const order = orderOf(slice);
  const ids = sql`select events.id from ${from} where ${where} order by events.id ${order}`;
  if (residual === always) return sql`${ids} ${page}`;
  return sql`
    select ids.id
    from (${ids} offset 0) as ids
    cross join lateral (select from events where events.id = ids.id and ${residual} offset 0) as checked
    order by ids.id ${order} ${page}`;
}

/**
 * A self-join for each filter with one value: their indexes have the ids in the same order, so that
 * a merge join reads no rows. `residual` are the conditions that need the row.
 */
function merged(
  conditions: Conditions,
  days: ResolvedFilters['days'],
  within: IdRange,
  pattern?: string,
): Merged {
  const single = conditions.sets.filter(isSingle);
  const [day, ...moreDays] = days ?? [];
  const bounds = day && moreDays.length === 0 ? [within, day] : [within];
  const names = ['events', ...single.slice(1).map((_, index) => `events_${index + 2}`)];
  const from = names
    .slice(1)
    .map((name) => sql`join events as ${sql.ref(name)} on ${sql.ref(`${name}.id`)} = events.id`);
  const where = names.flatMap((name, index) => [
    ...bounds.map((range) => isWithin(range, name)),
    ...single.slice(index, index + 1).map((set) => isInSet(set, name)),
  ]);
  const covered = bounds.length === 2 ? { from: null, to: null } : {};
  const sets = conditions.sets.filter((set) => !isSingle(set));
  return {
    from: sql`events ${sql.join(from, sql` `)}`,
    where: sql<boolean>`${sql.join(where, sql` and `)}`,
    residual: matches({ ...conditions, ...covered, sets }, days, pattern),
  };
}

const isSingle = (set: ColumnFilter) => isIndexed(set) && set.values.length === 1;

const orderOf = ({ descending }: Slice) => (descending ? sql`desc` : sql`asc`);
