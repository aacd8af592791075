import type { Cache, Caches } from '../../platform/cache/cache.ts';
import { type CachedResponse, createResponseCache } from '../../platform/cache/responses.ts';
import type { AuthenticatedCaller, Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { addUp, createEventCounts, type EventCounts } from './counts.ts';
import type { EventFilters } from './filters.ts';
import {
  countEvents,
  findSight,
  listByIds,
  listIfFew,
  listPage,
  listWindow,
  sampleTexts,
} from './queries.ts';
import { piecesOf, rarePattern } from './rare-text.ts';
import {
  type Conditions,
  conditionsOf,
  type PageRequest,
  type Sight,
  sliceOf,
  type Total,
} from './rules.ts';
import type { Event } from './schema.ts';
import { eventOf } from './wire.ts';

export type EventSearch = { filters: EventFilters; page: PageRequest };

export type EventSearcher = (
  authenticated: AuthenticatedCaller,
  search: EventSearch,
  form: keyof typeof forms,
) => Promise<CachedResponse>;

type FoundEvents = { events: Event[]; total: number };

/** The response of the current endpoint, and that of older ones. */
const forms = {
  page: (found: FoundEvents) => found,
  list: ({ events, total }: FoundEvents) => ({ version: 1, events, totalEvents: total }),
};

const pagesBytesMax = 64 * 1024 * 1024;

/** Searches events. A restricted caller gets no cached page: what they may see is checked each time. */
export function createEventSearcher(db: Db, caches: Caches): EventSearcher {
  const pages = createResponseCache(caches, { name: 'event_pages', bytesMax: pagesBytesMax });
  const cached = { counts: createEventCounts(caches), samples: createTextSamples(caches) };

  return ({ caller, dataVersion }, search, form) => {
    const version = caller.restricted ? undefined : dataVersion.newestEvent;
    const key = JSON.stringify([form, caller.admin, search]);
    return pages(key, version, async () => {
      const found = forms[form](await searchEvents(db, caller, search, cached));
      return { value: Buffer.from(JSON.stringify(found)) };
    });
  };
}

type Cached = { counts: EventCounts; samples: Cache<readonly string[]> };

/** One page and how many match in all, both as of the same event. */
async function searchEvents(
  db: Db,
  caller: Caller,
  { filters, page }: EventSearch,
  cached: Cached,
): Promise<FoundEvents> {
  const log = await openLog(db, caller, filters);
  const { sight, conditions } = log;
  const few = await findFew(db, log, cached);
  if (few) {
    const shown = few.filter((id) => id <= (page.upTo ?? id)).slice(page.offset);
    const rows = await listByIds(db, shown.slice(0, page.limit));
    return { events: rows.map(eventOf), total: few.length };
  }
  const total = await countMatches(db, log, cached.counts);
  const slice = sliceOf(total, page);
  const rows = slice.take > 0 ? await listPage(db, conditions, sight, { total, slice }) : [];
  return { events: rows.map(eventOf), total: total.count };
}

/** Up to so many matches of a text are found at once, instead of counted and then looked for again. */
const fewMax = 1000;

/** All matches of a text when there are few; the index finds them. */
async function findFew(
  db: Db,
  { sight, conditions }: OpenLog,
  { counts, samples }: Cached,
): Promise<number[] | undefined> {
  const { text } = conditions;
  if (text === null || piecesOf(text.text).length === 0) return undefined;
  if (counts.get(conditions).count > fewMax) return undefined;
  const pattern = rarePattern(text.text, await findSample(db, sight.newest, samples));
  const ids = await listIfFew(db, conditions, sight, { pattern, max: fewMax });
  if (ids) {
    const [last = 0, first = last] = [ids.at(0), ids.at(-1)];
    counts.set(conditions, { newest: sight.newest, count: ids.length, first, last });
  }
  return ids;
}

const createTextSamples = (caches: Caches): Cache<readonly string[]> =>
  caches.create({
    name: 'event_text_samples',
    bytesMax: 4 * 1024 * 1024,
    bytesOf: (texts) => texts.reduce((bytes, text) => bytes + 2 * text.length, 0),
  });

/** Taken again when the log has doubled. */
async function findSample(db: Db, newest: number, samples: Cached['samples']) {
  const version = Math.floor(Math.log2(newest + 1));
  const { value } = await samples.getOrCompute('sample', version, async () => ({
    value: await sampleTexts(db, newest),
  }));
  return value;
}

/** Ids in the first statement of a count: the broadest text took 10 s for so many on a busy machine. */
const countedFirst = 250_000;

/**
 * Counts what is new since the last count; one statement, unless that is a large part of a log. Then
 * it goes in steps that grow as long as they are quick, each cached: the broadest search of the
 * largest log may exceed the timeout of a client, but not that of its second attempt.
 */
async function countMatches(
  db: Db,
  { sight, conditions }: OpenLog,
  counts: EventCounts,
): Promise<Total> {
  let total = counts.get(conditions);
  for (let step = countedFirst; ; ) {
    const start = performance.now();
    const newest = Math.min(sight.newest, total.newest + step);
    const more = await countEvents(db, conditions, { ...sight, newest }, total.newest);
    total = addUp(total, more);
    counts.set(conditions, total);
    if (total.newest >= sight.newest) return total;
    if (performance.now() - start < 1000) step *= 4;
  }
}

/** What came after the event of this id and matches, oldest first. */
export async function listEventsAfter(
  db: Db,
  caller: Caller,
  filters: EventFilters,
  id: number,
  limit: number,
): Promise<Event[]> {
  const { sight, conditions } = await openLog(db, caller, filters);
  const window = { after: id, upTo: sight.newest, limit, descending: false };
  return (await listWindow(db, conditions, sight, window)).map(eventOf);
}

/** The log as the caller sees it at this moment, and what of it is asked for. */
export type OpenLog = { sight: Sight; conditions: Conditions };

export async function openLog(db: Db, caller: Caller, filters: EventFilters): Promise<OpenLog> {
  const sight = await findSight(db, caller, filters);
  return { sight, conditions: conditionsOf(filters, sight, caller) };
}

/** Ids looked at in one statement: few where most match, many where few do. */
const windowFirst = 1000;
const windowMax = 1_000_000;
/** Rows in one statement, and about how much text of them is in memory at a time. */
const rowsMax = 200;
const rowsFirst = 50;
const charactersWanted = 128_000;

/**
 * All matches after the cursor, page by page: memory is that of one page, and the next one is read
 * only when it is asked for. Each statement looks at a bounded part of the log, so that reading
 * all of it is one pass however rare the matches are.
 */
export async function* readPages(
  db: Db,
  { sight, conditions }: OpenLog,
  { cursor = 0, descending = false },
  write: (event: Event) => string,
): AsyncGenerator<string> {
  let [low, high] = [cursor, sight.newest];
  let window = windowFirst;
  let limit = rowsFirst;
  while (low < high) {
    const part = descending
      ? { after: Math.max(low, high - window), upTo: high }
      : { after: low, upTo: Math.min(high, low + window) };
    const rows = await listWindow(db, conditions, sight, { ...part, limit, descending });
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

/** As many rows as make the wanted amount of text, if they are like those just read. */
function nextLimit(texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 1);
  const fitting = Math.floor((texts.length * charactersWanted) / characters);
  return Math.max(1, Math.min(rowsMax, fitting));
}
