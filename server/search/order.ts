import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
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

/** The column that a part is ordered by; where it is none, names alone decide. */
const columns: Record<SortKey, Piece> = {
  createdAt: sql`flag_search.created_at`,
  name: sql`flag_search.name collate "C"`,
  type: sql`flag_search.type collate "C"`,
  project: sql`flag_search.project collate "C"`,
  lastSeenAt: sql`flag_sightings.last_seen_at`,
};

const columnOf = ({ by }: Sort) =>
  by === 'stale' || by === 'environment' ? undefined : columns[by];

const names = sql`flag_search.name collate "C"`;

export function orderOf(sort: Sort): Piece {
  const column = columnOf(sort);
  if (column === undefined) return names;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  if (sort.by === 'name') return sql`${column} ${direction}`;
  return sql`${column} ${direction} ${sort.by === 'lastSeenAt' ? sql`nulls last` : sql``}, ${names}`;
}

/** The key as text that sorts alike. */
export function keyOf(sort: Sort): Piece {
  const column = columnOf(sort);
  if (column === undefined) return sql`null::text`;
  return sort.by === 'createdAt' || sort.by === 'lastSeenAt' ? sql`iso(${column})` : column;
}

/** Flags that come later than the cursor in its part. */
export function isAfter(sort: Sort, { key, name }: Cursor): Piece {
  const column = columnOf(sort);
  if (sort.by === 'name') return sql`${names} ${sort.descending ? sql`<` : sql`>`} ${name}`;
  if (column === undefined) return sql`${names} > ${name}`;
  if (key === null) return sql`${column} is null and ${names} > ${name}`;
  const value =
    sort.by === 'createdAt' || sort.by === 'lastSeenAt' ? sql`${key}::timestamptz` : sql`${key}`;
  if (!sort.descending && sort.by !== 'lastSeenAt') {
    return sql`(${column}, ${names}) > (${value}, ${name})`;
  }
  return sql`(${column} ${sort.descending ? sql`<` : sql`>`} ${value}
    or ${column} = ${value} and ${names} > ${name} or ${column} is null)`;
}
