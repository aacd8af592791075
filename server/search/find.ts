import type { Cache, Caches } from '../platform/cache/cache.ts';
import { type CachedResponse, createResponseCache } from '../platform/cache/responses.ts';
import type { AuthenticatedCaller, Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { changesWithoutVersion, type ResolvedFilter } from './conditions.ts';
import type { FlagSearch } from './filters.ts';
import {
  countFacets,
  countMatches,
  findFreshMs,
  findItems,
  findNames,
  resolveFilter,
} from './queries.ts';
import { type Found, writeResponse } from './response.ts';
import type { Facets } from './schema.ts';

export type SearchResponse = CachedResponse & { databaseMs: number; totalMs: number };

export type FlagSearcher = (
  authenticated: AuthenticatedCaller,
  search: FlagSearch,
) => Promise<SearchResponse>;

/** About 600 pages of 50 flags. */
const pagesBytesMax = 64 * 1024 * 1024;
/** About 5,000 filters. */
const countsBytesMax = 4 * 1024 * 1024;

/** Pages are not cached for restricted callers: their visibility is checked on each request. */
export function createFlagSearcher(db: Db, caches: Caches): FlagSearcher {
  const pages = createResponseCache(caches, { name: 'flag_search_pages', bytesMax: pagesBytesMax });
  const counts = createCounts(caches);

  return async ({ caller, dataVersion }, search) => {
    const start = performance.now();
    const { newestEvent, flagVersion, usageVersion } = dataVersion;
    const version = caller.restricted ? undefined : `${newestEvent}.${flagVersion}.${usageVersion}`;
    let databaseMs = 0;
    const page = await pages(JSON.stringify([caller.id, search]), version, async () => {
      const [ttlMs, found] = await Promise.all([
        findFreshMs(db),
        searchFlags(db, caller, search, { ...counts, version: flagVersion }),
      ]);
      databaseMs = performance.now() - start;
      return { value: Buffer.from(writeResponse(found, search.sort)), ttlMs };
    });
    return { ...page, databaseMs, totalMs: performance.now() - start };
  };
}

type CountCaches = { totals: Cache<{ total: number }>; facets: Cache<Facets> };

/** Counting all matches is the expensive part of a search. */
function createCounts(caches: Caches): CountCaches {
  const bytesMax = countsBytesMax;
  return {
    totals: caches.create({ name: 'flag_search_counts', bytesMax, bytesOf: () => 50 }),
    facets: caches.create({
      name: 'flag_search_facets',
      bytesMax,
      bytesOf: (facets) => 2 * JSON.stringify(facets).length,
    }),
  };
}

/** The counts of one flag version. */
type Counts = CountCaches & { version: number };

/**
 * At most five statements: names in the filter to ids, the names of the page, their items, the
 * total and the facets.
 */
async function searchFlags(
  db: Db,
  caller: Caller,
  search: FlagSearch,
  counts: Counts,
): Promise<Found> {
  const filter = await resolveFilter(db, caller, search.filter);
  const [page, total, facets] = await Promise.all([
    findPage(db, caller, filter, search),
    totalOf(db, caller, filter, counts),
    facetsOf(db, caller, filter, { selected: search.facets, counts }),
  ]);
  return { ...page, total, facets };
}

async function findPage(db: Db, caller: Caller, filter: ResolvedFilter, search: FlagSearch) {
  const positions = await findNames(db, caller, filter, search);
  const shown = positions.slice(0, search.limit);
  const names = shown.map(({ name }) => name);
  const last = positions.length > shown.length ? shown.at(-1) : undefined;
  return { ...(await findItems(db, caller, names)), last };
}

async function totalOf(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  { totals, version }: Counts,
): Promise<number> {
  if (changesWithoutVersion(filter)) return countMatches(db, caller, filter);
  const { value } = await totals.getOrCompute(JSON.stringify(filter), version, async () => ({
    value: { total: await countMatches(db, caller, filter) },
  }));
  return value.total;
}

async function facetsOf(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  { selected, counts }: { selected: FlagSearch['facets']; counts: Counts },
): Promise<Facets | undefined> {
  if (selected.length === 0) return undefined;
  const count = () => countFacets(db, caller, filter, selected);
  if (changesWithoutVersion(filter) || selected.includes('state')) return count();
  const key = JSON.stringify([selected, filter]);
  const { value } = await counts.facets.getOrCompute(key, counts.version, async () => ({
    value: await count(),
  }));
  return value;
}
