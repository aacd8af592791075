import { type KeptAnswer, keepAnswers } from '../platform/cache/kept.ts';
import type { Caller, FoundCaller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
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
    const { newestEvent, flagChanges, usageChanges } = caller.asOf;
    const state = caller.restricted ? undefined : `${newestEvent}.${flagChanges}.${usageChanges}`;
    let databaseMs = 0;
    const key = JSON.stringify([caller.id, search]);
    const kept = await answers.recall(key, state, async () => {
      const [freshMs, found] = await Promise.all([
        findFreshMs(db),
        searchFlags(db, caller, search, counts),
      ]);
      databaseMs = performance.now() - start;
      return { body: Buffer.from(writeAnswer(found, search.sort)), freshMs };
    });
    return { ...kept, databaseMs, totalMs: performance.now() - start };
  };
}

/**
 * At most five statements, whatever is asked and found: names in the filter to ids, the page's names,
 * their items, and beside these the total and the facets.
 */
async function searchFlags(
  db: Db,
  caller: FoundCaller,
  search: FlagSearch,
  counts: Counts,
): Promise<Found> {
  const filter = await resolveFilter(db, caller, search.filter);
  const [page, total, facets] = await Promise.all([
    findPage(db, caller, filter, search),
    totalOf(db, caller, filter, counts),
    facetsOf(db, caller, filter, { facets: search.facets, counts }),
  ]);
  return { ...page, total, facets };
}

async function findPage(db: Db, caller: Caller, filter: ResolvedFilter, search: FlagSearch) {
  const places = await findNames(db, caller, filter, search);
  const shown = places.slice(0, search.limit);
  const names = shown.map(({ name }) => name);
  const last = places.length > shown.length ? shown.at(-1) : undefined;
  return { ...(await findItems(db, caller, names)), last };
}

function totalOf(
  db: Db,
  caller: FoundCaller,
  filter: ResolvedFilter,
  counts: Counts,
): Promise<number> {
  const count = () => countMatches(db, caller, filter);
  if (changesUnnoticed(filter)) return count();
  return counts.recall(JSON.stringify(filter), caller.asOf.flagChanges, count);
}

async function facetsOf(
  db: Db,
  caller: FoundCaller,
  filter: ResolvedFilter,
  { facets, counts }: { facets: FlagSearch['facets']; counts: Counts },
): Promise<Facets | undefined> {
  if (facets.length === 0) return undefined;
  const count = () => countFacets(db, caller, filter, facets);
  if (changesUnnoticed(filter) || facets.includes('state')) return count();
  return counts.recall(JSON.stringify([facets, filter]), caller.asOf.flagChanges, count);
}
