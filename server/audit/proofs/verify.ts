import type { Db } from '../../platform/db/open.ts';
import { findEventHash, listChainLinks, noEvent } from './queries.ts';
import { type ChainEnd, firstBroken } from './rules.ts';

/** About 100 bytes per row, whatever the size of the events. */
const pageSize = 2000;

export type VerifyResult =
  | { intact: true; events: number; head: ChainEnd }
  | { intact: false; events: number; head: ChainEnd; brokenId: number; reason: string };

/** Hashes stored outside the database, which the log must still contain. */
export type Expected = { event?: ChainEnd | undefined; head?: string | undefined };

/**
 * Recomputes all hashes. A change, insertion, reordering or deletion is detected at the first event
 * that does not match. Deletion of the newest events is detected only by the expected hashes.
 * Includes events that are recorded in the meantime.
 */
export async function verifyChain(
  db: Db,
  expected: Expected = {},
  progress: (events: number, head: ChainEnd) => void = () => {},
): Promise<VerifyResult> {
  let head = noEvent;
  let events = 0;
  for (;;) {
    const links = await listChainLinks(db, events === 0 ? undefined : head, pageSize);
    const broken = firstBroken(links);
    if (broken) {
      const reason = 'does not match its hash, or the previous event was changed or deleted';
      return { intact: false, events, head, brokenId: broken.id, reason };
    }
    const last = links.at(-1);
    if (!last) return compare(db, expected, events, head);
    head = { id: last.id, hash: last.hash };
    events += links.length;
    progress(events, head);
  }
}

/** A log that was truncated or rewritten from some event on is consistent in itself. */
async function compare(
  db: Db,
  expected: Expected,
  events: number,
  head: ChainEnd,
): Promise<VerifyResult> {
  const broken = (brokenId: number, reason: string): VerifyResult => ({
    intact: false,
    events,
    head,
    brokenId,
    reason,
  });
  if (expected.event) {
    const { id, hash } = expected.event;
    const found = id === noEvent.id ? noEvent.hash : await findEventHash(db, id);
    if (found === undefined) return broken(id, 'is expected but does not exist');
    if (found !== hash) return broken(id, `has the hash ${found}, not the expected one`);
  }
  if (expected.head !== undefined && expected.head !== head.hash) {
    return broken(head.id, `is the newest and has the hash ${head.hash}, not the expected one`);
  }
  return { intact: true, events, head };
}
