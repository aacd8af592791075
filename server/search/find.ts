import type { Caller } from '../access/caller.ts';
import type { Db } from '../db/open.ts';
import { writeAnswer } from './answer.ts';
import { changesUnnoticed, type ResolvedFilter } from './conditions.ts';
import type { FlagSearch } from './filters.ts';
import { countFacets, countMatches, findItems, findNames, resolveFilter } from './queries.ts';
import type { Facets } from './schema.ts';
import type { Memory } from './totals.ts';

export type Answer = { text: string; databaseMs: number; totalMs: number };

/**
 * At most five statements, whatever is asked and found: names in the filter to ids, the page's names,
 * their items, the total, the facets.
 */
export async function searchFlags(
  db: Db,
  caller: Caller,
  search: FlagSearch,
  memory: Memory,
): Promise<Answer> {
  const start = performance.now();
  const filter = await resolveFilter(db, caller, search.filter);
  const { changes, places } = await findNames(db, caller, filter, search);
  const shown = places.slice(0, search.limit);
  const items = await findItems(
    db,
    caller,
    shown.map(({ name }) => name),
  );
  const total = await totalOf(db, caller, filter, changes, memory);
  const facets = await facetsOf(db, caller, filter, { ...search, changes }, memory);
  const databaseMs = performance.now() - start;
  const last = places.length > shown.length ? shown.at(-1) : undefined;
  const text = writeAnswer({ ...items, total, facets, last }, search.sort);
  return { text, databaseMs, totalMs: performance.now() - start };
}

async function totalOf(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  changes: number,
  memory: Memory,
): Promise<number> {
  if (changesUnnoticed(filter)) return (await countMatches(db, caller, filter)).total;
  return memory.recall(JSON.stringify(filter), changes, async () => {
    const counted = await countMatches(db, caller, filter);
    return { changes: counted.changes, value: counted.total };
  });
}

async function facetsOf(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  { facets, changes }: FlagSearch & { changes: number },
  memory: Memory,
): Promise<Facets | undefined> {
  if (facets.length === 0) return undefined;
  if (changesUnnoticed(filter) || facets.includes('state')) {
    return (await countFacets(db, caller, filter, facets)).facets;
  }
  return memory.recall(JSON.stringify([facets, filter]), changes, async () => {
    const counted = await countFacets(db, caller, filter, facets);
    return { changes: counted.changes, value: counted.facets };
  });
}
