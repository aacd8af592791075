import type { Caller } from '../access/caller.ts';
import type { Db } from '../db/open.ts';
import { writeAnswer } from './answer.ts';
import { changesUnnoticed, type ResolvedFilter } from './conditions.ts';
import type { FlagSearch } from './filters.ts';
import { countFacets, countMatches, findPage, resolveFilter } from './queries.ts';
import type { Facets } from './schema.ts';
import type { Memory } from './totals.ts';

export type Answer = { text: string; databaseMs: number; totalMs: number };

/** At most four statements, whatever is asked and found: names to ids, page, total, facets. */
export async function searchFlags(
  db: Db,
  caller: Caller,
  search: FlagSearch,
  memory: Memory,
): Promise<Answer> {
  const start = performance.now();
  const filter = await resolveFilter(db, caller, search.filter);
  const page = await findPage(db, caller, filter, search);
  const total = await totalOf(db, caller, filter, page.changes, memory);
  const facets = await facetsOf(db, caller, filter, { ...search, changes: page.changes }, memory);
  const databaseMs = performance.now() - start;
  const text = writeAnswer(page, total, facets, search);
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
