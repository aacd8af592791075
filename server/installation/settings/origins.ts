import type { Caches } from '../../platform/cache/cache.ts';

/** More than the largest list that can be stored. */
const bytesMax = 1024 * 1024;

/** The origins that may call the frontend API; cached, because a browser request needs them. */
export function createOrigins(
  caches: Caches,
  { version, find }: { version: () => Promise<number>; find: () => Promise<readonly string[]> },
): () => Promise<readonly string[]> {
  const cache = caches.create<readonly string[]>({
    name: 'frontend_origins',
    bytesMax,
    bytesOf: (origins) => 2 * origins.join().length,
  });
  return async () => {
    const compute = async () => ({ value: await find() });
    return (await cache.getOrCompute('', await version(), compute)).value;
  };
}
