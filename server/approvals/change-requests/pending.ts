import type { Caches } from '../../platform/cache/cache.ts';
import { type CachedResponse, createResponseCache } from '../../platform/cache/responses.ts';
import type { Reader } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { listPendingOfFlag } from './queries.ts';
import { renderRequests } from './rendering.ts';

/** About 3,000 lists. */
const bytesMax = 32 * 1024 * 1024;

export type PendingLists = (
  reader: Reader,
  project: string,
  flag: string,
) => Promise<CachedResponse>;

/** The pending requests of a flag, the same for every caller; recomputed after any event or comment. */
export function createPendingLists(caches: Caches): PendingLists {
  const lists = createResponseCache(caches, { name: 'pending_change_requests', bytesMax });

  return ({ dataVersion: { newestEvent, commentVersion }, read }, project, flag) => {
    const compute = async (db: Db) => {
      const requests = await listPendingOfFlag(db, { project, flag });
      if (!requests) throw notFound('Flag', flag);
      return { value: Buffer.from(JSON.stringify(await renderRequests(db, requests))) };
    };
    const version = `${newestEvent}.${commentVersion}`;
    return lists(JSON.stringify([project, flag]), version, () => read(compute));
  };
}
