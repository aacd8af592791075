import type { Cache, Caches } from '../platform/cache/cache.ts';
import { createItemCache } from '../platform/cache/items.ts';
import { type CachedResponse, createResponseCache } from '../platform/cache/responses.ts';
import type { Caller, Reader } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { changesWithoutVersion, type ResolvedFilter } from './conditions.ts';
import type { FlagSearch } from './filters.ts';
import {
  countFacets,
  countMatches,
  findFreshMs,
  findItems,
  listPage,
  type PageRow,
  resolveFilter,
} from './queries.ts';
import { type Found, writeItems, writeResponse } from './response.ts';
import type { Facets } from './schema.ts';

export type SearchResponse = CachedResponse & { databaseMs: number; totalMs: number };

export type FlagSearcher = (reader: Reader, search: FlagSearch) => Promise<SearchResponse>;

/** About 600 pages of 50 flags. */
const pagesBytesMax = 64 * 1024 * 1024;
/** About 25,000 flags. */
const itemsBytesMax = 64 * 1024 * 1024;
/** About 5,000 filters. */
const countsBytesMax = 4 * 1024 * 1024;

/** Pages are not cached for restricted callers: their visibility is checked on each request. */
export function createFlagSearcher(caches: Caches): FlagSearcher {
  const pages = createResponseCache(caches, { name: 'flag_search_pages', bytesMax: pagesBytesMax });
  const items = createItemReader(caches);
  const counts = createCounts(caches);
  const findExpiry = createExpiry(caches);

  return async ({ caller, dataVersion, read }, search) => {
    const start = performance.now();
    const { newestEvent, flagVersion, displayVersion, usageVersion } = dataVersion;
    const version = caller.restricted ? undefined : `${newestEvent}.${flagVersion}.${usageVersion}`;
    let databaseMs = 0;
    const compute = async (db: Db) => {
      const [expiry, found] = await Promise.all([
        findExpiry(db, `${flagVersion}.${displayVersion}`),
        searchFlags(db, caller, search, { ...counts, version: flagVersion }),
      ]);
      const shown = await items(db, found.page, displayVersion);
      databaseMs = performance.now() - start;
      const value = writeResponse({ ...found, items: shown }, search.sort);
      return { value, ttlMs: expiry - start };
    };
    const page = await pages(JSON.stringify([caller.id, search]), version, () => read(compute));
    return { ...page, databaseMs, totalMs: performance.now() - start };
  };
}

type ItemReader = (
  db: Db,
  rows: readonly PageRow[],
  displayVersion: number,
) => Promise<Found['items']>;

function createItemReader(caches: Caches): ItemReader {
  const items = createItemCache(caches, { name: 'flag_search_items', bytesMax: itemsBytesMax });
  return async (db, rows, displayVersion) => {
    const texts = await items(
      rows.map(({ name, version }) => ({ key: name, version: `${version}.${displayVersion}` })),
      async (names) => writeItems(await findItems(db, names)),
    );
    // A flag that was deleted in the meantime has no item.
    return rows.flatMap(({ favorite }, index) => {
      const text = texts[index];
      return text === undefined ? [] : [{ text, favorite }];
    });
  };
}

/** When, by `performance.now()`, time alone changes the result of a search. */
function createExpiry(caches: Caches) {
  const cache = caches.create<{ at: number }>({
    name: 'flag_search_expiry',
    bytesMax: 1000,
    bytesOf: () => 50,
  });
  return async (db: Db, version: string): Promise<number> => {
    const { value } = await cache.getOrCompute('expiry', version, async () => {
      const start = performance.now();
      const ttlMs = await findFreshMs(db);
      return { value: { at: start + ttlMs }, ttlMs };
    });
    return value.at;
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
 * At most four statements: names in the filter to ids, the page, the total and the facets.
 */
async function searchFlags(
  db: Db,
  caller: Caller,
  search: FlagSearch,
  counts: Counts,
): Promise<Omit<Found, 'items'> & { page: readonly PageRow[] }> {
  const filter = await resolveFilter(db, caller, search.criteria);
  const [rows, total, facets] = await Promise.all([
    listPage(db, caller, filter, search),
    totalOf(db, caller, filter, counts),
    facetsOf(db, caller, filter, { selected: search.facets, counts }),
  ]);
  const page = rows.slice(0, search.limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return { page, last, total, facets };
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
