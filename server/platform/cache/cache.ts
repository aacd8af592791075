import { LRUCache } from 'lru-cache';

/** What a value was computed from; a value is valid for one version only. */
export type Version = string | number;

/**
 * A computed value; without `ttlMs` time alone does not make it stale. The time runs from the start of
 * the computation.
 */
export type Computed<T> = { value: T; ttlMs?: number };

export type Cache<T extends object> = {
  /** Undefined if there is no value of this version, or it has expired. */
  get: (key: string, version: Version) => T | undefined;
  /** The value of any version; counts neither as a hit nor as a miss. */
  getStale: (key: string) => T | undefined;
  set: (key: string, version: Version, computed: Computed<T>) => void;
  /**
   * The cached value, or one computed now; concurrent calls for the same key and version share one
   * computation. Read the version before calling: then a value is never older than its version.
   */
  getOrCompute: (
    key: string,
    version: Version,
    compute: () => Promise<Computed<T>>,
  ) => Promise<{ value: T; hit: boolean }>;
  /** Counts the bytes of a value again, after it has grown. */
  resized: (key: string) => void;
  clear: () => void;
};

export type CacheOptions<T> = {
  /** The label in the metrics. */
  name: string;
  bytesMax: number;
  /** The approximate size of the value in memory, without its key. */
  bytesOf: (value: T) => number;
};

export type CacheStatistics = {
  name: string;
  hits: number;
  misses: number;
  evictions: number;
  entries: number;
  bytes: number;
  bytesMax: number;
};

/** All caches of a server; the metrics list them by name. */
export type Caches = {
  create: <T extends object>(options: CacheOptions<T>) => Cache<T>;
  statistics: () => CacheStatistics[];
};

export function createCaches(): Caches {
  const statistics: (() => CacheStatistics)[] = [];
  return {
    create: (options) => {
      const { cache, read } = createCache(options);
      statistics.push(read);
      return cache;
    },
    statistics: () => statistics.map((read) => read()),
  };
}

/** The approximate size of an entry without its key and value. */
const entryBytes = 300;

type Entry<T> = { version: Version; value: T };

function createCache<T extends object>({ name, bytesMax, bytesOf }: CacheOptions<T>) {
  const counters = { hits: 0, misses: 0, evictions: 0 };
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: bytesMax,
    // A value larger than the cache is stored alone: computing it at each request costs more.
    sizeCalculation: ({ value }, key) =>
      Math.min(bytesMax, entryBytes + 2 * key.length + bytesOf(value)),
    dispose: (_value, _key, reason) => {
      if (reason === 'evict') counters.evictions += 1;
    },
  });
  const computing = new Map<string, Promise<T>>();

  const find = (key: string, version: Version): T | undefined => {
    const entry = entries.get(key);
    return entry?.version === version ? entry.value : undefined;
  };

  const get = (key: string, version: Version): T | undefined => {
    const value = find(key, version);
    counters[value === undefined ? 'misses' : 'hits'] += 1;
    return value;
  };

  const store = (
    key: string,
    version: Version,
    { value, ttlMs = Number.POSITIVE_INFINITY }: Computed<T>,
    start: number,
  ): void => {
    if (ttlMs < 1) return;
    entries.set(key, { version, value }, Number.isFinite(ttlMs) ? { ttl: ttlMs, start } : {});
  };

  const share = (key: string, version: Version, compute: () => Promise<Computed<T>>) => {
    const flight = `${version}\n${key}`;
    const computeNow = async () => {
      const start = performance.now();
      const computed = await compute();
      store(key, version, computed, start);
      return computed.value;
    };
    const running = computing.get(flight);
    // Who only waited may succeed: on the primary, if it was computed on a standby that failed.
    if (running) return running.catch(computeNow);
    const started = computeNow().finally(() => computing.delete(flight));
    computing.set(flight, started);
    return started;
  };

  const cache: Cache<T> = {
    get,
    getStale: (key) => entries.get(key)?.value,
    set: (key, version, computed) => store(key, version, computed, performance.now()),
    getOrCompute: async (key, version, compute) => {
      const cached = get(key, version);
      if (cached !== undefined) return { value: cached, hit: true };
      return { value: await share(key, version, compute), hit: false };
    },
    resized: (key) => {
      const entry = entries.peek(key);
      // A new object, since setting the same object does not update its size.
      if (entry) entries.set(key, { ...entry }, { noUpdateTTL: true });
    },
    clear: () => entries.clear(),
  };
  const read = (): CacheStatistics => ({
    name,
    ...counters,
    entries: entries.size,
    bytes: entries.calculatedSize,
    bytesMax,
  });
  return { cache, read };
}
