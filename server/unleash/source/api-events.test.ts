import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countEvents, eventPages } from './api-events.ts';

/** A log that grows with each request, with pages of the newest events first. */
function aLog(ids: readonly number[], growth: readonly number[]) {
  const log = [...ids];
  let requests = 0;
  const get = async (path: string) => {
    const query = new URL(path, 'http://a').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    for (let added = growth[requests++] ?? 0; added > 0; added--) log.push((log.at(-1) ?? 0) + 2);
    const newestFirst = log.toReversed().slice(offset, offset + limit);
    return { events: newestFirst.map((id) => ({ id, type: 'x' })), total: log.length };
  };
  return { log, get };
}

describe('events of the API', () => {
  test('come once, in order and without a gap, while others are recorded', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 });
    const growth = fc.array(fc.nat({ max: 4 }), { maxLength: 30 });

    await fc.assert(
      fc.asyncProperty(
        ...([ids, growth, fc.nat({ max: 500 }), fc.integer({ min: 10, max: 30 })] as const),
        async (list, added, after, size) => {
          const { log, get } = aLog(
            list.toSorted((one, other) => one - other),
            added,
          );
          const atStart = log.filter((id) => id > after).length;

          const read: number[] = [];
          for await (const page of eventPages(get, after, size)) {
            read.push(...page.map(({ id }) => id));
          }

          expect(read).toEqual(log.filter((id) => id > after).slice(0, read.length));
          expect(read.length).toBeGreaterThanOrEqual(atStart);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are counted', async () => {
    const { get } = aLog([1, 2, 3, 5, 8, 13], []);

    expect(await countEvents(get, 0)).toBe(6);
    expect(await countEvents(get, 3, 2)).toBe(3);
    expect(await countEvents(get, 13, 2)).toBe(0);
  });

  test('of a version without this search are refused', async () => {
    await expect(countEvents(async () => undefined, 0)).rejects.toThrow('Unleash 6 or newer');
  });
});
