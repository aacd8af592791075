import type { Db } from '../../platform/db/open.ts';
import {
  beforeAll,
  type Deletion,
  findDeletion,
  findEventHash,
  listChainLinks,
  noEvent,
} from './queries.ts';
import { type ChainEnd, firstBroken } from './rules.ts';

/** About 100 bytes per row, whatever the size of the events. */
const pageSize = 2000;

export type VerifyResult =
  | { intact: true; events: number; head: ChainEnd; deletion?: Deletion | undefined }
  | { intact: false; events: number; head: ChainEnd; brokenId: number; reason: string };

/** Hashes stored outside the database, which the log must still contain. */
export type Expected = { event?: ChainEnd | undefined; head?: string | undefined };

/**
 * Recomputes all hashes. A change, insertion, reordering or deletion is detected at the first event
 * that does not match. Deletion of the newest events is detected only by the expected hashes.
 * Includes events that are recorded in the meantime. If old events were deleted, before or in the
 * meantime, the newest `events-deleted` has the hash from which the rest is verified.
 */
export async function verifyChain(
  db: Db,
  expected: Expected = {},
  progress: (events: number, head: ChainEnd) => unknown = () => {},
): Promise<VerifyResult> {
  let head = noEvent;
  let after = beforeAll;
  let events = 0;
  let deletion: Deletion | undefined;
  for (;;) {
    const links = await listChainLinks(db, after, pageSize);
    const broken = firstBroken(links);
    if (broken) {
      const later = await findDeletion(db);
      if (later && later.id > (deletion?.id ?? 0)) {
        deletion = later;
        after = { id: after.id, hash: later.hash };
        continue;
      }
      const reason = 'does not match its hash, or the previous event was changed or deleted';
      return { intact: false, events, head, brokenId: broken.id, reason };
    }
    const last = links.at(-1);
    if (!last) return compare(db, expected, { events, head, deletion });
    head = { id: last.id, hash: last.hash };
    after = head;
    events += links.length;
    await progress(events, head);
  }
}

/** A log that was truncated or rewritten from some event on is consistent in itself. */
async function compare(
  db: Db,
  expected: Expected,
  verified: { events: number; head: ChainEnd; deletion: Deletion | undefined },
): Promise<VerifyResult> {
  const { events, head, deletion } = verified;
  const broken = (brokenId: number, reason: string): VerifyResult => ({
    intact: false,
    events,
    head,
    brokenId,
    reason,
  });
  if (expected.event) {
    const { id, hash } = expected.event;
    if (deletion && id < deletion.id)
      return broken(id, `${expectedBut} was deleted as an old event`);
    const ends = [noEvent, deletion].find((end) => end?.id === id);
    const found = ends ? ends.hash : await findEventHash(db, id);
    if (found === undefined) return broken(id, `${expectedBut} does not exist`);
    if (found !== hash) return broken(id, `has the hash ${found}, not the expected one`);
  }
  if (expected.head !== undefined && expected.head !== head.hash) {
    return broken(head.id, `is the newest and has the hash ${head.hash}, not the expected one`);
  }
  return { intact: true, ...verified };
}

const expectedBut = 'is expected but';
