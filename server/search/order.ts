import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import { isFavoriteOf, isStale } from './conditions.ts';
import type { Cursor } from './cursor.ts';
import type { Sort, SortKey } from './filters.ts';

type Piece = RawBuilder<unknown>;

/**
 * The parts of an order: a partition of all flags. Within a part, flags are sorted by a column, so
 * that an index can return the first of them.
 */
export function partsOf(caller: Caller, sort: Sort): Piece[] {
  const favorite = isFavoriteOf(caller);
  const halves = sort.favoritesFirst ? [favorite, sql`not ${favorite}`] : [sql`true`];
  return halves.flatMap((half) => groupsOf(sort).map((group) => sql`${half} and ${group}`));
}

function groupsOf(sort: Sort): Piece[] {
  if (sort.by === 'stale') {
    return sort.descending ? [isStale, sql`not ${isStale}`] : [sql`not ${isStale}`, isStale];
  }
  if (sort.by !== 'environment') return [sql`true`];
  const on = [`${sort.environment}:enabled`];
  const off = [`${sort.environment}:disabled`];
  const having = (switches: string[]) => sql`flag_search.switches @> ${switches}::text[]`;
  return [
    ...(sort.descending ? [having(on), having(off)] : [having(off), having(on)]),
    sql`not flag_search.switches && ${[...on, ...off]}::text[]`,
  ];
}

const columns: Record<SortKey, Piece> = {
  createdAt: sql`flag_search.created_at`,
  name: sql`flag_search.name collate "C"`,
  type: sql`flag_search.type collate "C"`,
  project: sql`flag_search.project collate "C"`,
  lastSeenAt: sql`flag_last_seen.last_seen_at`,
};

/** The sort column within a part; names break ties. */
export const columnOf = ({ by }: Sort): Piece =>
  by === 'stale' || by === 'environment' ? sql`null::text` : columns[by];

const names = sql`flag_search.name collate "C"`;

/** The name column of the index that the order uses. */
const tiebreakerOf = ({ by }: Sort): Piece =>
  by === 'lastSeenAt' ? sql`flag_last_seen.flag collate "C"` : names;

/** Their parts already separate the values, so that only names remain to be sorted. */
const isByNameInParts = ({ by }: Sort) => by === 'stale' || by === 'environment';
const isByTime = ({ by }: Sort) => by === 'createdAt' || by === 'lastSeenAt';

export function orderOf(sort: Sort): Piece {
  if (isByNameInParts(sort)) return names;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  if (sort.by === 'name') return sql`${names} ${direction}`;
  const nulls = sort.by === 'lastSeenAt' ? sql`nulls last` : sql``;
  return sql`${columnOf(sort)} ${direction} ${nulls}, ${tiebreakerOf(sort)}`;
}

/** The sort value as text with the same order. */
export const keyOf = (sort: Sort): Piece => (isByTime(sort) ? sql`iso(value)` : sql`value`);

/** Flags after the cursor in its part. */
export function isAfter(sort: Sort, { key, name }: Cursor): Piece {
  if (sort.by === 'name') return sql`${names} ${sort.descending ? sql`<` : sql`>`} ${name}`;
  if (isByNameInParts(sort)) return sql`${names} > ${name}`;
  const column = columnOf(sort);
  const tiebreaker = tiebreakerOf(sort);
  if (key === null) return sql`${column} is null and ${tiebreaker} > ${name}`;
  const value = isByTime(sort) ? sql`${key}::timestamptz` : sql`${key}`;
  if (!sort.descending && sort.by !== 'lastSeenAt') {
    return sql`(${column}, ${names}) > (${value}, ${name})`;
  }
  return sql`(${column} ${sort.descending ? sql`<` : sql`>`} ${value}
    or ${column} = ${value} and ${tiebreaker} > ${name} or ${column} is null)`;
}
