import type { Caches, Computed, Version } from './cache.ts';
import { type EncodedBody, encodable } from './encoding.ts';

export type CachedResponse = { body: EncodedBody; hit: boolean };

export type ResponseCache = (
  key: string,
  /** Undefined if the response must not be cached. */
  version: Version | undefined,
  compute: () => Promise<Computed<Buffer>>,
) => Promise<CachedResponse>;

/** Caches response bodies, with the encodings that clients requested. */
export function createResponseCache(
  caches: Caches,
  options: { name: string; bytesMax: number },
): ResponseCache {
  const cache = caches.create<EncodedBody>({ ...options, bytesOf: ({ bytes }) => bytes });

  return async (key, version, compute) => {
    if (version === undefined) {
      return { body: encodable((await compute()).value, () => {}), hit: false };
    }
    const { value: body, hit } = await cache.getOrCompute(key, version, async () => {
      const { value, ...expiry } = await compute();
      return { value: encodable(value, () => cache.resized(key)), ...expiry };
    });
    return { body, hit };
  };
}
