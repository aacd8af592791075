import { type RawBuilder, sql } from 'kysely';
import { adminTokenId, type Caller, systemCaller } from '../access/caller.ts';
import { isVisible } from '../access/visibility.ts';
import type { Db } from '../db/open.ts';
import { eventTypes } from '../events/types.ts';
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
  const { rows } = await sql<Omit<Total, 'newest'>>`
    select count(*) as count, coalesce(min(events.id), 0) as first, coalesce(max(events.id), 0) as last
    from events
    where events.id > ${after} and events.id <= ${newest}
      and ${matches(conditions, days)}`.execute(db);
  return { newest, ...(rows[0] ?? { count: 0, first: 0, last: 0 }) };
}

/** The page, newest first; events that are skipped are known by their ids alone. */
export async function listPage(
  db: Db,
  conditions: Conditions,
  { days }: Sight,
  { total, slice }: { total: Total; slice: Slice },
): Promise<EventRow[]> {
  const within = { start: total.first, stop: total.last + 1 };
  const ids = findsAllFirst(conditions, total, slice)
    ? allIds(conditions, days, within, slice)
    : walkedIds(conditions, days, within, slice);
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
function allIds(
  conditions: Conditions,
  days: Sight['days'],
  within: IdRange,
  { skip, take, descending }: Slice,
): RawBuilder<unknown> {
  return sql`
    select id from (
      with matching as materialized (
        select events.id from events where ${isWithin(within)} and ${matches(conditions, days)}
      )
      select id from matching
    ) as found
    order by id ${descending ? sql`desc` : sql`asc`} offset ${skip} limit ${take}`;
}

/**
 * Walks along the log, or along the index of one filter, until the page is full. Several values or
 * ranges are walked one by one and merged, for no index has them in one order.
 */
function walkedIds(
  conditions: Conditions,
  days: Sight['days'],
  within: IdRange,
  { skip, take, descending }: Slice,
): RawBuilder<unknown> {
  const order = descending ? sql`desc` : sql`asc`;
  const driver = driverOf(conditions);
  const page = sql`offset ${skip} limit ${take}`;
  if ((driver?.values.length ?? 1) === 1 && (days?.length ?? 1) === 1) {
    return sql`
      select events.id from events
      where ${isWithin(within)} and ${matches(conditions, days, { walking: true })}
      order by events.id ${order} ${page}`;
  }
  const sets = conditions.sets.filter((set) => set !== driver);
  const rest = { ...conditions, sets, ...(days === null ? {} : { from: null, to: null }) };
  const spans = days ?? [{ start: 0, stop: null }];
  return sql`
    select walked.id
    from ${driver ? sql`unnest(${valuesOf(driver)})` : sql`(values (0))`} as wanted (value)
    cross join unnest(
      ${spans.map(({ start }) => start)}::bigint[],
      ${spans.map(({ stop }) => stop ?? Number.MAX_SAFE_INTEGER)}::bigint[]
    ) as span (start, stop)
    cross join lateral (
      select events.id from events
      where ${driver ? sql`${columnOf(driver)} = wanted.value` : sql`true`}
        and events.id >= span.start and events.id < span.stop
        and ${isWithin(within)} and ${matches(rest, null, { walking: true })}
      order by events.id ${order} limit ${skip + take}
    ) as walked
    order by walked.id ${order} ${page}`;
}

const isWithin = ({ start, stop }: IdRange): Condition =>
  stop === null
    ? sql<boolean>`events.id >= ${start}`
    : sql<boolean>`events.id >= ${start} and events.id < ${stop}`;

/** While walking, the index of the text must stay out of it: it has no order. */
function matches(conditions: Conditions, days: Sight['days'], { walking = false } = {}): Condition {
  const { sets, projectOnly, text, from, to, upTo } = conditions;
  const parts: Condition[] = [
    ...sets.map(isInSet),
    ...(projectOnly ? [sql<boolean>`events.project is not null`] : []),
    ...(text === null ? [] : [hasText(text, walking)]),
    ...(from === null && to === null ? [] : [isOnDays(days, from, to)]),
    ...(upTo === null ? [] : [sql<boolean>`events.id <= ${upTo}`]),
  ];
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function isInSet(set: ColumnFilter): Condition {
  const column = columnOf(set);
  const [value, ...others] = set.values;
  if (!set.exclude) {
    return others.length === 0 && value !== undefined
      ? sql<boolean>`${column} = ${value}`
      : sql<boolean>`${column} = any(${valuesOf(set)})`;
  }
  // One value apart from the others is two ranges of the index, which PostgreSQL does not see itself.
  return others.length === 0 && value !== undefined
    ? sql<boolean>`(${column} < ${value} or ${column} > ${value} or ${column} is null)`
    : sql<boolean>`(${column} <> all(${valuesOf(set)}) or ${column} is null)`;
}

const columnOf = ({ column }: ColumnFilter) => sql.ref(`events.${column}`);

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

function hasText(
  { text, everywhere, users }: NonNullable<Conditions['text']>,
  walking: boolean,
): Condition {
  const pattern = containing(text);
  // The text of two payloads in one has a line break, which no JSON text has.
  const inPayload = text.includes('\n')
    ? sql<boolean>`false`
    : sql<boolean>`${walking ? sql`(${payload} || '')` : payload} ilike ${pattern}`;
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
      : sql<boolean>`(${sql.join(days.map(isWithin), sql` or `)})`;
  }
  return sql<boolean>`(events.created_at at time zone 'UTC')::date
    between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
}
