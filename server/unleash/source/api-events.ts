import type { ImportedEvent } from '../../events/queries.ts';
import { snakeCased } from './api-tables.ts';
import { eventOf } from './database.ts';
import type { Get } from './requests.ts';
import { SourceError } from './source.ts';
import { recordOf } from './values.ts';

/** The largest page of the API. */
const pageMax = 1000;

type EventPage = { events: readonly unknown[]; total: number };

async function readEvents(get: Get, offset: number, limit: number): Promise<EventPage> {
  const path = `/api/admin/search/events?limit=${limit}&offset=${offset}`;
  const { events, total } = recordOf(await get(path));
  if (!Array.isArray(events) || typeof total !== 'number') {
    throw new SourceError('The source has no search for events: Unleash 6 or newer is needed.');
  }
  return { events, total };
}

const idOf = (event: unknown) => Number(recordOf(event).id);

/** The number of events after the given one; the API lists the newest first. */
export async function countEvents(get: Get, after: number, size = pageMax): Promise<number> {
  return (await countNewer(get, after, size)).newer;
}

/** With the number of all events at that moment. */
async function countNewer(get: Get, after: number, size: number) {
  const first = await readEvents(get, 0, after === 0 ? 1 : size);
  if (after === 0) return { newer: first.total, total: first.total };
  let [newer, page] = [0, first];
  for (;;) {
    const found = page.events.filter((event) => idOf(event) > after).length;
    newer += found;
    if (found < size) return { newer: newer + page.total - first.total, total: page.total };
    page = await readEvents(get, newer + page.total - first.total, size);
  }
}

/**
 * From the oldest to the newest. An event that is recorded meanwhile shifts the others, so that a
 * page begins with some that are known already.
 */
export async function* eventPages(
  get: Get,
  after: number,
  size = pageMax,
): AsyncGenerator<ImportedEvent[]> {
  const overlap = Math.floor(size / 10);
  let last = after;
  let { newer: left, total } = await countNewer(get, after, size);
  while (left > 0) {
    const offset = Math.max(0, left + overlap - size);
    const page = await readEvents(get, offset, size);
    left += page.total - total;
    total = page.total;
    if (left > offset + size) continue;
    const events = page.events
      .map((event) => eventOf(snakeCased(recordOf(event))))
      .filter(({ id }) => id > last)
      .toSorted((one, other) => one.id - other.id);
    left = offset;
    last = events.at(-1)?.id ?? last;
    if (events.length > 0) yield events;
  }
}
