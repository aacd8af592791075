import { hashSecret } from '../../identity/api-tokens/secret.ts';
import type { Caches } from '../../platform/cache/cache.ts';
import type { Caller, SdkToken } from '../../platform/caller.ts';

export type Bearer = Caller | SdkToken | undefined;

export type TokenCache = {
  /** The owner of the token; undefined if it does not exist or has expired. */
  find: (text: string) => Promise<Bearer>;
  /** Ids of the tokens used since their last use was recorded, once in five minutes. */
  takeUsed: () => number[];
};

type Parts = {
  caches: Caches;
  /** Changes with every change of any token. */
  version: () => number;
  findByToken: (text: string) => Promise<Bearer>;
  now: () => number;
};

/** About 10,000 tokens, more than any installation is likely to have. */
const bytesMax = 16 * 1024 * 1024;
/** The precision of `seen_at`. */
const recordEveryMs = 5 * 60_000;

/** Caches valid and invalid tokens of SDKs, so that neither costs a statement. */
export function createTokenCache({ caches, version, findByToken, now }: Parts): TokenCache {
  const cache = caches.create<{ bearer: Bearer }>({ name: 'sdk_tokens', bytesMax, bytesOf });
  const used = new Set<number>();
  let recordedAt = now();

  return {
    find: async (text) => {
      const { value, hit } = await cache.getOrCompute(hashSecret(text), version(), async () => {
        const bearer = await findByToken(text);
        return { value: { bearer }, ...(bearer && 'admin' in bearer ? { ttlMs: 0 } : {}) };
      });
      const { bearer } = value;
      if (!bearer || 'admin' in bearer) return bearer;
      if (bearer.expiresAt !== null && Date.parse(bearer.expiresAt) <= now()) return undefined;
      if (hit) used.add(bearer.id);
      return bearer;
    },
    takeUsed: () => {
      if (now() - recordedAt <= recordEveryMs) return [];
      recordedAt = now();
      const ids = [...used];
      used.clear();
      return ids;
    },
  };
}

const bytesOf = ({ bearer }: { bearer: Bearer }) =>
  bearer === undefined ? 0 : 2 * JSON.stringify(bearer).length;
