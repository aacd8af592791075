import type { Caller, FoundCaller } from '../access/caller.ts';
import { type KeptAnswer, keepAnswers } from '../answers/kept.ts';
import type { Db } from '../db/open.ts';
import { type Found, writeAnswer } from './answer.ts';
import { changesUnnoticed, type ResolvedFilter } from './conditions.ts';
import type { FlagSearch } from './filters.ts';
import {
  countFacets,
  countMatches,
  findFreshMs,
  findItems,
  findNames,
  resolveFilter,
} from './queries.ts';
import type { Facets } from './schema.ts';
import { type Counts, rememberCounts } from './totals.ts';

export type Answer = KeptAnswer & { databaseMs: number; totalMs: number };

export type FlagSearcher = (caller: FoundCaller, search: FlagSearch) => Promise<Answer>;

/** At about 200 bytes each. */
const countsMax = 5000;
/** At about 100 kB each. */
const answersBytesMax = 64 * 1024 * 1024;

/**
 * Answers searches; what was answered before is made anew only when something may have changed. Who
 * may not see everything gets nothing that was kept, so that no memory decides what they see.
 */
export function createFlagSearcher(db: Db): FlagSearcher {
  const counts = rememberCounts(countsMax);
  const answers = keepAnswers(answersBytesMax);
  return async (caller, search) => {
    const start = performance.now();
    const { newestEvent, flagChanges } = caller.asOf;
    const state = caller.restricted ? undefined : `${newestEvent}.${flagChanges}`;
    let databaseMs = 0;
    const key = JSON.stringify([caller.id, search]);
    const kept = await answers.recall(key, state, async () => {
      const freshMs = await findFreshMs(db);
      const found = await searchFlags(db, caller, search, counts);
      databaseMs = performance.now() - start;
      return { body: Buffer.from(writeAnswer(found, search.sort)), freshMs };
    });
    return { ...kept, databaseMs, totalMs: performance.now() - start };
  };
}

/**
 * At most five statements, whatever is asked and found: names in the filter to ids, the page's names,
 * their items, the total, the facets.
 */
async function searchFlags(
  db: Db,
  caller: Caller,
  search: FlagSearch,
  counts: Counts,
): Promise<Found> {
  const filter = await resolveFilter(db, caller, search.filter);
  const { changes, places } = await findNames(db, caller, filter, search);
  const shown = places.slice(0, search.limit);
  const items = await findItems(
    db,
    caller,
    shown.map(({ name }) => name),
  );
  const total = await totalOf(db, caller, filter, changes, counts);
  const facets = await facetsOf(db, caller, filter, { ...search, changes }, counts);
  const last = places.length > shown.length ? shown.at(-1) : undefined;
  return { ...items, total, facets, last };
}

async function totalOf(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  changes: number,
  counts: Counts,
): Promise<number> {
  if (changesUnnoticed(filter)) return (await countMatches(db, caller, filter)).total;
  return counts.recall(JSON.stringify(filter), changes, async () => {
    const counted = await countMatches(db, caller, filter);
    return { changes: counted.changes, value: counted.total };
  });
}

async function facetsOf(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  { facets, changes }: FlagSearch & { changes: number },
  counts: Counts,
): Promise<Facets | undefined> {
  if (facets.length === 0) return undefined;
  if (changesUnnoticed(filter) || facets.includes('state')) {
    return (await countFacets(db, caller, filter, facets)).facets;
  }
  return counts.recall(JSON.stringify([facets, filter]), changes, async () => {
    const counted = await countFacets(db, caller, filter, facets);
    return { changes: counted.changes, value: counted.facets };
  });
}
