import { type RawBuilder, sql } from 'kysely';
import { eventTypes } from '../../events/types.ts';
import { isVisible } from '../../identity/access/visibility.ts';
import { adminTokenId, type Caller, systemCaller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import type { ColumnFilter, EventFilters } from './filters.ts';
import {
  type Conditions,
  driverOf,
  findsAllFirst,
  type IdRange,
  type Sight,
  type Slice,
  type Total,
} from './rules.ts';
import type { EventRow } from './wire.ts';

type Condition = RawBuilder<boolean>;

/** More ranges than this are not worth a walk each; then the time of each event is looked at. */
const rangesMax = 100;

/** All that the answer depends on besides the question, in one statement and so of one moment. */
export async function findSight(db: Db, caller: Caller, filters: EventFilters): Promise<Sight> {
  const { from, to, text } = filters;
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
  const { rows } = await sql<Sight>`
    select coalesce((select max(id) from events), 0) as newest,
      ${projects} as projects, ${days} as days, ${users} as users`.execute(db);
  const sight = rows[0] ?? { newest: 0, projects: null, days: null, users: [] };
  return (sight.days?.length ?? 0) > rangesMax ? { ...sight, days: null } : sight;
}

/** Neighbouring days of the range become one range of ids. */
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
        ) as turns
        where wanted <> before
      ) as ranges
      where wanted
      limit ${rangesMax + 1}
    ) as range
  )`;
}

/** How many match after the newest event that was counted before. */
export async function countEvents(
  db: Db,
  conditions: Conditions,
  { days, newest }: Sight,
  after: number,
): Promise<Total> {
  const { from, where, rest } = merged(conditions, days, { start: after + 1, stop: newest + 1 });
  const { rows } = await sql<Omit<Total, 'newest'>>`
    select count(*) as count, coalesce(min(events.id), 0) as first, coalesce(max(events.id), 0) as last
    from ${from} where ${where} and ${rest}`.execute(db);
  return { newest, ...(rows[0] ?? { count: 0, first: 0, last: 0 }) };
}

/** How many texts tell which parts of a text are common, and how much of each is looked at. */
const sampleSize = 200;
const sampledLength = 4000;

/** Texts in small letters from all over the log. */
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

/** The ids of all matches, newest first, when there are at most so many; found by the pattern. */
export async function listIfFew(
  db: Db,
  conditions: Conditions,
  { days, newest }: Sight,
  { pattern, max }: { pattern: string; max: number },
): Promise<number[] | undefined> {
  const { from, where, rest } = merged(conditions, days, { start: 0, stop: newest + 1 }, pattern);
  const { rows } = await sql<{ id: number }>`
    with matching as materialized (select events.id from ${from} where ${where} and ${rest})
    select id from matching limit ${max + 1}`.execute(db);
  if (rows.length > max) return undefined;
  return rows.map(({ id }) => id).sort((one, other) => other - one);
}

/** Newest first. */
export async function listByIds(db: Db, ids: readonly number[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events where id = any(${ids}::bigint[])
    order by events.id desc`.execute(db);
  return rows;
}

/** The page, newest first; events that are skipped are known by their ids alone. */
export async function listPage(
  db: Db,
  conditions: Conditions,
  { days }: Sight,
  { total, slice }: { total: Total; slice: Slice },
): Promise<EventRow[]> {
  const ids = findsAllFirst(conditions, total, slice)
    ? allIds(conditions, days, slice)
    : walkedIds(conditions, days, slice);
  const { rows } = await sql<EventRow>`
    with page as materialized (${ids})
    select ${columns} from page join events on events.id = page.id
    order by events.id desc`.execute(db);
  return rows;
}

export type Window = { after: number; upTo: number; limit: number; descending: boolean };

/** Matches with ids after one and up to another, at most so many, from either end. */
export async function listWindow(
  db: Db,
  conditions: Conditions,
  { days }: Sight,
  { after, upTo, limit, descending }: Window,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events
    where events.id > ${after} and events.id <= ${upTo} and ${matches(conditions, days)}
    order by events.id ${descending ? sql`desc` : sql`asc`}
    limit ${limit}`.execute(db);
  return rows;
}

/** Everybody who has done something that the caller may see. */
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
  events.feature_name as "featureName", events.data, events.pre_data as "preData", events.tags`);

/** Finds every match, by whatever indexes there are for it, and sorts. */
function allIds(conditions: Conditions, days: Sight['days'], slice: Slice): RawBuilder<unknown> {
  const { from, where, rest } = merged(conditions, days, slice.within);
  return sql`
    select id from (
      with matching as materialized (select events.id from ${from} where ${where} and ${rest})
      select id from matching
    ) as found
    order by id ${orderOf(slice)} offset ${slice.skip} limit ${slice.take}`;
}

/**
 * Walks along the log, or along the index of one filter, until the page is full. Several values or
 * ranges are walked one by one and merged, for no index has them in one order.
 */
function walkedIds(conditions: Conditions, days: Sight['days'], slice: Slice): RawBuilder<unknown> {
  const { skip, take } = slice;
  const driver = driverOf(conditions);
  const page = sql`offset ${skip} limit ${take}`;
  if ((driver?.values.length ?? 1) === 1 && (days?.length ?? 1) === 1) {
    return oneWalk(merged(conditions, days, slice.within), slice, page);
  }
  const list = driver?.values.length === 1 ? undefined : driver;
  const sets = conditions.sets.filter((set) => set !== list);
  const others = { ...conditions, sets, ...(days === null ? {} : { from: null, to: null }) };
  const { from, where, rest } = merged(others, null, slice.within);
  const here = sql<boolean>`${where} and events.id >= span.start and events.id < span.stop
    and ${list ? sql`${columnOf(list)} = wanted.value` : sql`true`}`;
  const spans = days ?? [{ start: 0, stop: null }];
  return sql`
    select walked.id
    from ${list ? sql`unnest(${valuesOf(list)})` : sql`(values (0))`} as wanted (value)
    cross join unnest(
      ${spans.map(({ start }) => start)}::bigint[],
      ${spans.map(({ stop }) => stop ?? Number.MAX_SAFE_INTEGER)}::bigint[]
    ) as span (start, stop)
    cross join lateral (
      ${oneWalk({ from, where: here, rest }, slice, sql`limit ${skip + take}`)}
    ) as walked
    order by walked.id ${orderOf(slice)} ${page}`;
}

type Merged = { from: RawBuilder<unknown>; where: Condition; rest: Condition };

/**
 * In the order of the log. What no index has in that order is looked up row by row, behind a fence:
 * PostgreSQL takes an unknown text for rare and would rather read and sort the whole project.
 */
function oneWalk({ from, where, rest }: Merged, slice: Slice, page: RawBuilder<unknown>) {
  const order = orderOf(slice);
  const ids = sql`select events.id from ${from} where ${where} order by events.id ${order}`;
  if (rest === always) return sql`${ids} ${page}`;
  return sql`
    select ids.id
    from (${ids} offset 0) as ids
    cross join lateral (select from events where events.id = ids.id and ${rest} offset 0) as checked
    order by ids.id ${order} ${page}`;
}

/**
 * The log joined to itself once for each filter of one value: their indexes have the ids in the same
 * order, so they are merged without reading a row. `rest` is what needs the row.
 */
function merged(
  conditions: Conditions,
  days: Sight['days'],
  within: IdRange,
  pattern?: string,
): Merged {
  const single = conditions.sets.filter(isSingle);
  const [day, ...moreDays] = days ?? [];
  const bounds = day && moreDays.length === 0 ? [within, day] : [within];
  const names = ['events', ...single.slice(1).map((_, place) => `events_${place + 2}`)];
  const from = names
    .slice(1)
    .map((name) => sql`join events as ${sql.ref(name)} on ${sql.ref(`${name}.id`)} = events.id`);
  const where = names.flatMap((name, place) => [
    ...bounds.map((range) => isWithin(range, name)),
    ...single.slice(place, place + 1).map((set) => isInSet(set, name)),
  ]);
  const settled = bounds.length === 2 ? { from: null, to: null } : {};
  const sets = conditions.sets.filter((set) => !isSingle(set));
  return {
    from: sql`events ${sql.join(from, sql` `)}`,
    where: sql<boolean>`${sql.join(where, sql` and `)}`,
    rest: matches({ ...conditions, ...settled, sets }, days, pattern),
  };
}

const isSingle = ({ column, exclude, values }: ColumnFilter) =>
  !exclude && column !== 'id' && values.length === 1;

const orderOf = ({ descending }: Slice) => (descending ? sql`desc` : sql`asc`);

const always = sql<boolean>`true`;

const isWithin = ({ start, stop }: IdRange, table = 'events'): Condition => {
  const id = sql.ref(`${table}.id`);
  return stop === null
    ? sql<boolean>`${id} >= ${start}`
    : sql<boolean>`${id} >= ${start} and ${id} < ${stop}`;
};

function matches(conditions: Conditions, days: Sight['days'], pattern?: string): Condition {
  const { sets, projectOnly, text, from, to } = conditions;
  const parts: Condition[] = [
    ...sets.map((set) => isInSet(set)),
    ...(projectOnly ? [sql<boolean>`events.project is not null`] : []),
    ...(text === null ? [] : [hasText(text, pattern)]),
    ...(from === null && to === null ? [] : [isOnDays(days, from, to)]),
  ];
  return parts.length === 0 ? always : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function isInSet(set: ColumnFilter, table = 'events'): Condition {
  const column = columnOf(set, table);
  const [value, ...others] = set.values;
  const single = others.length === 0 && value !== undefined;
  if (!set.exclude) {
    return single
      ? sql<boolean>`${column} = ${value}`
      : sql<boolean>`${column} = any(${valuesOf(set)})`;
  }
  // One value apart from the others is two ranges of the index, which PostgreSQL does not see itself.
  return single
    ? sql<boolean>`(${column} < ${value} or ${column} > ${value} or ${column} is null)`
    : sql<boolean>`(${column} <> all(${valuesOf(set)}) or ${column} is null)`;
}

const columnOf = ({ column }: ColumnFilter, table = 'events') => sql.ref(`${table}.${column}`);

const valuesOf = ({ column, values }: ColumnFilter) =>
  sql`${values}::${sql.raw(listTypes[column])}`;

const listTypes: Record<ColumnFilter['column'], string> = {
  id: 'bigint[]',
  created_by_user_id: 'integer[]',
  project: 'text[]',
  feature_name: 'text[]',
  environment: 'text[]',
  type: 'text[]',
};

/** The very expression of the index `events_by_text`. */
const payload = sql`(coalesce(events.data::text, '') || E'\n' || coalesce(events.pre_data::text, ''))`;

/** A wider pattern is for the index alone; whether the text is there is then looked at. */
function hasText(
  { text, everywhere, users }: NonNullable<Conditions['text']>,
  wider?: string,
): Condition {
  const pattern = containing(text);
  const inPayload = text.includes('\n')
    ? // The text of two payloads in one has a line break, which no JSON text has.
      sql<boolean>`false`
    : wider === undefined
      ? sql<boolean>`${payload} ilike ${pattern}`
      : sql<boolean>`(${payload} ilike ${wider} and ${payload} || '' ilike ${pattern})`;
  if (!everywhere) return inPayload;
  const types = eventTypes.filter((type) => type.includes(text.toLowerCase()));
  return sql<boolean>`(
    ${inPayload} or events.created_by ilike ${pattern} or events.type = any(${types}::text[])
    or events.created_by_user_id = any(${users}::integer[])
  )`;
}

/** As a pattern in which every character stands for itself. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

function isOnDays(days: Sight['days'], from: string | null, to: string | null): Condition {
  if (days !== null) {
    return days.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.join(
          days.map((range) => isWithin(range)),
          sql` or `,
        )})`;
  }
  return sql<boolean>`(events.created_at at time zone 'UTC')::date
    between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
}
