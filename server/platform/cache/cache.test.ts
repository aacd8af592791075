import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectInMemory } from '../../testing/memory.ts';
import { type Cache, createCaches } from './cache.ts';

type Value = { text: string; bytes: number };

const value = (text: string, bytes = 100): Value => ({ text, bytes });

function aCache(bytesMax = 100_000) {
  const caches = createCaches();
  const cache: Cache<Value> = caches.create({ name: 'test', bytesMax, bytesOf: (it) => it.bytes });
  const statistics = () => caches.statistics()[0];
  return { cache, statistics };
}

/** Counts how often it computed. */
function aComputation(...texts: string[]) {
  const computation = {
    times: 0,
    compute: async () => ({ value: value(texts[computation.times++] ?? 'value') }),
  };
  return computation;
}

describe('getOrCompute', () => {
  test('computes once for a version', async () => {
    const { cache } = aCache();
    const computation = aComputation('a');

    const first = await cache.getOrCompute('key', 1, computation.compute);
    const second = await cache.getOrCompute('key', 1, computation.compute);

    expect([first.hit, second.hit, computation.times]).toEqual([false, true, 1]);
    expect(second.value).toBe(first.value);
  });

  test('computes again for another version', async () => {
    const { cache } = aCache();
    const computation = aComputation('old', 'new');
    await cache.getOrCompute('key', 1, computation.compute);

    const { value: found, hit } = await cache.getOrCompute('key', 2, computation.compute);

    expect([found.text, hit]).toEqual(['new', false]);
  });

  test('concurrent calls for one version share one computation', async () => {
    const { cache } = aCache();
    const computation = aComputation('a');

    const found = await Promise.all(
      [1, 1, 1, 2].map((version) => cache.getOrCompute('key', version, computation.compute)),
    );

    expect(found.map(({ value: { text } }) => text)).toEqual(['a', 'a', 'a', 'value']);
    expect(computation.times).toBe(2);
  });

  test('a failure is returned to all callers that share it, and is not cached', async () => {
    const { cache } = aCache();
    const failing = () =>
      cache.getOrCompute('key', 1, () => Promise.reject(new Error('unavailable')));

    const outcomes = await Promise.allSettled([failing(), failing()]);
    const { value: found } = await cache.getOrCompute('key', 1, aComputation('a').compute);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(found.text).toBe('a');
  });

  test('a value of another version is stale', async () => {
    const { cache, statistics } = aCache();
    const { value: old } = await cache.getOrCompute('key', 1, aComputation('old').compute);

    expect([cache.get('key', 2), cache.getStale('key')]).toEqual([undefined, old]);
    expect(cache.getStale('other')).toBeUndefined();
    expect(statistics()).toMatchObject({ hits: 0, misses: 2 });
  });

  test('a value that has expired is computed again', async () => {
    const { cache } = aCache();
    await cache.getOrCompute('key', 1, async () => ({ value: value('old'), ttlMs: 0 }));

    const { value: found } = await cache.getOrCompute('key', 1, aComputation('new').compute);

    expect(found.text).toBe('new');
  });

  test('the lifetime of a value starts with its computation', async () => {
    const { cache } = aCache();
    await cache.getOrCompute('key', 1, async () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return { value: value('old'), ttlMs: 15 };
    });

    expect(cache.get('key', 1)).toBeUndefined();
  });

  test('a replaced value leaves memory', { timeout: 120_000 }, async () => {
    const { cache } = aCache();
    const replaced: WeakRef<Value>[] = [];
    const compute = async () => {
      const computed = value('x'.repeat(1000));
      replaced.push(new WeakRef(computed));
      return { value: computed };
    };
    for (const version of [1, 2, 3]) await cache.getOrCompute('key', version, compute);

    await expectInMemory(replaced, [false, false, true]);
    expect(cache.get('key', 3)).toBeDefined();
  });
});

describe('the bound in bytes', () => {
  test('the least recently used value is evicted first', () => {
    const { cache, statistics } = aCache(3 * 1300);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1, { value: value(key, 990) });
    cache.get('a', 1);

    cache.set('d', 1, { value: value('d', 990) });

    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 1))).toEqual(['a', 'c', 'd']);
    expect(statistics()).toMatchObject({ evictions: 1, entries: 3 });
  });

  test('a value that grows evicts others', () => {
    const { cache, statistics } = aCache(4000);
    const growing = value('b', 100);
    cache.set('a', 1, { value: value('a', 1000) });
    cache.set('b', 1, { value: growing });
    growing.bytes = 3500;

    cache.resized('b');

    expect(['a', 'b'].filter((key) => cache.get(key, 1))).toEqual(['b']);
    expect(statistics()?.bytes).toBeGreaterThan(3500);
  });

  test('growing does not extend the lifetime of a value', () => {
    const { cache } = aCache();
    cache.set('key', 1, { value: value('a'), ttlMs: 1 });
    const end = performance.now() + 10;
    while (performance.now() < end);

    cache.resized('key');

    expect(cache.get('key', 1)).toBeUndefined();
  });

  test('a value larger than the cache is stored alone', () => {
    const { cache } = aCache(1000);
    cache.set('small', 1, { value: value('small', 10) });

    cache.set('large', 1, { value: value('large', 5000) });

    expect(cache.get('large', 1)?.text).toBe('large');
    expect(cache.get('small', 1)).toBeUndefined();
  });

  test('it holds for any sequence of writes', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.nat(2000))), (writes) => {
        const { cache, statistics } = aCache(3000);
        for (const [key, bytes] of writes) {
          cache.set(key, 1, { value: value(key, bytes) });

          expect(statistics()?.bytes).toBeLessThanOrEqual(3000);
          expect(cache.get(key, 1)?.bytes).toBe(bytes);
        }
      }),
    );
  });
});

test('statistics count hits, misses and bytes by name', async () => {
  const { cache, statistics } = aCache(5000);
  await cache.getOrCompute('key', 1, aComputation().compute);
  await cache.getOrCompute('key', 1, aComputation().compute);
  cache.get('other', 1);

  expect(statistics()).toMatchObject({ name: 'test', hits: 1, misses: 2, entries: 1 });
  expect(statistics()).toMatchObject({ bytesMax: 5000, evictions: 0 });
  cache.clear();
  expect(statistics()).toMatchObject({ entries: 0, bytes: 0 });
});
