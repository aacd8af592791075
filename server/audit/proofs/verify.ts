import type { Db } from '../../platform/db/open.ts';
import { findEventHash, listChainLinks, noEvent } from './queries.ts';
import { type ChainEnd, firstBroken } from './rules.ts';

/** Some 100 bytes a row come back, whatever the events hold. */
const pageSize = 2000;

export type Verdict =
  | { intact: true; events: number; head: ChainEnd }
  | { intact: false; events: number; head: ChainEnd; brokenId: number; reason: string };

/** Hashes that were kept elsewhere, which the log must still have. */
export type Expected = { event?: ChainEnd | undefined; head?: string | undefined };

/**
 * Walks the whole log and computes every hash anew. What was changed, inserted, reordered or removed
 * shows at the first event that no longer follows; that the newest were removed shows only against
 * what is expected. Events that arrive meanwhile are walked too.
 */
export async function verifyChain(
  db: Db,
  expected: Expected = {},
  progress: (events: number, head: ChainEnd) => void = () => {},
): Promise<Verdict> {
  let head = noEvent;
  let events = 0;
  for (;;) {
    const links = await listChainLinks(db, events === 0 ? undefined : head, pageSize);
    const broken = firstBroken(links);
    if (broken) {
      const reason = 'is not what its hash says, or what it follows was changed or removed';
      return { intact: false, events, head, brokenId: broken.id, reason };
    }
    const last = links.at(-1);
    if (!last) return compare(db, expected, events, head);
    head = { id: last.id, hash: last.hash };
    events += links.length;
    progress(events, head);
  }
}

/** A log that was cut short, or written anew from some event on, is in order in itself. */
async function compare(
  db: Db,
  expected: Expected,
  events: number,
  head: ChainEnd,
): Promise<Verdict> {
  const wrong = (brokenId: number, reason: string): Verdict => ({
    intact: false,
    events,
    head,
    brokenId,
    reason,
  });
  if (expected.event) {
    const { id, hash } = expected.event;
    const found = id === noEvent.id ? noEvent.hash : await findEventHash(db, id);
    if (found === undefined) return wrong(id, 'is expected and not there');
    if (found !== hash) return wrong(id, `has the hash ${found}, not the expected one`);
  }
  if (expected.head !== undefined && expected.head !== head.hash) {
    return wrong(head.id, `is the newest and has the hash ${head.hash}, not the expected one`);
  }
  return { intact: true, events, head };
}
