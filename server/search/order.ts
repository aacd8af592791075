import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import { isFavoriteOf, isStale } from './conditions.ts';
import type { Cursor } from './cursor.ts';
import type { Sort, SortKey } from './filters.ts';

type Piece = RawBuilder<unknown>;

/**
 * The parts of an order, one after the other; together they hold every flag, each once. Within a
 * part flags follow a column, so that an index can hand out the first of them.
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
  const having = (wanted: string[]) => sql`flag_search.switches @> ${wanted}::text[]`;
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

/** What a part is ordered by before names are. */
export const columnOf = ({ by }: Sort): Piece =>
  by === 'stale' || by === 'environment' ? sql`null::text` : columns[by];

const names = sql`flag_search.name collate "C"`;

/** The name as the index of the order has it: of flags that were never seen it is all there is. */
const tieOf = ({ by }: Sort): Piece =>
  by === 'lastSeenAt' ? sql`flag_last_seen.flag collate "C"` : names;

const isByNames = ({ by }: Sort) => by === 'stale' || by === 'environment';
const isByMoments = ({ by }: Sort) => by === 'createdAt' || by === 'lastSeenAt';

export function orderOf(sort: Sort): Piece {
  if (isByNames(sort)) return names;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  if (sort.by === 'name') return sql`${names} ${direction}`;
  const nulls = sort.by === 'lastSeenAt' ? sql`nulls last` : sql``;
  return sql`${columnOf(sort)} ${direction} ${nulls}, ${tieOf(sort)}`;
}

/** The value of a found flag as text that sorts alike. */
export const keyOf = (sort: Sort): Piece => (isByMoments(sort) ? sql`iso(value)` : sql`value`);

/** Flags that come later than the cursor in its part. */
export function isAfter(sort: Sort, { key, name }: Cursor): Piece {
  if (sort.by === 'name') return sql`${names} ${sort.descending ? sql`<` : sql`>`} ${name}`;
  if (isByNames(sort)) return sql`${names} > ${name}`;
  const column = columnOf(sort);
  const tie = tieOf(sort);
  if (key === null) return sql`${column} is null and ${tie} > ${name}`;
  const value = isByMoments(sort) ? sql`${key}::timestamptz` : sql`${key}`;
  if (!sort.descending && sort.by !== 'lastSeenAt') {
    return sql`(${column}, ${names}) > (${value}, ${name})`;
  }
  return sql`(${column} ${sort.descending ? sql`<` : sql`>`} ${value}
    or ${column} = ${value} and ${tie} > ${name} or ${column} is null)`;
}
