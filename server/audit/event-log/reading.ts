import type { Cache, Caches } from '../../platform/cache/cache.ts';
import { createItemCache, type ItemCache, joinItems } from '../../platform/cache/items.ts';
import { type CachedResponse, createResponseCache } from '../../platform/cache/responses.ts';
import type { Caller, Reader } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { addTotals, createEventCounts, type EventCounts } from './counts.ts';
import type { EventFilters } from './filters.ts';
import {
  countEvents,
  listByIds,
  listIds,
  listIfFew,
  listWindow,
  resolveFilters,
  sampleTexts,
} from './queries.ts';
import { piecesOf, rarePattern } from './rare-text.ts';
import {
  type Conditions,
  conditionsOf,
  idsWithoutGaps,
  likelyPart,
  newestFirst,
  type PageRequest,
  type ResolvedFilters,
  type Slice,
  sliceOf,
  type Total,
} from './rules.ts';
import type { Event } from './schema.ts';
import { eventOf } from './wire.ts';

export type EventSearch = { filters: EventFilters; page: PageRequest };

export type EventSearcher = (
  reader: Reader,
  search: EventSearch,
  form: keyof typeof forms,
) => Promise<CachedResponse>;

type FoundEvents = { events: Buffer[]; total: number };

/** The response formats of the current endpoint and of the deprecated ones. */
const forms = {
  page: ({ events, total }: FoundEvents) => joinItems('{"events":[', events, `],"total":${total}}`),
  list: ({ events, total }: FoundEvents) =>
    joinItems('{"version":1,"events":[', events, `],"totalEvents":${total}}`),
};

const pagesBytesMax = 64 * 1024 * 1024;
/** About 40,000 events. */
const itemsBytesMax = 64 * 1024 * 1024;

/** Pages of restricted callers are not cached, because visibility is checked on each request. */
export function createEventSearcher(caches: Caches): EventSearcher {
  const pages = createResponseCache(caches, { name: 'event_pages', bytesMax: pagesBytesMax });
  const countsAt = createEventCounts(caches);
  const cached = {
    samples: createTextSamples(caches),
    items: createItemCache(caches, { name: 'event_items', bytesMax: itemsBytesMax }),
  };

  return ({ caller, dataVersion, read }, search, form) => {
    const { newestEvent: newest, eventDeletion } = dataVersion;
    const version = caller.restricted ? undefined : newest;
    const key = JSON.stringify([form, caller.admin, search]);
    const compute = async (db: Db) => {
      const log = await openLog(db, caller, search.filters, newest);
      const { ids, total } = await searchEvents(db, log, search.page, {
        ...cached,
        counts: countsAt(eventDeletion),
      });
      return { value: forms[form]({ events: await readItems(db, ids, cached.items), total }) };
    };
    return pages(key, version, () => read(compute));
  };
}

type Cached = { counts: EventCounts; samples: Cache<readonly string[]>; items: ItemCache };

/** The ids of one page and the total, both at the same newest event. */
async function searchEvents(
  db: Db,
  log: OpenLog,
  page: PageRequest,
  cached: Cached,
): Promise<{ ids: number[]; total: number }> {
  const few = await findFew(db, log, cached);
  if (few) {
    const ordered = page.oldestFirst ? few.toReversed() : few;
    const shown = ordered.filter((id) => id <= (page.upTo ?? id)).slice(page.offset);
    return { ids: shown.slice(0, page.limit), total: few.length };
  }
  const total = await countMatches(db, log, cached.counts);
  const slice = sliceOf(total, newestFirst(page, total.count));
  if (slice.take === 0) return { ids: [], total: total.count };
  const found = idsWithoutGaps(total, slice) ?? (await searchIds(db, log, { total, slice }));
  return { ids: page.oldestFirst ? found.toReversed() : found, total: total.count };
}

/** First in the part of the log where the page is expected. */
async function searchIds(
  db: Db,
  { resolved, conditions }: OpenLog,
  { total, slice }: { total: Total; slice: Slice },
): Promise<number[]> {
  const list = (part: Slice) => listIds(db, conditions, resolved, { total, slice: part });
  const likely = likelyPart(total, slice);
  const ids = await list(likely);
  return ids.length === slice.take || likely === slice ? ids : list(slice);
}

/** An event never changes. */
const onlyVersion = 0;

async function readItems(db: Db, ids: readonly number[], items: ItemCache): Promise<Buffer[]> {
  const texts = await items(
    ids.map((id) => ({ key: String(id), version: onlyVersion })),
    async (missing) => {
      const rows = await listByIds(db, missing.map(Number));
      return new Map(rows.map((row) => [String(row.id), { value: JSON.stringify(eventOf(row)) }]));
    },
  );
  return texts.filter((text) => text !== undefined);
}

/** Up to this number of matches, all ids are read in one statement instead of counting first. */
const fewMax = 1000;

/** All matches of a text, found by the index; undefined if there are many. */
async function findFew(
  db: Db,
  { resolved, conditions }: OpenLog,
  { counts, samples }: Cached,
): Promise<number[] | undefined> {
  const { text } = conditions;
  if (text === null || piecesOf(text.text).length === 0) return undefined;
  if (counts.get(conditions).count > fewMax) return undefined;
  const pattern = rarePattern(text.text, await findSample(db, resolved.newest, samples));
  const ids = await listIfFew(db, conditions, resolved, { pattern, max: fewMax });
  if (ids) {
    const [last = 0, first = last] = [ids.at(0), ids.at(-1)];
    counts.set(conditions, { newest: resolved.newest, count: ids.length, first, last });
  }
  return ids;
}

const createTextSamples = (caches: Caches): Cache<readonly string[]> =>
  caches.create({
    name: 'event_text_samples',
    bytesMax: 4 * 1024 * 1024,
    bytesOf: (texts) => texts.reduce((bytes, text) => bytes + 2 * text.length, 0),
  });

/** Recomputed when the log has doubled. */
async function findSample(db: Db, newest: number, samples: Cached['samples']) {
  const version = Math.floor(Math.log2(newest + 1));
  const { value } = await samples.getOrCompute('sample', version, async () => ({
    value: await sampleTexts(db, newest),
  }));
  return value;
}

/** Ids in the first statement of a count; the broadest text took 10 s for them. */
const countedFirst = 250_000;

/**
 * Counts the events since the last count, a large number of them in several statements. Each step
 * is cached and the next one is larger if it was fast, so that a search that exceeds the timeout of
 * a client succeeds when it is retried.
 */
export async function countMatches(
  db: Db,
  { resolved, conditions }: OpenLog,
  counts: EventCounts,
): Promise<Total> {
  let total = counts.get(conditions);
  for (let step = countedFirst; total.newest < resolved.newest; ) {
    const start = performance.now();
    const newest = Math.min(resolved.newest, total.newest + step);
    const more = await countEvents(db, conditions, { ...resolved, newest }, total.newest);
    total = addTotals(total, more);
    counts.set(conditions, total);
    if (performance.now() - start < 1000) step *= 4;
  }
  return total;
}

/** The conditions of a query, and the state they were resolved at. */
export type OpenLog = { resolved: ResolvedFilters; conditions: Conditions };

/** The log up to the newest event, which is read unless it is given. */
export async function openLog(
  db: Db,
  caller: Caller,
  filters: EventFilters,
  newest?: number,
): Promise<OpenLog> {
  const resolved = await resolveFilters(db, caller, filters, newest);
  return { resolved, conditions: conditionsOf(filters, resolved, caller) };
}

/** Ids scanned by one statement: more of them the fewer match. */
export const windowFirst = 1000;
export const windowMax = 1_000_000;
/** Rows read by one statement, and the approximate amount of text in memory. */
const rowsMax = 200;
export const rowsFirst = 50;
const charactersWanted = 128_000;

/**
 * All matches after the cursor. One page is in memory, and the next one is read on demand. Each
 * statement scans a bounded part of the log, so that the log is read once even if matches are rare.
 */
export async function* readPages(
  db: Db,
  { resolved, conditions }: OpenLog,
  { cursor = 0, descending = false },
  write: (event: Event) => string,
): AsyncGenerator<string> {
  let [low, high] = [cursor, resolved.newest];
  let window = windowFirst;
  let limit = rowsFirst;
  while (low < high) {
    const part = descending
      ? { after: Math.max(low, high - window), upTo: high }
      : { after: low, upTo: Math.min(high, low + window) };
    const rows = await listWindow(db, conditions, resolved, { ...part, limit, descending });
    const full = rows.length === limit;
    const end = full ? rows.at(-1)?.id : undefined;
    if (descending) high = end === undefined ? part.after : end - 1;
    else low = end ?? part.upTo;
    window = full ? Math.max(windowFirst, window / 2) : Math.min(windowMax, window * 2);
    if (rows.length === 0) continue;
    const texts = rows.map((row) => write(eventOf(row)));
    limit = nextLimit(texts);
    yield texts.join('');
  }
}

/** Rows for the wanted amount of text, estimated from the last page. */
export function nextLimit(texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 1);
  const fitting = Math.floor((texts.length * charactersWanted) / characters);
  return Math.max(1, Math.min(rowsMax, fitting));
}
