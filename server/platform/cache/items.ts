import type { Caches, Computed, Version } from './cache.ts';

/**
 * The JSON text of each wanted item; undefined if it no longer exists. Reads only those that are not
 * cached in their version.
 */
export type ItemCache = (
  wanted: readonly { key: string; version: Version }[],
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Computed<string>>>,
) => Promise<(Buffer | undefined)[]>;

/** Caches the items of lists, so that a change costs one item and not every page that shows it. */
export function createItemCache(
  caches: Caches,
  options: { name: string; bytesMax: number },
): ItemCache {
  const cache = caches.create<Buffer>({ ...options, bytesOf: ({ length }) => length });

  return async (wanted, read) => {
    const items = wanted.map(({ key, version }) => cache.get(key, version));
    const missing = wanted.filter((_, index) => items[index] === undefined);
    if (missing.length === 0) return items;
    const start = performance.now();
    const texts = await read(missing.map(({ key }) => key));
    const elapsedMs = performance.now() - start;
    return wanted.map(({ key, version }, index) => {
      const cached = items[index];
      const computed = texts.get(key);
      if (cached || !computed) return cached;
      const value = bytesOf(computed.value);
      const { ttlMs } = computed;
      cache.set(key, version, {
        value,
        ...(ttlMs === undefined ? {} : { ttlMs: ttlMs - elapsedMs }),
      });
      return value;
    });
  };
}

/** Not in the pool of Buffer, which retains 8 kB as long as one of its parts is in use. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

const comma = Buffer.from(',');

/** The items with commas between them, and text before and after. */
export const joinItems = (start: string, items: readonly Buffer[], end: string): Buffer =>
  Buffer.concat([
    Buffer.from(start),
    ...items.flatMap((item, index) => (index === 0 ? [item] : [comma, item])),
    Buffer.from(end),
  ]);
